#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ./jacquard in a tree of its own, with stand-ins for the tools it calls that write down how.
#   wrapper.sh SOURCE_TREE
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
tree="$work/a tree" stubs="$work/stubs" log="$work/log"
mkdir -p "$tree" "$stubs" "$work/elsewhere"
cp "$1/jacquard" "$tree/jacquard"
ln -s "$tree/jacquard" "$work/link"
cd "$work/elsewhere" || exit 1

stub() { printf '#!/bin/bash\n%s\n' "$2" >"$stubs/$1"; chmod +x "$stubs/$1"; }
# shellcheck disable=SC2016
{
  stub dpkg-query 'shift 2; for p; do [[ " $MISSING " == *" $p "* ]] || printf "%s=installed " "$p"; done'
  stub apt-get 'echo "apt-get $*" >>"$LOG"; echo noise; [[ ${APT_FAILS-} != "$*" && ${APT_FAILS-} != all ]]'
  stub cmake 'echo "cmake $*" >>"$LOG"
    build=$2/build; [[ $4 != asan-ubsan ]] || build+=/asan
    mkdir -p "$build/sim"; : >"$build/build.ninja"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$2" >"$build/CMakeCache.txt"
    for a; do [[ $a != -DJACQUARD_BUILD_TESTS=* ]] || echo "JACQUARD_BUILD_TESTS:BOOL=${a#*=}" >>"$build/CMakeCache.txt"; done
    printf "#!/bin/bash\nprintf \"[%%s]\" \"\$@\"; exit 7\n" >"$build/sim/jacquard_first_verbs"
    chmod +x "$build/sim/jacquard_first_verbs"'
  stub ninja 'echo "ninja ${*:3}" >>"$LOG"; echo "ninja: no work to do."
    [[ $3 != jacquard ]] || cp "$2/sim/jacquard_first_verbs" "$2/sim/jacquard"
    [[ ! ${NINJA_WAITS-} ]] || { echo $$ >"$LOG.ninja"; sleep 100; }; exit ${NINJA_EXIT-0}'
  stub ctest 'echo "ctest $*" >>"$LOG"; exit ${CTEST_EXIT-0}'
  stub sudo '[[ ${SUDO_OK-} ]] || exit 1; [[ $1 == -n ]] && exit 0; "$@"'
}
export PATH="$stubs:$PATH" LOG="$log" MISSING=""

failures=0
# expect NAME STATUS STDOUT STDERR_PATTERN LOG_PATTERN words...   ("" for none; patterns are globs)
expect() {
  local name=$1 status=$2 out=$3 err=$4 called=$5 got_out got_err got_log got
  shift 5
  : >"$log"
  got_out=$("$@" 2>"$work/err" </dev/null)
  got=$?
  got_err=$(<"$work/err") got_log=$(<"$log")
  # shellcheck disable=SC2053
  if [[ $got != "$status" || $got_out != "$out" || $got_err != $err || $got_log != $called ]]; then
    failures=$((failures + 1))
    printf 'FAILED: %s\n  exit %s\n  out: %s\n  err: %s\n  called: %s\n' \
      "$name" "$got" "$got_out" "$got_err" "$got_log"
  fi
}

expect "words go to the program, its output and exit code come back, stdout stays clean" \
  7 "[demo][--out][a b]" "" $'cmake *-DJACQUARD_BUILD_TESTS=OFF\nninja jacquard_first_verbs' \
  "$work/link" demo --out "a b"
for verb in demo schedule verify; do
  expect "what is configured is not configured again; $verb waits for no other verb" 7 "[$verb]" "" \
    "ninja jacquard_first_verbs" "$tree/jacquard" "$verb"
done
expect "no word is the program's matter too" 7 "[]" "" "ninja jacquard" "$tree/jacquard"
expect "the whole program answers where it is built" 7 "[demo]" "" "ninja jacquard" "$tree/jacquard" demo
expect "build only builds" 0 "" "" "ninja jacquard" "$tree/jacquard" build
expect "test configures the tests, builds all, and leaves the long ones out" 0 "" "" \
  $'cmake *-DJACQUARD_BUILD_TESTS=ON\nninja all\nctest *-LE ^full$' "$tree/jacquard" test
