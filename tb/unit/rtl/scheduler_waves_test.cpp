// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/scheduler_waves.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <regex>

#include "jacquard/base/file.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;

namespace {

// The ports as the RTL declares them, with the ranges it gives them.
std::vector<std::string> declared(const std::map<std::string, int>& bits) {
  const std::string text = base::read_file(tb::in_source_tree("rtl/bvn/jq_scheduler.sv"));
  const std::regex port(R"((?:input|output) +logic +(?:\[([NBLWHGROS*]+)-1:0\])? *(\w+_n?[io])\b)");
  std::vector<std::string> ports;
  for (std::sregex_iterator m(text.begin(), text.end(), port), end; m != end; ++m) {
    const std::string width = (*m)[1], name = (*m)[2];
    ports.push_back(width.empty() ? name : name + "[" + std::to_string(bits.at(width) - 1) + ":0]");
  }
  return ports;
}

std::vector<std::string> arranged(const schedule::CoreShape& shape) {
  std::vector<std::string> all;
  for (const report::WaveGroup& group : rtl::scheduler_waves(shape)) {
    all.insert(all.end(), group.signals.begin(), group.signals.end());
  }
  return all;
}

void check_all(const schedule::CoreShape& shape, const std::map<std::string, int>& bits) {
  std::vector<std::string> rtl = declared(bits), waves = arranged(shape);
  REQUIRE(rtl.size() == 20);
  std::sort(rtl.begin(), rtl.end());
  std::sort(waves.begin(), waves.end());
  CHECK(waves == rtl);
}

}  // namespace

TEST_CASE("a save file arranges each port of the scheduler once, as wide as it is") {
  schedule::CoreShape shape;
  shape.ports = 48;
  shape.bits = 5;
  check_all(shape,
            {{"ROWS*N*B", 240}, {"G", 16}, {"L", 3}, {"B", 5}, {"H", 5}, {"N", 48}, {"N*W", 288}});
  shape.rows_per_clock = 4;
  check_all(shape,
            {{"ROWS*N*B", 960}, {"G", 16}, {"L", 3}, {"B", 5}, {"H", 5}, {"N", 48}, {"N*W", 288}});
}

TEST_CASE("vectors of one bit are named with their range, as Verilator writes them") {
  schedule::CoreShape shape;
  shape.ports = 2;
  shape.bits = 1;
  shape.diagonals_per_clock = 1;
  check_all(shape,
            {{"ROWS*N*B", 2}, {"G", 16}, {"L", 1}, {"B", 1}, {"H", 1}, {"N", 2}, {"N*W", 2}});
  const std::string file = rtl::scheduler_save_file(shape, "run.fst");
  CHECK(file.find("[dumpfile] \"run.fst\"") != std::string::npos);
  CHECK(file.find("TOP.jq_scheduler.hold_o[0:0]\n") != std::string::npos);
}
