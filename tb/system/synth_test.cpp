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

TEST_CASE("power is that of the netlist at work, and a decision takes it for its clocks") {
  const Folder folder;
  const Answer answer = run_program({"synth", "--core", "unit", "--ports", "3", "--bits", "2",
                                     "--matrices", "3", "--diagonals-per-clock", "1", "--power",
                                     "--demand-class", "uniform,sparse", "--json", "--quiet"},
                                    folder);
  if (!tools_are_here(answer)) return;
  const json answered = json::parse(answer.out);
  REQUIRE(answered["rows"].size() == 2);
  for (const json& r : answered["rows"]) {
    const auto at = [&](const char* key) { return r[key].get<double>(); };
    CHECK(r["synthesised"] == "whole");
    CHECK(at("power_mw") ==
          Approx(at("power_internal_mw") + at("power_switching_mw") + at("power_leakage_mw")));
    CHECK(at("energy_per_decision_j") == Approx(at("power_mw") * 1e-3 * at("time_us") * 1e-6));
    // Each flip-flop at each clock, as its Liberty file has it: a pin of .0279235 pF at 1.8 V, and
    // the first energies of a rise and of a fall of CLK.
    const double pj = 0.0279235 * 1.8 * 1.8 + 0.006865 + 0.11034;
    CHECK(at("power_clock_mw") == Approx(at("flip_flops") * pj / at("clock_ns")));
    CHECK(at("power_mw") > at("power_clock_mw"));
    CHECK(r["power_activity"].get<std::string>().find("of matrices 0 to 2") != std::string::npos);
  }
}

TEST_CASE("a placed arbiter is slower by its wires, and its wires weigh what their layers do") {
  const Folder folder;
  const Answer answer = run_program(
      {"synth", "--core", "wwfa", "--ports", "3", "--placed", "--json", "--quiet"}, folder);
  if (!tools_are_here(answer)) return;
  const json answered = json::parse(answer.out);
  REQUIRE(answered["rows"].size() == 2);
  for (const json& r : answered["rows"]) {
    const auto at = [&](const char* key) { return r[key].get<double>(); };
    CHECK(at("placed_clock_ns") > at("clock_ns"));
    CHECK(at("placed_clock_ns") < 1.5 * at("clock_ns"));
    CHECK(at("utilisation") > 0.8);
    CHECK(at("utilisation") <= 1);
    // A cell's nets go to others, most of them next to it: some 1 um for each at the very least.
    CHECK(at("wire_mm") * 1e3 > at("cells"));
    // Of the LEF: metal6 has the least, metal1 the most capacitance.
    CHECK(at("wire_pf") > at("wire_mm") * 1e3 * (0.5 * 3e-6 + 2 * 2e-5));
    CHECK(at("wire_pf") < at("wire_mm") * 1e3 * (0.3 * 3.8e-5 + 2 * 8e-5));
  }
  const Answer again = run_program(
      {"synth", "--core", "wwfa", "--ports", "3", "--placed", "--json", "--quiet"}, folder);
  CHECK(again.out == answer.out);
}

TEST_CASE("parity costs a bit for each counter, and its core decides as fast") {
  const Folder folder;
  std::vector<std::string> words = {"synth",
                                    "--core",
                                    "ladder",
                                    "--ports",
                                    "4",
                                    "--bits",
                                    "4",
                                    "--json",
                                    "--quiet",
                                    "--matrices",
                                    "3",
                                    "--whole",
                                    "--diagonals-per-clock",
                                    "2"};
  const Answer plain = run_program(words, folder);
  if (!tools_are_here(plain)) return;
  words.push_back("--parity");
  const Answer with_parity = run_program(words, folder);
  REQUIRE(with_parity.exit_code == 0);
  // A bit for each counter, one that compares for each diagonal, and what is told.
  CHECK(row(with_parity)["flip_flops"].get<int>() ==
        row(plain)["flip_flops"].get<int>() + 16 + 4 + 1);
  CHECK(row(with_parity)["cycles_mean"] == row(plain)["cycles_mean"]);
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

TEST_CASE(
    "registers alone, in a library that the user describes, have the area of so many flip-flops") {
  const Folder folder;
  jacquard::base::write_file(
      folder.path("two.sv"),
      "module two #(parameter int N = 1) (input logic clk, input logic [N-1:0] d,\n"
      "                                  output logic [N-1:0] q);\n"
      "  logic [N-1:0] a;\n"
      "  always_ff @(posedge clk) begin a <= d; q <= a; end\n"
      "endmodule\n");
  const auto library = [&](const std::string& driver, const std::string& more = "") {
    jacquard::base::write_file(
        folder.path("mine.json"),
        R"({"name": "mine", "source": "Debian", "node_nm": 28, "tt": ["osu018_stdcells.lib"], )"
        R"("folder": "/usr/share/qflow/tech/osu018", "buffer": "BUFX4", "driver": ")" +
            driver + "\"" + more + "}");
    return run_program({"synth", "--rtl", "two.sv", "--param", "N=3", "--library", "./mine.json",
                        "--json", "--quiet"},
                       folder);
  };
  const Answer answer = library("DFFPOSX1");
  if (!tools_are_here(answer)) return;
  const json r = row(answer);
  CHECK(r["top"] == "two");
  CHECK(r["library"] == "mine");
  CHECK(r["flip_flops"] == 6);
  CHECK(r["cells"] == 6);
  CHECK(r["area_um2"] == 6 * 96);  // of a DFFPOSX1, as its Liberty file has it
  CHECK(r["hold_slack_ns"].get<double>() > 0);
  CHECK(r["hold_slack_ns"].get<double>() < r["clock_ns"].get<double>());
  CHECK_FALSE(r.contains("clock_16nm_lo_ns"));  // 28 nm are not scaled
  CHECK(library("INVX1").err.find(
            "mine.json#/driver: expected a flip-flop of the library's files") != std::string::npos);
  const auto refused = [&](const std::string& more) { return library("DFFPOSX1", more).err; };
  CHECK(refused(R"(, "buffer_input": "I")")
            .find("mine.json#/buffer_input: expected an input of the cell BUFX4: A, found I") !=
        std::string::npos);
  CHECK(refused(R"(, "buffer_output": "A")")
            .find("mine.json#/buffer_output: expected an output of the cell BUFX4: Y, found A") !=
        std::string::npos);
  CHECK(
      refused(R"(, "driver_output": "QN")")
          .find("mine.json#/driver_output: expected an output of the cell DFFPOSX1: Q, found QN") !=
      std::string::npos);
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
  CHECK(run_program({"synth", "--rtl", "odd.sv", "--power"}, folder)
            .err.find("no demand is known for the ports of --rtl") != std::string::npos);
  CHECK(run_program({"synth", "--top", "odd"}, folder).err.find("--top: expected --rtl") !=
        std::string::npos);
}
