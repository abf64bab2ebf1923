#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The RTL is read without a complaint by the three tools it is written for, at sizes that exercise
# every generate branch: N = 1, S that does not divide N, B = 1 and 16.
set -uo pipefail
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
  local top=$1 files=$2 parameters=$3 pair verilator=() icarus=() yosys=()
  for pair in $parameters; do
    verilator+=("-G$pair")
    icarus+=("-P$top.$pair")
    yosys+=(-set "${pair%=*}" "${pair#*=}")
  done
  expect_silence "verilator $top $parameters" \
    verilator --lint-only -Wall --top-module "$top" "${verilator[@]}" "$files"/*.sv
  expect_silence "iverilog $top $parameters" \
    iverilog -g2012 -tnull -s "$top" "${icarus[@]}" "$files"/*.sv
  expect_silence "yosys $top $parameters" \
    yosys -q -p "read_verilog -sv $(echo "$files"/*.sv); chparam ${yosys[*]} $top;
                 hierarchy -check -top $top; proc; opt; check -assert"
}

for size in "N=1 B=1 S=1" "N=2 B=3 S=1" "N=5 B=4 S=3" "N=4 B=16 S=4" "N=16 B=8 S=4"; do
  for kind in 0 1 2; do lint jq_scheduler bvn "KIND=$kind $size"; done
done
for ports in 1 2 5 8; do
  for rotate in 0 1; do lint jq_slot_arbiter arbiter "N=$ports ROTATE=$rotate"; done
done
for size in "N=1 WIDTH=1 B=1 GUARD=1" "N=2 WIDTH=3 B=2 GUARD=3" "N=5 WIDTH=8 B=8 GUARD=4" \
  "N=16 WIDTH=32 B=8 GUARD=8"; do
  lint jq_crossbar crossbar "$size"
done
exit $((faults > 0))
