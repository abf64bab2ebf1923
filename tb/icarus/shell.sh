#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The shell of rtl/shell in Icarus, each bench checking itself.
#   shell.sh RTL axis     jq_scheduler_axis against the bare core, at shapes of every kind
#   shell.sh RTL parity   every bit that flips in use is told, at shapes of every core that has PARITY
#   shell.sh RTL monitor  every misuse is found by jq_scheduler_monitor, and by nothing else
set -euo pipefail
rtl=$1 what=$2
here=$(dirname -- "$(readlink -f -- "$0")")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cp -- "$rtl"/*/*.sv "$here"/*_bench.sv "$work"
cd -- "$work"
faults=0

play() {  # BENCH PARAMETERS
  local bench=$1 parameters=$2 pair set=()
  for pair in $parameters; do set+=("-P$bench.$pair"); done
  iverilog -g2012 -o image -s "$bench" "${set[@]}" "$bench.sv" jq_[!_]*[!h].sv
  if said=$(vvp -n image); then
    printf '%s: equal: %s\n' "$parameters" "$(tail -n 1 <<<"$said")"
  else
    printf '%s: %s\n' "$parameters" "$said"
    faults=$((faults + 1))
  fi
}

case $what in
  axis)
    for shape in "KIND=0 N=4 B=3 S=2" "KIND=1 N=4 B=4 S=2" "KIND=1 N=8 B=5 S=3 ASYNC_RESET=1 CASES=8" \
      "KIND=1 N=4 B=3 S=2 ROWS=2 DESCEND=1" "KIND=1 N=4 B=1 S=4 ROWS=4" "KIND=1 N=1 B=1 S=1" "KIND=2 N=1 B=16 S=1" \
      "KIND=2 N=3 B=2 S=1" "KIND=3 N=6 B=3 S=1 R0=3 R1=2" "KIND=0 N=1 B=2 S=1 ASYNC_RESET=1" \
      "KIND=0 N=4 B=3 S=2 PARITY=1" "KIND=1 N=4 B=4 S=2 PARITY=1" "KIND=1 N=4 B=3 S=2 ROWS=2 DESCEND=1 PARITY=1" \
      "KIND=2 N=3 B=2 S=1 PARITY=1" "KIND=4 N=3 B=2 S=1 CASES=4" "KIND=5 N=2 B=2 S=1 CASES=8"; do
      play jq_scheduler_axis_bench "$shape"
    done
    ;;
  parity)
    for shape in KIND=0 KIND=1 KIND=2 "KIND=0 N=2 B=3 S=1 CASES=4" "KIND=1 N=4 B=3 DESCEND=1 ROWS=2 CASES=1" \
      "KIND=2 N=2 B=4 S=1" "KIND=1 N=1 B=1 S=1 CASES=8"; do
      play jq_bvn_parity_bench "$shape"
    done
    ;;
  monitor)
    for fault in 0 1 2 3 4 5 6 7 8; do play jq_scheduler_monitor_bench "FAULT=$fault"; done
    ;;
esac
exit $((faults > 0))
