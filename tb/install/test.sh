#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build to a folder of its own, moves that folder, and uses it as a stranger would.
#   test.sh BUILD_FOLDER CXX
set -euo pipefail
build=$1 cxx=$2
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved here"  # nothing installed may know where it was put
prefix="$work/moved here"

echo "== by its CMake package"
cmake -S "$here/consumer" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$cxx" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/consumer" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
by_cmake=$("$work/consumer/consumer")
echo "$by_cmake"

echo "== a program with parts of its own"
cmake -S "$here/toys" -B "$work/toys" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$cxx" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/toys" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
answer=$("$work/toys/toys" toy --bandwidth "2 GB/s" --json)
echo "$answer"
# Two messages of 1,000 bytes at 2 GB/s; 16 flows of 100 kB at 800 Gb/s, 1 us each.
for expected in '"serial_ps": 1000000' '"messages": 2' '"bus_ps": 16000000'; do
  [[ $answer == *"$expected"* ]]
done
"$work/toys/toys" schedule --list >/dev/null
# Our verbs find the toys in their tables: 16 pairs of 4 ports one by one, the same swap and bus, and
# a model and a device from files.
says() {
  local answer
  answer=$("$work/toys/toys" "${@:2}" --json --quiet)
  [[ $answer == *"$1"* ]] || { echo "$answer"; exit 1; }
}
cd "$work"
export JACQUARD_DATA="$prefix/share/jacquard"  # of a program that lies elsewhere
says '"permutations": 16' schedule --scheduler one-by-one --demand uniform:4 --bits 4
says '"time_ps": 1000000' collective --engine serial --topology "Ring(2)" --kind all-gather \
  --algorithm ring --bytes "1 kB" --bandwidth "2 GB/s"
echo '{"traffic": {"kind": "permutation", "bytes": "100 kB"},
  "fabrics": [{"name": "bus", "kind": "bus"}]}' >bus.json
says '"completion_mean_ps": 16000000' simulate ./bus.json --no-report
echo '{"name": "mine", "hidden": 512, "layers": 8, "heads": 8, "inner": 2048, "vocabulary": 1024,
  "sequence": 256}' >model.json
cp "$(find "$prefix" -path "*/devices/h100_sxm.json" | head -1)" device.json
says '"npus": 2' train ./model.json --system 2x./device.json --batch 2
refused=$("$work/toys/toys" toy --bandwidth 2 2>&1) && exit 1
[[ $refused == *"--bandwidth"* ]]

echo "== by pkg-config"
PKG_CONFIG_PATH=$(dirname -- "$(find "$prefix" -name jacquard.pc)")
export PKG_CONFIG_PATH
flags=()
eval "flags=($(pkg-config --cflags --libs jacquard))"  # its output quotes spaces for a shell
"$cxx" -std=c++17 "$here/consumer/main.cpp" -o "$work/by_pkg_config" "${flags[@]}"
by_pkg_config=$("$work/by_pkg_config")
echo "$by_pkg_config"
[[ $by_cmake == "$by_pkg_config" ]]

echo "== the program finds its data"
cd /
"$prefix/bin/jacquard" --version
list=$("$prefix/bin/jacquard" repro --list --json)
[[ $list == *'"id"'* ]]
[[ -f "$prefix/share/jacquard/rtl/bvn/jq_scheduler.sv" ]]

echo "== installed pages: every link leads somewhere"
docs="$prefix/share/doc/jacquard"
while IFS=: read -r page link; do
  target="$(dirname -- "$page")/${link%%#*}"
  [[ -e $target ]] || { echo "$page: $link"; dead=1; }
done < <(cd "$docs" && grep -roE --include='*.md' '\]\([^)#: ]+\.(md|svg|py|json|cff|ipynb)' . |
  sed -E "s|^\./|$docs/|; s|\]\(||")
[[ -z ${dead-} ]]
[[ -s "$prefix/share/man/man1/jacquard.1" ]]
bash -n "$prefix/share/bash-completion/completions/jacquard"

if grep -rqF -- "$build" "$prefix/lib" "$prefix/include" "$prefix/share"; then
  echo "an installed file names the build folder:"
  grep -rlF -- "$build" "$prefix"
  exit 1
fi
