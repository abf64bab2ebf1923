#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Share of executed lines of sw/, systemc/ and sim/ sources (.cpp) per folder, by gcov alone.
#   tools/coverage.sh BUILD_FOLDER      after running tests of a build with JACQUARD_COVERAGE
set -euo pipefail
build=$(readlink -f -- "$1")
find "$build/sw" "$build/systemc" "$build/sim" -name '*.gcda' -print0 |
  xargs -0 -r gcov -n 2>/dev/null |
  awk -F"'" '
    /^File / { file = $2; next }
    /^Lines executed/ && match(file, /(sw|systemc|sim)\/.*\.cpp$/) {
      name = substr(file, RSTART)
      split($0, part, /[:% ]+/)            # Lines executed:92.31% of 13
      lines = part[5]; hit = part[3] * lines / 100
      split(name, step, "/"); folder = step[1] "/" step[2]
      total[folder] += lines; covered[folder] += hit; all += lines; sum += hit
      file = ""
    }
    END {
      if (!all) { print "no coverage data: build the preset coverage and run its tests first"; exit 1 }
      for (f in total) printf "%-16s %6d lines %6.1f %%\n", f, total[f], 100 * covered[f] / total[f] | "sort"
      close("sort")
      printf "%-16s %6d lines %6.1f %%\n", "all", all, 100 * sum / all
    }'
