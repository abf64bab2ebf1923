// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/liberty_text.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::synth;

namespace {

const char* const kFirst = R"(/* a licence { */
library (first) {
  time_unit : "1ps";
  capacitive_load_unit (1, ff)
  lu_table_template (t) { variable_1 : total_output_net_capacitance; }
  power_lut_template (p) { variable_1 : input_transition_time; }
  cell ("INVX1") {
    area : 2;
    leakage_power () { value : 1; }
    pin (Y) { direction : output; function : "(!A) { odd"; internal_power () { rise (p) { } } }
  }
  cell (SDFF) { ff (IQ, IQN) { clocked_on : "CK"; } }
})";

const char* const kSecond = R"(library (second) {
  time_unit : 1ps ;
  lu_table_template (t) { variable_1 : total_output_net_capacitance; }
  cell (DFF) { area : 5; ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; } }
  cell (INVX1) { area : 9; }
})";

int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
  return found;
}

}  // namespace

TEST_CASE("Several Liberty files become one library, without power and cells not used") {
  const JoinedLiberty all = join_liberty({kFirst, kSecond}, {"a.lib", "b.lib"}, {"SD*"});
  CHECK(all.cells == std::set<std::string>{"INVX1", "DFF"});
  CHECK(all.flip_flops == std::set<std::string>{"DFF"});
  CHECK(count(all.text, "library (") == 1);
  CHECK(count(all.text, "time_unit") == 1);
  CHECK(count(all.text, "lu_table_template") == 1);
  CHECK(count(all.text, "capacitive_load_unit (1, ff);") == 1);
  for (const char* left_out : {"licence", "power", "SDFF", "area : 9", ": 1ps"}) {
    CHECK(count(all.text, left_out) == 0);
  }
  CHECK(count(all.text, "function : \"(!A) { odd\"") == 1);
  // What was joined is a library again, and stays as it is.
  CHECK(join_liberty({all.text}, {"c.lib"}, {}).text == all.text);
}

TEST_CASE("A text that is no Liberty library is refused by the name of its file") {
  for (const char* text : {"", "module a; endmodule", "library (cut) { cell (A) { area : 1;",
                           "library (cut) { a : \"", "{", "\""}) {
    INFO(text);
    try {
      join_liberty({text}, {"mine.lib"}, {});
      FAIL("not refused");
    } catch (const jacquard::base::ConfigError& error) {
      CHECK(std::string(error.what()).find("mine.lib: expected a Liberty file") == 0);
    }
  }
}

TEST_CASE("Files of other units than the first are refused") {
  std::string other = kSecond;
  other.replace(other.find("1ps"), 3, "1ns");
  try {
    join_liberty({kFirst, other}, {"a.lib", "b.lib"}, {});
    FAIL("not refused");
  } catch (const jacquard::base::ConfigError& error) {
    CHECK(std::string(error.what()).find("b.lib: expected time_unit 1ps") == 0);
  }
}

TEST_CASE("Groups nested without end are refused, not followed") {
  std::string deep = "library (deep) { cell (A) ";
  for (int k = 0; k < 100; ++k) deep += "{ g () ";
  deep += "{ }" + std::string(101, '}');
  CHECK_THROWS_AS(join_liberty({deep}, {"deep.lib"}, {}), jacquard::base::ConfigError);
}

TEST_CASE("A star in a pattern stands for any text") {
  CHECK_FALSE(matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(300, 'a')));
  CHECK(matches("a*b*c", "aXbXbYc"));
  CHECK(matches("DFF", "DFF"));
  CHECK_FALSE(matches("DFF", "DFFX1"));
  CHECK(matches("*xp*_R", "NANDxp5_R"));
  CHECK_FALSE(matches("*xp*_R", "NANDx1_R"));
  CHECK(matches("*", ""));
}

TEST_CASE("The pins of a cell are had by name, with their directions") {
  const std::string text =
      "library (l) { cell (OTHER) { pin (Z) { direction : input; } }\n"
      " cell (DFF) { area : 1; pin (Q) { capacitance : 0; direction : output; timing () { } }\n"
      "  pin (\"CK\") { direction : \"input\" ; } ff (IQ, IQN) { } } }";
  CHECK(pins_of(text, "DFF") ==
        std::map<std::string, std::string>{{"CK", "input"}, {"Q", "output"}});
  CHECK(pins_of(text, "NONE").empty());
}