expect "test LABEL" 0 "" "" $'ninja all\nctest *-L ^unit$*' "$tree/jacquard" test unit
expect "test --label LABEL, with what it prints" 0 "" "" $'ninja all\nctest *-L ^formal$* -V' \
  "$tree/jacquard" test --label formal
sanitized=$'ninja tb_unit tb_property tb_cli\nctest *build/asan *-L ^(unit|property|cli)$ -LE ^(full)$'
libraries=$'ninja tb_libraries tb_property\nctest *build/asan *-L ^(unit|property|cli)$ -LE ^(full|program)$'
expect "test sanitizers has a build of its own and no other" 0 "" "" \
  $'cmake *--preset asan-ubsan *-DJACQUARD_BUILD_TESTS=ON\n'"$libraries" "$tree/jacquard" test sanitizers
expect "test full runs every test, and then the sanitizers" 0 "" "" \
  $'ninja all\nctest *--no-tests=error\n'"$sanitized" "$tree/jacquard" test full
CTEST_EXIT=8 expect "a test that fails is told by the exit code, after all have run" 8 "" "" \
  $'ninja all\nctest *--no-tests=error\n'"$sanitized" "$tree/jacquard" test full
NINJA_EXIT=1 expect "a failed build is told and runs nothing" 3 "" "*could not build" "ninja jacquard" \
  "$tree/jacquard" demo

for signal in TERM INT; do
  NINJA_WAITS=1 setsid env --default-signal=INT "$tree/jacquard" demo >/dev/null 2>&1 &
  script=$!
  until [[ -s $log.ninja ]]; do sleep 0.1; done
  kill -s "$signal" "$script"
  wait "$script"
  status=$?
  ninja=$(<"$log.ninja")
  rm "$log.ninja"
  sleep 0.2
  # A zombie has ended; whoever is to reap it may take a while.
  alive=$(sed -n 's/^State:[[:space:]]*\([A-Ya-y]\).*/\1/p' "/proc/$ninja/status" 2>/dev/null)
  if [[ $status != $((128 + $(kill -l "$signal"))) || $alive ]]; then
    failures=$((failures + 1))
    echo "FAILED: SIG$signal ends the script (exit $status) and its build"
  fi
done

export MISSING="cmake libfmt-dev"
JACQUARD_INSTALL=never expect "missing packages are named" 2 "" \
  "*run as root: apt-get install --no-install-recommends cmake libfmt-dev" "" "$tree/jacquard" demo
if ((EUID == 0)); then
  expect "root installs them without asking for lists" 7 "[demo]" "*installing cmake libfmt-dev*" \
    $'apt-get *install --no-install-recommends cmake libfmt-dev\nninja jacquard' "$tree/jacquard" demo
  APT_FAILS=all expect "a failed installation says what to run" 2 "" \
    "*run as root: apt-get update && apt-get install --no-install-recommends cmake libfmt-dev" \
    $'apt-get *install*\napt-get -qq update' "$tree/jacquard" demo
else
  expect "without root or sudo it says what to run" 2 "" "*run as root: apt-get install *" "" \
    "$tree/jacquard" demo
  SUDO_OK=1 expect "sudo installs them" 7 "[demo]" "*installing cmake libfmt-dev*" \
    $'apt-get *install*\nninja jacquard' "$tree/jacquard" demo
fi
export MISSING="yosys"
JACQUARD_INSTALL=never expect "the second tier is not asked for by the demo" 7 "[demo]" "" \
  "ninja jacquard" "$tree/jacquard" demo
JACQUARD_INSTALL=never expect "the second tier is asked for at its first use" 2 "" "*yosys*" "" \
  "$tree/jacquard" synth
export MISSING=""

mv "$tree" "$work/moved tree"
expect "a tree that was moved is built anew" 7 "[demo]" "*moved*" $'cmake *moved tree*\nninja jacquard' \
  "$work/moved tree/jacquard" demo

((failures == 0)) && echo "all as expected"
exit $((failures > 0))
