// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/loom.hpp"

#include <catch2/catch.hpp>

#include "jacquard/report/stack/windows.hpp"
#include "unit/report/stack/two_stages.hpp"

using namespace jacquard;
using report::kNewSetting;
using report::kNothingSent;

namespace {

constexpr int kTp = 0, kPp = 1;
const std::uint8_t tp = report::label_index(kTp, false);
const std::uint8_t pp = report::label_index(kPp, false);

using Pixels = std::vector<std::uint8_t>;

Pixels column(report::Picture picture, int x) {
  Pixels pixels;
  for (int y = 0; y < picture.height; ++y) pixels.push_back(picture.at(x, y));
  return pixels;
}

Pixels row(report::Picture picture, int y) {
  Pixels pixels;
  for (int x = 0; x < picture.width; ++x) pixels.push_back(picture.at(x, y));
  return pixels;
}

}  // namespace

TEST_CASE("A column of a loom has each colour as high as the label's share of the time") {
  const auto rows = report::sending_rows(tb::two_stages());
  REQUIRE(rows.size() == 2);
  // Of four slots two are tp's and one is pp's.
  CHECK(column(report::paint_loom({rows[0]}, {0, 4}, {1, 4, {}}), 0) ==
        Pixels{tp, tp, pp, kNothingSent});
  // Of slots 2 and 3 one is pp's.
  CHECK(column(report::paint_loom({rows[0]}, {0, 4}, {2, 4, {}}), 1) ==
        Pixels{pp, pp, kNothingSent, kNothingSent});
  // The stage that receives sends nothing.
  CHECK(column(report::paint_loom(rows, {0, 4}, {1, 1, {}}), 0)[1] == kNothingSent);
}

TEST_CASE("Wide slots stand apart, a mark before a new setting") {
  const auto rows = report::sending_rows(tb::two_stages());
  CHECK(row(report::paint_loom({rows[0]}, {2, 4}, {10, 1, {}}), 0) ==
        Pixels{0, 0, 0, 0, 0, kNewSetting, kNewSetting, pp, pp, 0});
  CHECK(row(report::paint_loom({rows[0]}, {0, 2}, {10, 1, {}}), 0) ==
        Pixels{kNewSetting, kNewSetting, tp, tp, 0, tp, tp, tp, tp, 0});
}

TEST_CASE("All but one micro-batch are pale") {
  const auto rows = report::sending_rows(tb::two_stages());
  CHECK(row(report::paint_loom({rows[0]}, {0, 4}, {4, 1, 1}), 0) ==
        Pixels{report::label_index(kTp, true), report::label_index(kTp, true), kNothingSent, pp});
}

TEST_CASE("A slot that two calls share is drawn once") {
  stack::Stack made = tb::two_stages();
  stack::Placed joins = made.timeline.placed[1];
  joins.lead = base::Bytes{35};
  made.timeline.placed.push_back(joins);
  const auto rows = report::sending_rows(made);
  REQUIRE(rows[0].sent.size() == 3);
  CHECK(rows[0].sent[2].begin == rows[0].sent[2].end);
}

TEST_CASE("The slots worth a closer look are those of the most different traffic") {
  stack::Stack made = tb::two_stages();
  const stack::Placed around = made.timeline.placed[0], on = made.timeline.placed[1];
  made.timeline.placed.clear();
  const auto at = [&](stack::Placed placed, std::int64_t start) {
    placed.start = start;
    made.timeline.placed.push_back(placed);
  };
  at(around, 0);
  at(around, 8);
  at(on, 100);
  at(around, 105);
  at(around, 200);
  made.timeline.slots = 202;
  CHECK(report::richest(made, 10).from == 100);
  CHECK(report::richest(made, 10).to == 110);
  CHECK(report::richest(made, 500).slots() == 202);
  // Call 1 is micro-batch 1, the later of two.
  const auto one = report::middle_micro_batch(made);
  REQUIRE(one);
  CHECK(one->number == 1);
  CHECK(one->window.from == 100);
  CHECK(one->window.to == 101);
}
