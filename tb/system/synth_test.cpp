// SPDX-License-Identifier: Apache-2.0
// jacquard synth as a user runs it, at sizes that take seconds. Without its tools, what it says.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

bool tools_are_here(const Answer& answer) {
  if (answer.exit_code == 0) return true;
  WARN("not synthesised: " << answer.err);
  CHECK(answer.exit_code == 2);
  CHECK(answer.err.find("apt-get install") != std::string::npos);
  return false;
}

json row(const Answer& answer) { return json::parse(answer.out)["rows"][0]; }

// A combinational cell or an arc whose delay is always the same.
std::string arc(const std::string& from, const std::string& type, double delay) {
  std::string text = "timing () { related_pin : \"" + from + "\"; " + type;
  for (const char* table : {"cell_rise", "cell_fall", "rise_transition", "fall_transition"}) {
    const bool slew = std::string(table).find("transition") != std::string::npos;
    const std::string value = std::to_string(slew ? delay / 10 : delay);
    text += std::string(table) + " (t) { values (\"" + value + ", " + value + "\", \"" + value +
            ", " + value + "\"); } ";
  }
  return text + "}\n";
}

std::string constraint(const std::string& type, double time) {
  const std::string value = std::to_string(time);
  const std::string table =
      " (t) { values (\"" + value + ", " + value + "\", \"" + value + ", " + value + "\"); } ";
  return "timing () { related_pin : \"C\"; timing_type : " + type + "; rise_constraint" + table +
         "fall_constraint" + table + "}\n";
}

// Inverters of 0.2 ns, other gates of 0.3, flip-flops of 0.5 with a set-up of 0.1 and a hold of
// 0.05. All areas are 1.
std::string tiny_library(const std::string& unit, double ns) {
  const auto gate = [&](const char* name, const char* function, double delay) {
    const bool two = std::string(name) == "NAND2";
    const std::string input = "{ direction : input; capacitance : 0.001; }\n";
    return "cell (" + std::string(name) + ") { area : 1; pin (A) " + input +
           (two ? "pin (B) " + input : "") + "pin (Y) { direction : output; function : \"" +
           function + "\"; " + arc("A", "", delay * ns) + (two ? arc("B", "", delay * ns) : "") +
           "} }\n";
  };
  return "library (tiny) { delay_model : table_lookup; time_unit : \"1" + unit +
         "\"; capacitive_load_unit (1, pf);\n"
         "lu_table_template (t) { variable_1 : input_net_transition; variable_2 : "
         "total_output_net_capacitance; index_1 (\"0, 1000\"); index_2 (\"0, 1000\"); }\n" +
         gate("INV", "!A", 0.2) + gate("BUF", "A", 0.3) + gate("NAND2", "!(A*B)", 0.3) +
         "cell (DFF) { area : 1; ff (IQ, IQN) { clocked_on : \"C\"; next_state : \"D\"; }\n"
         "pin (C) { direction : input; clock : true; capacitance : 0.001; }\n"
         "pin (D) { direction : input; capacitance : 0.001; " +
         constraint("setup_rising", 0.1 * ns) + constraint("hold_rising", 0.05 * ns) +
         "}\npin (Q) { direction : output; function : \"IQ\"; " +
         arc("C", "timing_type : rising_edge; ", 0.5 * ns) + "} }\n}\n";
}

}  // namespace

TEST_CASE("a core measured from slices costs what the whole of it costs") {
  const Folder folder;
  const std::vector<std::string> words = {
      "synth", "--core", "ladder",  "--ports",    "12", "--bits",
      "4",     "--json", "--quiet", "--matrices", "5",  "--diagonals-per-clock",
      "2"};
  const Answer sliced = run_program(words, folder);
  if (!tools_are_here(sliced)) return;
  std::vector<std::string> again = words;
  again.push_back("--whole");
  const Answer whole = run_program(again, folder);
  REQUIRE(whole.exit_code == 0);
  CHECK(row(sliced)["synthesised"] == "slices");
  CHECK(row(whole)["synthesised"] == "whole");
  for (const char* key : {"area_um2", "cells", "flip_flops"}) {
    INFO(key);
    CHECK(row(sliced)[key].get<double>() == Approx(row(whole)[key].get<double>()).epsilon(0.04));
  }
  CHECK(row(sliced)["clock_ns"].get<double>() ==
        Approx(row(whole)["clock_ns"].get<double>()).epsilon(0.1));
  // 12 x 12 counters of 4 bits are the least a core can hold.
  CHECK(row(whole)["flip_flops"] >= 576);
  CHECK(run_program(words, folder).out == sliced.out);
}

TEST_CASE("a core of one-bit counters is synthesised without a word about the top offset") {
  const Folder folder;
  const Answer answer =
      run_program({"synth", "--core", "ladder", "--ports", "3", "--bits", "1", "--matrices", "3",
                   "--diagonals-per-clock", "1", "--json", "--quiet"},
                  folder);
  if (!tools_are_here(answer)) return;
  CHECK(row(answer)["bits"] == 1);
  CHECK(row(answer)["flip_flops"] >= 3 * 3);
  const Answer refused = run_program(
      {"synth", "--core", "ladder", "--ports", "3", "--bits", "1", "--top-offset", "1"}, folder);
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("--top-offset: expected a whole number in 0..0") != std::string::npos);
}

