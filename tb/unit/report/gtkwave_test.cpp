// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/gtkwave.hpp"

#include <catch2/catch.hpp>

TEST_CASE("a GTKWave save file names its dump and lists signals under their groups") {
  CHECK(
      jacquard::report::gtkwave_save("a.fst", "TOP.m.", {{"control", {"go_i", "count_o[3:0]"}}}) ==
      "[dumpfile] \"a.fst\"\n[timestart] 0\n[sst_expanded] 1\n"
      "@200\n-control\n@28\nTOP.m.go_i\n@22\nTOP.m.count_o[3:0]\n");
}
