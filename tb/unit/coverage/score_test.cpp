// SPDX-License-Identifier: Apache-2.0
#include "coverage/score.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard;

namespace {

constexpr const char* kSource = R"(module m;
  function automatic logic [3:0] of_port(input int b);
    for (int i = 0; i < 4; i++) of_port[i] = i > b;
  endfunction
  localparam logic [3:0] PORT = of_port(1);
  function automatic logic negated(input logic a);
    negated = !a;
  endfunction
  assign b = negated(c);
endmodule
)";

std::string point(const std::string& line, const std::string& what, const std::string& count) {
  return "C '\x01"
         "f\x02m.sv\x01l\x02" +
         line +
         "\x01n\x02"
         "3\x01page\x02v_line/m\x01o\x02" +
         what + "\x01h\x02TOP.m' " + count + "\n";
}

}  // namespace

TEST_CASE("A function of which only localparams are made has no lines to cover") {
  CHECK(tb::in_constant_function(kSource, 3));
  CHECK_FALSE(tb::in_constant_function(kSource, 5));
  CHECK_FALSE(tb::in_constant_function(kSource, 7));
}

TEST_CASE("Line points of several runs are added up, and those never reached are named") {
  rtl::LineCounts counts;
  rtl::add_line_counts(point("3", "block", "0") + point("7", "if", "0") + point("7", "else", "4"),
                       counts);
  rtl::add_line_counts(point("9", "if", "0") + point("7", "if", "1"), counts);
  const tb::Score score = tb::line_score("m.sv", kSource, counts);
  CHECK(score.points == 3);
  CHECK(score.covered == 2);
  CHECK(score.no_hardware == 1);
  CHECK(score.missing == std::vector<std::string>{"m.sv:9 if"});
  CHECK_THROWS_AS(rtl::add_line_counts("", counts), base::ConfigError);
}

TEST_CASE("A bit has two points, unless it is proved constant or no hardware") {
  tb::Device device;
  device.name = "ladder";
  device.module = "jq_scheduler";
  const std::string core = "gen_ladder.u_core.";
  const std::vector<rtl::SignalToggles> signals = {
      {"busy_o", {{true, true, false}}},
      {core + "a", {{true, true, false}, {true, false, true}, {false, false, false}}},
      {core + "unused_b", {{false, false, false}}},
      {core + "unnamedblk1.i", {{false, false, false}}}};
  const auto still = tb::still_bits(signals);
  REQUIRE(still.size() == 2);
  CHECK((still[0].signal == core + "a" && still[0].bit == 1 && still[0].value));
  CHECK((still[1].bit == 2 && !still[1].value));

  const tb::Score score = tb::toggle_score(device, "jq_bvn_ladder", signals, {still[1]});
  CHECK(score.points == 4);
  CHECK(score.covered == 3);
  CHECK(score.constant == 2);
  CHECK(score.no_hardware == 4);
  CHECK(score.percent() == Approx(75));
  CHECK(score.missing == std::vector<std::string>{core + "a[1] never falls"});
  CHECK(tb::toggle_score(device, "jq_scheduler", signals, {}).points == 2);
}
