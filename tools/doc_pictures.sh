#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the pictures of docs/ anew, as the pages say.
#   tools/doc_pictures.sh JACQUARD DIR [quick]
# Into DIR go copies named as in docs/. With `quick` those that take more than seconds are left out.
set -euo pipefail
jacquard=$(realpath "$1") out=$(mkdir -p "$2" && realpath "$2") quick=${3-}
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"
run() { "$jacquard" "$@" --quiet >/dev/null; }

run schedule --demand moe:16 --bits 8 --guard "10 us" --no-timing \
  --scheduler exact,ladder,solstice,eclipse,tms,holds-first --out picture
"$here/picture.py" picture/schedule.html holds-first >"$out/picture.svg"
run schedule --demand moe:16 --bits 8 --guard "10 us" --no-timing --scheduler holds-first --out motion
"$here/motion.py" motion holds-first >"$out/motion.svg"
run study meshslice --out meshslice
for name in lost_time slice_counts slices timelines weak_gpt3 weak_megatron; do
  cp "meshslice/meshslice_$name.svg" "$out"
done
run study appliance --out pfa
for name in bandwidth chat energy hits long_answers long_context; do
  cp "pfa/appliance_$name.svg" "$out/pfa_$name.svg"
done
run serve llama3-70b --system 8xh200 --out load
cp load/load.svg "$out/serve_load.svg"
run study findings-2026 --only 1,4,9 --out findings_2026
for number in 1 4 9; do
  cp "findings_2026/finding-$number.svg" "$out/finding_$number.svg"
done
run simulate hbm_losses --out losses
cp losses/bandwidth.svg "$out"
run collective --system dgx_h100_8x8 --algorithm all --spread all --chunks 1,8,64 \
  --bytes "1 KB..4 GB" --out which
cp which/collective.svg "$out/which_collective.svg"

run schedule --demand moe:16 --scheduler ladder,holds-first,solstice --bits 8 \
  --sweep guard="10 ns,100 ns,1 us,10 us,100 us" --out slower
cp slower/sweep.svg "$out"
"$jacquard" simulate moe_alltoall --fabrics circuit,pfc-only --set traffic.demands=moe:16 \
  --set traffic.count=1 --set circuit.guard="10 us" --no-report --json --quiet >fabrics.json
run trace import "$here"/../configs/traces/kineto/rank{0,1}.json --out imported
run simulate imported/job.json --system 2xh100 --out imported_job
cp imported_job/job.svg "$out/imported_job.svg"
run explain fabrics.json --out why
cp why/explain.svg "$out/why_slow.svg"

# The files that docs/tutorial_step.md writes.
tutorial=$here/../docs/tutorial_step.md
for file in my_model.json my_cluster.json; do
  sed -n "/^\$ cat > $file /,/^> END/p" "$tutorial" | sed '1d;$d;s/^> //' >"$file"
done
train() {
  run train my_model.json --system my_cluster.json --batch 64 --out "$@"
}
pipeline=dp=8,pp=4,zero=1,micro_batch=1,recompute=selective
train step --parallel "$pipeline"
train step_interleaved --parallel "$pipeline,schedule=interleaved,virtual=2" --engine analytic
train step_slow_network --parallel dp=32,zero=3,micro_batch=1 --engine analytic \
  --set system.network.bandwidth="450 GB/s,12.5 GB/s"
for name in step step_interleaved step_slow_network; do cp "$name/step.svg" "$out/$name.svg"; done
[[ $quick ]] && exit
run study findings --out findings
cp findings/findings.svg "$out/plan_findings.svg"
run study stack --jobs llama3_405b_16384 --out stack
cp stack/stack.svg "$out/stack_study.svg"
run study decision-latency --out latency
cp latency/step.svg "$out/whole_chronos_step.svg"
cp latency/tpot_p99.svg "$out/whole_chronos_tpot.svg"
run study regimes --demand none --job none --guards "10 ns,100 ns,1 us,10 us,100 us" \
  --schedulers ladder,holds-first,auto --out regimes
cp regimes/exchange.svg "$out/regimes.svg"
