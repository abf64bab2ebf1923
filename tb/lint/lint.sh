#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The RTL is read without a complaint by the three tools it is written for, at sizes that exercise
# every generate branch: N = 1, S that does not divide N, B = 1 and 16.
#   lint.sh RTL read|refuse
set -uo pipefail
what=$2
cd -- "$1" || exit 1  # the tools are given names without spaces, wherever the tree is
faults=0

expect_silence() {
  local what=$1 output
  shift
  if ! output=$("$@" 2>&1) || [[ -n $output ]]; then
    printf '%s:\n%s\n' "$what" "$output"
    faults=$((faults + 1))
  fi
}

lint() {
  local top=$1 parameters=$3 pair files=() verilator=() icarus=() yosys=()
  for pair in $2; do files+=("$pair"/*.sv); done
  for pair in $parameters; do
    verilator+=("-G$pair")
    icarus+=("-P$top.$pair")
    yosys+=(-set "${pair%=*}" "${pair#*=}")
  done
  expect_silence "verilator $top $parameters" \
    verilator --lint-only -Wall --top-module "$top" "${verilator[@]}" "${files[@]}"
  expect_silence "iverilog $top $parameters" \
    iverilog -g2012 -tnull -s "$top" "${icarus[@]}" "${files[@]}"
  expect_silence "yosys $top $parameters" \
    yosys -q -p "read_verilog -sv ${files[*]}; chparam ${yosys[*]} $top;
                 hierarchy -check -top $top; proc; opt; check -assert"
}

# A parameter out of its range is refused by each tool, or by those named last, with a name that says
# what is wrong.
refuse() {
  local top=$1 parameters=$3 said=$4 tools=${5-verilator iverilog yosys}
  local tool output pair files=() verilator=() icarus=() yosys=()
  for pair in $2; do files+=("$pair"/*.sv); done
  for pair in $parameters; do
    verilator+=("-G$pair")
    icarus+=("-P$top.$pair")
    yosys+=(-set "${pair%=*}" "${pair#*=}")
  done
  for tool in $tools; do
    case $tool in
      verilator)
        output=$(verilator --lint-only -Wno-fatal --top-module "$top" "${verilator[@]}" \
          "${files[@]}" 2>&1) && output="accepted"
        ;;
      iverilog)
        output=$(iverilog -g2012 -tnull -s "$top" "${icarus[@]}" "${files[@]}" 2>&1) &&
          output="accepted"
        ;;
      yosys)
        output=$(yosys -q -p "read_verilog -sv ${files[*]};
          chparam ${yosys[*]} $top; hierarchy -check -top $top" 2>&1) &&
          output="accepted"
        ;;
    esac
    if [[ $output != *"jq_error_$said"* ]]; then
      printf '%s %s %s is not refused with jq_error_%s:\n%s\n' "$tool" "$top" "$parameters" "$said" \
        "$output"
      faults=$((faults + 1))
    fi
  done
}

if [[ $what == read ]]; then
  for size in "N=1 B=1 S=1" "N=2 B=3 S=1" "N=5 B=4 S=3" "N=4 B=16 S=4" "N=16 B=8 S=4"; do
    for kind in 0 1 2 3; do lint jq_scheduler bvn "KIND=$kind $size"; done
    # Few of 16 ports takes Yosys most of a minute. Of 9 it has whole blocks of eight rows and a part of
    # one, as it has of more ports.
    lint jq_scheduler bvn "KIND=4 ${size/N=16 /N=9 }"
    # The chooser's cores are read above.
    [[ $size == N=16* ]] || lint jq_scheduler bvn "KIND=5 $size"
  done
  for size in "N=1 B=1 S=1" "N=2 B=3 S=1" "N=5 B=4 S=3"; do
    lint jq_scheduler bvn "KIND=1 DESCEND=1 $size"
  done
  for size in "N=2 B=3 S=1 ROWS=2" "N=4 B=1 S=3 ROWS=4" "N=6 B=4 S=6 ROWS=3"; do
    lint jq_scheduler bvn "KIND=1 DESCEND=1 $size"
  done
  for kind in 0 1 2; do
    for size in "N=1 B=1 S=1" "N=2 B=3 S=1" "N=5 B=4 S=3"; do lint jq_scheduler bvn "KIND=$kind PARITY=1 $size"; done
  done
  lint jq_scheduler bvn "KIND=1 PARITY=1 DESCEND=1 N=4 B=3 S=3 ROWS=4"
  for shape in "N=4 R0=2 R1=2" "N=12 R0=3 R1=4" "N=30 R0=5 R1=2 R2=3" "N=16 R0=2 R1=2 R2=2 R3=2"; do
    lint jq_scheduler bvn "KIND=3 B=3 S=1 $shape"
  done
  for cores in 1 2 3 4 5 6; do lint jq_scheduler bvn "KIND=5 N=4 B=3 S=2 R0=2 R1=2 CORES=$cores"; done
  for ports in 1 2 5 8; do
    for rotate in 0 1; do lint jq_slot_arbiter arbiter "N=$ports ROTATE=$rotate"; done
  done
  for size in "N=1 WIDTH=1 B=1 GUARD=1" "N=2 WIDTH=3 B=2 GUARD=3" "N=5 WIDTH=8 B=8 GUARD=4" \
    "N=16 WIDTH=32 B=8 GUARD=8"; do
    lint jq_crossbar crossbar "$size"
  done
  for width in 1 9; do lint jq_skid shell "WIDTH=$width"; done
  for size in "KIND=1 N=1 B=1 S=1" "KIND=1 N=4 B=3 S=2 ROWS=2" "KIND=2 N=3 B=3 S=2 PARITY=1" "KIND=3 N=5 B=16 S=1 ASYNC_RESET=1"; do
    lint jq_scheduler_axis "bvn shell" "$size"
  done
  lint jq_scheduler_monitor shell "ROW=3 SHOWN=5 STRICT=0"
  expect_silence "verilator, the monitor bound" verilator --lint-only -Wall --top-module \
    jq_scheduler_axis bvn/*.sv shell/*.sv shell/jq_scheduler_bind.svh
  exit $((faults > 0))
fi

for top in jq_wwfa jq_slot_arbiter; do
  refuse $top arbiter N=65 N_must_be_1_to_64
  refuse $top arbiter N=0 N_must_be_1_to_64
  refuse $top arbiter ROTATE=2 ROTATE_must_be_0_or_1
done
refuse jq_wwfa arbiter W=7 W_is_derived
refuse jq_slot_arbiter arbiter LATENCY=2 LATENCY_is_1
refuse jq_slot_arbiter arbiter BY_DIAGONAL=0 BY_DIAGONAL_is_1
for top in jq_bvn_unit jq_bvn_minhold jq_bvn_ladder jq_scheduler; do
  refuse $top bvn "N=257 B=1 S=1 D=1" N_must_be_1_to_256
  refuse $top bvn B=17 B_must_be_1_to_16
  refuse $top bvn S=9 S_must_be_1_to_N
  refuse $top bvn D=3 D_must_be_S_to_N
  refuse $top bvn D=9 D_must_be_S_to_N
  refuse $top bvn W=4 W_is_derived
done
for top in jq_bvn_unit jq_bvn_minhold jq_bvn_ladder jq_scheduler; do
  refuse $top bvn PARITY=2 PARITY_must_be_0_or_1
done
refuse jq_scheduler bvn "KIND=3 PARITY=1" PARITY_must_be_0_unless_KIND_is_0_to_2
refuse jq_bvn_ladder bvn L=4 L_is_derived
refuse jq_bvn_ladder bvn DESCEND=2 DESCEND_must_be_0_or_1
refuse jq_bvn_ladder bvn ROWS=3 ROWS_must_be_1_to_4_and_divide_N
refuse jq_bvn_ladder bvn ROWS=8 ROWS_must_be_1_to_4_and_divide_N
refuse jq_scheduler bvn ROWS=3 ROWS_must_be_1_to_4_and_divide_N
refuse jq_scheduler bvn "KIND=0 ROWS=2" ROWS_must_be_1_unless_KIND_is_1
refuse jq_scheduler bvn L=4 L_is_derived
refuse jq_scheduler bvn KIND=6 KIND_must_be_0_to_5
refuse jq_scheduler bvn H=7 H_is_derived
# Yosys writes all loops out before it looks for the module: of 257 ports for more than a minute.
refuse jq_few bvn N=257 N_must_be_1_to_256 "verilator iverilog"
refuse jq_few bvn B=17 B_must_be_1_to_16
refuse jq_few bvn W=4 W_is_derived
refuse jq_few_lane bvn FIRST=8 FIRST_must_be_0_to_N_minus_1
refuse jq_choose bvn N=257 N_must_be_1_to_256
refuse jq_choose bvn B=17 B_must_be_1_to_16
refuse jq_choose bvn G=17 G_must_be_1_to_16
refuse jq_choose bvn CORES=0 CORES_must_be_1_to_7
refuse jq_choose bvn W=4 W_is_derived
refuse jq_choose bvn C=9 C_is_derived
refuse jq_chooser bvn CORES=8 CORES_must_be_1_to_7
refuse jq_chooser bvn H=8 H_is_derived
refuse jq_shift bvn M=3 M_is_derived
refuse jq_shift bvn N=257 N_must_be_1_to_256
refuse jq_shift bvn B=17 B_must_be_1_to_16
refuse jq_shift bvn R1=3 R0_R1_R2_R3_must_multiply_to_N
refuse jq_shift bvn W=4 W_is_derived
refuse jq_shift bvn H=9 H_is_derived
refuse jq_crossbar crossbar N=65 N_must_be_1_to_64
refuse jq_crossbar crossbar WIDTH=0 WIDTH_must_be_1_or_more
refuse jq_crossbar crossbar B=0 B_must_be_1_to_16
refuse jq_crossbar crossbar GUARD=33 GUARD_must_be_1_to_32
refuse jq_crossbar crossbar W=4 W_is_derived
refuse jq_skid shell WIDTH=0 WIDTH_must_be_1_or_more
refuse jq_scheduler_axis "bvn shell" N=257 N_must_be_1_to_256
refuse jq_scheduler_axis "bvn shell" KIND=6 KIND_must_be_0_to_5
refuse jq_scheduler_axis "bvn shell" ASYNC_RESET=2 ASYNC_RESET_must_be_0_or_1
refuse jq_scheduler_axis "bvn shell" DI=65 DI_is_derived
refuse jq_scheduler_axis "bvn shell" DO=41 DO_is_derived
exit $((faults > 0))
