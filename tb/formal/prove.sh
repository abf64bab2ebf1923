#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# prove.sh RTL MODULE small|large: proves what the module's properties say (docs/cores.md), at the
# small sizes below or at the large ones. A line per proof: module, sizes, what, by what, seconds. With
# the small sizes comes a cover: a state that a module's assumptions must leave reachable, or the
# proofs would be of nothing. Ends with 1 if anything was not proved, with the tool's last lines.
set -euo pipefail
export LC_ALL=C
rtl=$1 module=$2 extent=$3
here=$(dirname -- "$(readlink -f -- "$0")")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cp -- "$rtl"/*/*.sv "$rtl"/*/*.svh "$here"/*.sv "$work"
cd -- "$work"  # Yosys is given names without spaces, wherever the tree is

# attempt WHAT BY PARAMETERS SAT_OPTIONS: one run of the solver; $top, $files, $define are read.
attempt() {
  local what=$1 by=$2 parameters=$3 options=$4 pair set=() begun=${EPOCHREALTIME/./} asserts ms
  for pair in $parameters; do set+=(-set "${pair%=*}" "${pair#*=}"); done
  if ! yosys -p "read_verilog -defer -sv -formal $define $files; chparam ${set[*]} $top;
      hierarchy -check -top $top; proc; flatten; opt_clean
      sat -set-assumes $options $top" >log 2>&1; then
    echo "$module $parameters: NOT proved: $what"
    tail -n 4 log
    exit 1
  fi
  asserts=$(grep 'Import proof for assert' log | sort -u | wc -l || true)
  ((asserts == 0)) || what="$what: $asserts assertions"
  ms=$(((${EPOCHREALTIME/./} - begun) / 1000))
  printf '%s %s: %s; %s, %d.%d s\n' "$module" "$parameters" "$what" "$by" \
    $((ms / 1000)) $((ms % 1000 / 100))
}

at_every() {  # WHAT SIZE...: for every input, a circuit without state
  local what=$1 size
  shift
  for size in "$@"; do attempt "$what" "SAT" "$size" "-verify -prove-asserts"; done
}

always() {  # WHAT SIZE...: in every reachable state
  local what=$1 size
  shift
  for size in "$@"; do
    attempt "$what" "SAT, induction" "$size" "-verify -prove-asserts -tempinduct -maxsteps 1"
  done
}

reached() {  # WHAT SIZE DEPTH: within so many clocks of a reset
  attempt "cover: $1" "SAT, at most $3 clocks" "$2" \
    "-falsify -prove cover_o 0 -tempinduct-baseonly -maxsteps $(($3 + 1))"
}

ends() {  # SIZE DEPTH: no run that is not held up takes longer than its bound
  attempt "every run ends within its bound" "SAT, $2 clocks from a reset" "$1" \
    "-verify -prove late_o 0 -set ready_i 1 -tempinduct-baseonly -maxsteps $2"
}

ends_before() {  # INPUT INSTANCE SIZE: no gate leads from the input into the instance, only registers do
  local input=$1 instance=$2 pair set=()
  for pair in $3; do set+=(-set "${pair%=*}" "${pair#*=}"); done
  if ! yosys -q -p "read_verilog -defer -sv $files; chparam ${set[*]} $top; hierarchy -check -top $top
      proc; flatten; opt_clean; select -assert-min 3 i:$input %co*:-\$dff
      select -assert-none i:$input %co*:-\$dff w:$instance.* %i" >log 2>&1; then
    echo "$module $3: NOT so: $input ends in registers before $instance"
    tail -n 4 log
    exit 1
  fi
  echo "$module $3: $input ends in registers before $instance; Yosys' cones"
}

small() { [[ $extent == small ]]; }
small || [[ $extent == large ]] || { echo "$extent: small or large"; exit 1; }

top=$module files=$module.sv define=""
few="jq_few_lane.sv jq_few.sv"
choose="jq_choose_lines.sv jq_choose.sv jq_chooser.sv"
shift="jq_shift_tree.sv jq_shift_digit.sv jq_shift.sv"
scheduler="jq_bvn_parity.sv jq_bvn_unit.sv jq_bvn_ladder_diagonal.sv jq_bvn_ladder.sv jq_bvn_minhold.sv $shift $few $choose jq_scheduler.sv"
case $module in
  jq_wwfa)
    top=jq_wwfa_properties files="jq_wwfa.sv jq_wwfa_properties.sv"
    sizes=(N=1 N=2 N=4 N=5 N=8)
    small || sizes=(N=16)
    at_every "within requests, a matching, maximal, at every priority" "${sizes[@]}"
    for size in "${sizes[@]}"; do
      attempt "cover: every input granted, the last diagonal first" "SAT" "$size" \
        "-falsify -prove every_input 0 -set prio_i $((${size#N=} - 1))"
    done
    ;;
  jq_slot_arbiter)
    files="jq_wwfa.sv jq_slot_arbiter.sv"
    sizes=("N=1 ROTATE=1" "N=2 ROTATE=1" "N=4 ROTATE=0" "N=5 ROTATE=1" "N=8 ROTATE=0"
      "N=8 ROTATE=1")
    small || sizes=("N=16 ROTATE=1")
    always "a matching, maximal, one clock, the priority in turn" "${sizes[@]}"
    ! small || reached "everything asked for, the last diagonal first" "N=4 ROTATE=1" 8
    ;;
  jq_crossbar)
    sizes=("N=1 WIDTH=2 B=1 GUARD=1" "N=4 WIDTH=2 B=3 GUARD=3" "N=5 WIDTH=1 B=2 GUARD=2")
    small || sizes=("N=8 WIDTH=2 B=2 GUARD=2" "N=16 WIDTH=1 B=2 GUARD=2")
    always "a matching, dark in guard, guard and hold exact, no word lost" "${sizes[@]}"
    ! small || reached "a wrong configuration right after one held for two slots" \
      "N=4 WIDTH=2 B=2 GUARD=2" 20
    ;;
  jq_bvn_unit)
    files="jq_bvn_parity.sv jq_bvn_unit.sv"
    sizes=("N=1 B=2 S=1" "N=2 B=2 S=1" "N=4 B=3 S=2" "N=5 B=2 S=3" "PARITY=1 N=4 B=3 S=2")
    small || sizes=("N=8 B=2 S=4" "N=8 B=3 S=8" "N=8 B=8 S=4" "N=16 B=2 S=4")
    always "a matching, maximal, conservation, ends with nothing left, stream" "${sizes[@]}"
    if small; then
      ends "N=2 B=2 S=2" 20
      reached "a run that served a cell twice" "N=4 B=2 S=2" 20
    fi
    ;;
  jq_bvn_minhold)
    files="jq_bvn_parity.sv jq_bvn_minhold.sv"
    sizes=("N=1 B=2 S=1" "N=2 B=2 S=1" "N=4 B=3 S=2" "N=5 B=2 S=3" "PARITY=1 N=4 B=3 S=2")
    small || sizes=("N=8 B=2 S=4" "N=8 B=2 S=8" "N=16 B=2 S=4")
    always "a matching, maximal, conservation, the smallest, ends, stream" "${sizes[@]}"
    if small; then
      ends "N=2 B=2 S=2" 21
      reached "a run that served a cell twice, once for two slots" "N=2 B=2 S=2" 20
    fi
    ;;
  jq_bvn_ladder)
    files="jq_bvn_parity.sv jq_bvn_ladder_diagonal.sv jq_bvn_ladder.sv"
    sizes=("N=1 B=2 S=1" "N=2 B=3 S=1" "N=4 B=3 S=2" "N=5 B=2 S=3"
      "DESCEND=1 N=1 B=2 S=1" "DESCEND=1 N=2 B=3 S=1" "DESCEND=1 N=4 B=3 S=2"
      "DESCEND=1 N=5 B=2 S=3" "ROWS=2 N=2 B=2 S=1" "ROWS=3 N=3 B=2 S=2" "ROWS=2 DESCEND=1 N=4 B=2 S=2"
      "ROWS=4 N=4 B=2 S=4" "PARITY=1 ROWS=2 N=4 B=2 S=2")
    small || sizes=("N=8 B=2 S=4" "N=8 B=3 S=8" "N=8 B=2 S=2" "DESCEND=1 N=8 B=2 S=4")
    always "a matching, what it leaves, conservation, facts 1 to 3, ends, stream" "${sizes[@]}"
    if small; then
      ends "N=2 B=2 S=2" 30
      ends "DESCEND=1 N=2 B=2 S=2" 32
      reached "a run that served a cell by a strong grant, then by a fill" "N=2 B=3 S=2" 20
    fi
    ;;
  jq_shift)
    files=$shift
    sizes=("N=1 B=1 R0=1 R1=1" "N=3 B=2 R0=3 R1=1" "N=4 B=2 R0=2 R1=2" "N=6 B=2 R0=3 R1=2")
    small || sizes=("N=8 B=3 R0=2 R1=2 R2=2" "N=16 B=2 R0=4 R1=4")
    always "one shift a clock, a permutation, its hold, ends, stream" "${sizes[@]}"
    ! small || reached "two shifts of a run with different holds" "N=4 B=2 R0=2 R1=2" 16
    ;;
  jq_few)
    files=$few
    sizes=("N=1 B=2" "N=2 B=2" "N=3 B=2")
    small || sizes=("N=4 B=2" "N=5 B=3")
    always "matchings apart, of cells with quanta, a hold, ends, stream" "${sizes[@]}"
    ! small || reached "a run that showed a setting and ended" "N=1 B=1" 32
    ;;
  jq_choose)  # what is around it is proved within jq_scheduler
    sizes=("N=1 B=1 G=1" "N=2 B=2 G=2")
    small || sizes=("N=4 B=3 G=3")
    always "slots + settings x guard, the least of them, done in time" "${sizes[@]}"
    ! small || reached "the last core is picked" "N=2 B=2 G=2" 12
    ;;
  jq_scheduler)  # with the core in it, and what the core asks of its user
    files=$scheduler
    define=-DJQ_IN_SCHEDULER
    sizes=()
    for kind in 0 1 2; do
      if small; then
        sizes+=("KIND=$kind N=1 B=2 S=1" "KIND=$kind N=3 B=2 S=2")
      else
        sizes+=("KIND=$kind N=4 B=2 S=4" "KIND=$kind N=8 B=2 S=4")
      fi
    done
    if small; then
      sizes+=("KIND=3 N=1 B=2 S=1" "KIND=3 N=4 B=2 S=1 R0=2 R1=2" "KIND=4 N=2 B=2 S=1"
        "KIND=1 ROWS=2 N=2 B=2 S=1" "KIND=5 N=1 B=1 S=1 G=1" "KIND=5 N=2 B=2 S=1 G=2")
    else
      sizes+=("KIND=3 N=8 B=2 S=1 R0=2 R1=2 R2=2")
    fi
    always "load, start, abort, done, the stream, the core's needs" "${sizes[@]}"
    what="the same, and no flip is told that was none"
    for core in 0=UNIT 1=LADDER 2=MINHOLD; do
      define="-DJQ_IN_SCHEDULER -DJQ_PARITY_OF_${core#*=}"
      ! small || always "$what" "PARITY=1 KIND=${core%=*} N=3 B=2 S=2"
    done
    ! small || define="-DJQ_IN_SCHEDULER -DJQ_PARITY_OF_LADDER"
    ! small || always "$what" "PARITY=1 KIND=1 N=2 B=3 S=1 ROWS=2 DESCEND=1"
    define=-DJQ_IN_SCHEDULER
    if small; then
      for kind in 0 1 2; do
        reached "a run done after one that was aborted" "KIND=$kind N=2 B=1 S=2" 24
      done
    fi
    ;;
  jq_skid)
    sizes=(WIDTH=1 WIDTH=3)
    small || sizes=(WIDTH=89)
    always "nothing lost, given twice or out of order; ready a register" "${sizes[@]}"
    ! small || reached "both entries in use, then none" WIDTH=2 8
    ;;
  jq_scheduler_axis)  # with the core and the skid buffer in it
    files="$scheduler jq_skid.sv jq_shell_registers.sv jq_scheduler_axis.sv"
    # What masks leave out is followed into the counters of the unit and of the ladder.
    what="a packet for each packet, nothing lost, what is cut ends there"
    masks="$what, failed ports are not connected"
    define="-DJQ_IN_SCHEDULER -DJQ_MASKS_OF_UNIT"
    ! small || always "$masks" "KIND=0 N=1 B=1 S=1" "KIND=0 N=2 B=2 S=1"
    define="-DJQ_IN_SCHEDULER -DJQ_MASKS_OF_LADDER"
    sizes=("KIND=1 ROWS=2 N=2 B=2 S=1")
    small || sizes=("KIND=1 N=2 B=2 S=1" "KIND=1 N=4 B=2 S=4")
    always "$masks" "${sizes[@]}"
    define=-DJQ_IN_SCHEDULER
    sizes=("KIND=3 N=2 B=2 S=1")
    small || sizes=("KIND=2 N=3 B=2 S=2")
    always "$what" "${sizes[@]}"
    if small; then
      ends_before m_tready_i u_core "KIND=1 N=4 B=2 S=2"
      reached "answers of two beats, cut short, and whole" "KIND=0 N=1 B=2 S=1" 40
    fi
    ;;
  *)
    echo "$module: no such module to prove"
    exit 1
    ;;
esac
