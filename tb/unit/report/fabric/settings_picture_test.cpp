// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/settings_picture.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::report;
using base::Picoseconds;
using Catch::Contains;
using schedule::kUnmatched;

namespace {

Picoseconds ps(std::int64_t count) { return Picoseconds{count}; }

std::vector<std::uint8_t> row(Picture& picture, int y) {
  std::vector<std::uint8_t> pixels;
  for (int x = 0; x < picture.width; ++x) pixels.push_back(picture.at(x, y));
  return pixels;
}

// Waits 2, guard 1, holds 3, guard 1, holds 2.
FabricRun two_settings() {
  FabricRun run;
  run.fabric = "circuit";
  run.completion = ps(9);
  run.settings = {{"", ps(2), ps(3), ps(6), {1, 0}}, {"", ps(6), ps(7), ps(9), {0, kUnmatched}}};
  return run;
}

}  // namespace

TEST_CASE("a picture of settings shows waiting, guards, destinations and ports left out") {
  Picture p = paint_settings(two_settings(), "", {ps(0), ps(9)}, 9);
  const std::uint8_t to0 = destination_index(0, 2), to1 = destination_index(1, 2);
  const std::uint8_t none = kNoCircuit, guard = kGuardGap;
  REQUIRE(p.height == 2);
  CHECK(row(p, 0) == std::vector<std::uint8_t>{none, none, guard, to1, to1, to1, guard, to0, to0});
  CHECK(row(p, 1) ==
        std::vector<std::uint8_t>{none, none, guard, to0, to0, to0, guard, none, none});
}

TEST_CASE("a window of settings shows only its part, and each crossbar only its own") {
  FabricRun run = two_settings();
  run.settings.push_back({"spine", ps(0), ps(0), ps(9), {2, 1, 0}});
  Picture part = paint_settings(run, "", {ps(5), ps(8)}, 3);
  CHECK(row(part, 0) ==
        std::vector<std::uint8_t>{destination_index(1, 2), kGuardGap, destination_index(0, 2)});
  Picture spine = paint_settings(run, "spine", {ps(0), ps(9)}, 1);
  REQUIRE(spine.height == 3);
  CHECK(spine.at(0, 0) == destination_index(2, 3));
  CHECK_THAT(settings_pictures(run), Contains("<h4>spine</h4>"));
}

TEST_CASE("a guard shorter than a pixel is seen, in its own colour") {
  FabricRun run;
  run.settings = {{"", ps(0), ps(10), ps(800), {0}}, {"", ps(800), ps(810), ps(1600), {0}}};
  Picture p = paint_settings(run, "", {ps(0), ps(1600)}, 16);
  CHECK(p.at(0, 0) == kGuardGap);
  CHECK(p.at(8, 0) == kGuardGap);
  CHECK(std::count(p.pixels.begin(), p.pixels.end(), kGuardGap) == 2);
  CHECK(timeline_palette(16)[kGuardGap].alpha == 255);
}

TEST_CASE("the words under settings count them, their length and the guards' share") {
  // held 3 + 2 over 2 settings, guards 2 of 9
  CHECK_THAT(settings_pictures(two_settings()),
             Contains("2 settings, held for 2 ps each on average; guards take 2 ps, 22.22 %"));
  CHECK(settings_pictures({}).empty());
}

TEST_CASE("crossbars beyond the bound, and settings too many to draw, are said to be left out") {
  FabricRun run;
  run.completion = ps(10);
  for (int k = 0; k < 8; ++k) {
    run.settings.push_back({"leaf " + std::to_string(k), ps(0), ps(1), ps(10), {0}});
  }
  CHECK_THAT(settings_pictures(run), Contains("2 more crossbars are not drawn"));
}