TEST_CASE("the fixed slot arbiter has the registers it must have and no more") {
  const Folder folder;
  const Answer answer =
      run_program({"synth", "--core", "wwfa", "--ports", "4", "--json", "--quiet"}, folder);
  if (!tools_are_here(answer)) return;
  REQUIRE(row(answer)["rotate"] == false);
  CHECK(row(answer)["flip_flops"] == 4 * 4 + 1);  // the grants, and whether they are valid
}

TEST_CASE("synth writes its picture and the critical path where it is told") {
  const Folder folder;
  const Answer answer = run_program({"synth", "--core", "unit", "--ports", "4", "--bits", "2",
                                     "--quiet", "--out", "out", "--diagonals-per-clock", "1,2"},
                                    folder);
  if (!tools_are_here(answer)) return;
  const Folder& written = folder;
  CHECK(std::filesystem::exists(written.path("out/synth.svg")));
  CHECK(std::filesystem::exists(written.path("out/synth.json")));
  CHECK(std::filesystem::exists(written.path("out/unit-n4-b2-s1-critical-path.txt")));
  CHECK(answer.out.find("No place and route") != std::string::npos);
}

TEST_CASE("a cell library that is not there is named with its source and the folder to set") {
  const Folder folder;
  const std::vector<std::string> words = {"synth", "--core", "unit", "--ports", "4"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return run_program(more, folder);
  };
  std::filesystem::create_directories(folder.path("libraries/osu018"));
  ::setenv("JACQUARD_LIBRARIES", folder.path("libraries").c_str(), 1);
  const Answer answer = with({});
  const Answer not_shipped = with({"--library", "asap7"});
  ::unsetenv("JACQUARD_LIBRARIES");
  CHECK(answer.exit_code == 2);
  CHECK(answer.out.empty());
  CHECK(answer.err.find("qflow-tech-osu018") != std::string::npos);
  CHECK(jacquard::tb::count_lines(answer.err) == 1);
  CHECK(not_shipped.err.find("JACQUARD_LIBRARIES=DIR has it in DIR/asap7") != std::string::npos);
  CHECK(with({"--library", "asap77"}).err.find("did you mean 'asap7'") != std::string::npos);
  CHECK(with({"--corner", "fs"}).err.find("--corner: ") != std::string::npos);
  CHECK(with({"--corner", "ss"}).err.find("osu018.json#/ss: expected the names of Liberty files") !=
        std::string::npos);
}

TEST_CASE("a module and a library of the user's give the clock that their delays add up to") {
  const Folder folder;
  jacquard::base::write_file(
      folder.path("two.sv"),
      "module two #(parameter int N = 1) (input logic clk, input logic [N-1:0] d,\n"
      "                                  output logic [N-1:0] q);\n"
      "  logic [N-1:0] a;\n"
      "  always_ff @(posedge clk) begin a <= d; q <= ~a; end\n"
      "endmodule\n");
  for (const auto& [unit, ns] : {std::pair{"ns", 1.0}, {"ps", 1000.0}}) {
    INFO(unit);
    const std::string name = std::string("tiny_") + unit;
    jacquard::base::write_file(folder.path(name + ".lib"), tiny_library(unit, ns));
    jacquard::base::write_file(
        folder.path(name + ".json"),
        R"({"name": "tiny", "source": "this test", "node_nm": 28, "folder": ".", "tt": [")" + name +
            R"(.lib"], "buffer": "BUF", "driver": "DFF"})");
    const Answer answer = run_program({"synth", "--rtl", "two.sv", "--param", "N=3", "--library",
                                       "./" + name + ".json", "--json", "--quiet"},
                                      folder);
    if (!tools_are_here(answer)) return;
    const json r = row(answer);
    CHECK(r["top"] == "two");
    CHECK(r["flip_flops"] == 6);
    CHECK(r["cells"] == 9);
    CHECK(r["area_um2"] == 9);
    CHECK(r["clock_ns"].get<double>() == Approx(0.5 + 0.2 + 0.1));
    CHECK(r["hold_slack_ns"].get<double>() == Approx(0.5 - 0.05).margin(0.06));
    CHECK(r["clock_16nm_lo_ns"].is_null());
  }
}

TEST_CASE("a module without a clock that can be found is refused by a line that says how") {
  const Folder folder;
  jacquard::base::write_file(folder.path("odd.sv"),
                             "module odd (input logic beat, input logic d, output logic q);\n"
                             "  always_ff @(posedge beat) q <= d;\nendmodule\n");
  const Answer answer = run_program({"synth", "--rtl", "odd.sv"}, folder);
  if (answer.err.find("apt-get install") != std::string::npos) return;
  CHECK(answer.exit_code == 2);
  CHECK(answer.err.find("--clock: expected an input of odd of one bit") != std::string::npos);
  CHECK(run_program({"synth", "--rtl", "odd.sv", "--ports", "4"}, folder).exit_code == 2);
  CHECK(run_program({"synth", "--top", "odd"}, folder).err.find("--top: expected --rtl") !=
        std::string::npos);
}
