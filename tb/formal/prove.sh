#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proves the properties of jq_wwfa at each size given, and that its assumptions are not vacuous: there
# is a request with the last diagonal first that grants every input.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cp -- "$1/arbiter/jq_wwfa.sv" "$(dirname -- "$(readlink -f -- "$0")")/jq_wwfa_properties.sv" "$work"
cd -- "$work"  # Yosys is given names without spaces, wherever the tree is
shift
for ports in "$@"; do
  yosys -q -p "
    read_verilog -sv -formal jq_wwfa.sv jq_wwfa_properties.sv
    chparam -set N $ports jq_wwfa_properties
    hierarchy -check -top jq_wwfa_properties
    proc; flatten; opt_clean
    sat -verify -prove-asserts -set-assumes jq_wwfa_properties
    sat -falsify -set-assumes -set prio_i $((ports - 1)) -prove every_input 0 jq_wwfa_properties"
  echo "jq_wwfa, $ports ports: within requests, a matching, maximal, for every request and priority"
done
