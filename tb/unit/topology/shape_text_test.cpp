// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/shape_text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "support/fault_of.hpp"

using namespace jacquard::topology;
using Catch::Contains;
using jacquard::config::Place;

namespace {

std::string again(const std::string& text) {
  return show_shape(read_shape(text, {"--topology", ""}));
}

std::string fault(const std::string& text, const Place& place = {"--topology", ""}) {
  return jacquard::tb::fault_of([&] { read_shape(text, place); });
}

}  // namespace

TEST_CASE("Blocks are read in order, whatever stands between them") {
  const std::vector<BlockSize> shape = read_shape("Ring(4) Switch(8)", {"", ""});
  REQUIRE(shape.size() == 2);
  CHECK(shape[0].block == Block::ring);
  CHECK(shape[0].size == 4);
  CHECK(shape[1].block == Block::switched);
  CHECK(shape[1].size == 8);
  const std::string all = "Ring(4) FullyConnected(8) Switch(2) Crossbar(16)";
  CHECK(again(all) == all);
  CHECK(again(" Ring (4),FullyConnected( 8 )\tSwitch(2) , Crossbar(16) ") == all);
  CHECK(again("Ring(4)FullyConnected(8)Switch(2)Crossbar(16)") == all);
}

TEST_CASE("Any text is either read, and shown so that it reads back, or refused") {
  const std::vector<std::string> pieces = {
      "Ring", "Switch(", "FullyConnected", "Crossbar(3)", "(", ")", "4", "12", " ", ",", "-", "x"};
  jacquard::base::Rng rng(3, "shape text");
  int read = 0;
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = "Ring(4) FullyConnected( 8 ),Switch(2)";
    for (std::uint64_t edits = rng.below(4); edits > 0; --edits) {
      const std::size_t at = rng.below(text.size() + 1);
      const std::size_t length = std::min<std::size_t>(rng.below(8), text.size() - at);
      text.replace(at, length, pieces[rng.below(pieces.size())]);
    }
    if (!fault(text).empty()) {
      ++refused;
      continue;
    }
    ++read;
    CHECK(again(again(text)) == again(text));
  }
  CHECK(read > 1000);
  CHECK(refused > 1000);
}

TEST_CASE("A shape that cannot be read is one line with the dimension and the nearest word") {
  CHECK(
      fault("Ring(4) Swich(8)") ==
      "--topology, dimension 1: expected a block such as Ring(8) (Ring, FullyConnected, Switch or "
      "Crossbar, and its size), found \"Swich\" (did you mean 'Switch'?)");
  CHECK_THAT(fault(""), Contains("--topology: expected a block") && Contains("found nothing"));
  CHECK_THAT(fault("  "), Contains("found nothing"));
  CHECK_THAT(fault("Ring"), Contains("dimension 0: expected a size in brackets") &&
                                Contains("the end of the text"));
  CHECK_THAT(fault("Ring(x)"), Contains("a whole number of NPUs") && Contains("\"x)\""));
  CHECK_THAT(fault("Ring(-4)"), Contains("a whole number of NPUs"));
  CHECK_THAT(fault("Ring(4"), Contains("expected \")\""));
  CHECK_THAT(fault("Ring(4),"), Contains("dimension 1") && Contains("after the last comma"));
  CHECK_THAT(fault("Ring(4),,Ring(4)"), Contains("dimension 1: expected a block"));
  CHECK_THAT(fault("(4)"), Contains("dimension 0: expected a block"));
  CHECK_THAT(fault("Ring(99999999999999999999)"), Contains("at most 16777216 NPUs"));
  CHECK_THAT(fault("Rong(4)", {"a.json", "/topology"}),
             Contains("a.json#/topology, dimension 0: expected a block"));
}
