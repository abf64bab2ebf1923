// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/progress.hpp"

#include <catch2/catch.hpp>

using jacquard::tool::progress_line;

TEST_CASE("A line tells how far a command is, and when it will be done if that is known") {
  CHECK(progress_line("simulate", "runs", {"2 ms simulated", 3, 12, 10}) ==
        "simulate: 3 of 12 runs, 2 ms simulated, about 30 s left");
  CHECK(progress_line("verify", "", {"", 0, 5, 2}) == "verify: 0 of 5");
  CHECK(progress_line("repro", "", {"3 of 181, chronos.slot", 0, 0, 7}) ==
        "repro: 3 of 181, chronos.slot, for 7 s");
  CHECK(progress_line("collective", "events", {"", 5e7, 2e8, 10}) ==
        "collective: 5e+07 of about 2e+08 events, about 30 s left");
  CHECK(progress_line("collective", "events", {"", 4e8, 2e8, 10}) ==
        "collective: 4e+08 of about 2e+08 events");
  CHECK(progress_line("synth", "", {"", 199, 200, 600}) == "synth: 199 of 200");
}
