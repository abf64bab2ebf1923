// SPDX-License-Identifier: Apache-2.0
// jacquard verify --rtl of modules whose ports are their own: wired by role, held to a contract.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

namespace fs = std::filesystem;
using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::in_source_tree;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

const std::string kMux = in_source_tree("configs/rtl/round_robin_mux.sv");

std::string own(const std::string& name) { return in_source_tree("tb/system/arbiters/" + name); }

Answer verify(const Folder& folder, const std::string& file, const std::string& kind,
              const Words& more = {}) {
  Words words{"verify",  "--rtl",  file,          "--kind",  kind,
              "--quiet", "--json", "--no-timing", "--cases", "100"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words, folder);
}

json row_of(const Answer& answer) {
  INFO(answer.err);
  REQUIRE(json::accept(answer.out));
  return json::parse(answer.out)["rows"][0];
}

// What the port of a role was, and whether it was guessed.
std::pair<std::string, bool> port_of(const Answer& answer, const std::string& role) {
  const json rows = json::parse(answer.out)["rows"];
  for (const json& row : rows) {
    if (row.value("role", "") == role) return {row["port"], row["guessed"]};
  }
  return {"", false};
}

// The last line that the left bench prints by itself, and whether it exits with 0.
std::pair<bool, std::string> run_bench(const std::string& folder, const std::string& build) {
  const std::string command = "cd '" + folder + "' && " + build + " > log 2>&1";
  const bool passed = std::system(command.c_str()) == 0;
  return {passed, jacquard::base::read_file(folder + "/log")};
}
const std::string kIcarus =
    "iverilog -g2012 -s jq_bench -o bench.vvp design.sv checker.sv bench.sv && vvp -n bench.vvp";
const std::string kVerilator =
    "verilator --binary --assert -Wno-fatal -Wno-lint --top-module jq_bench design.sv checker.sv "
    "bench.sv && obj_dir/Vjq_bench";

}  // namespace

TEST_CASE(
    "A multiplexer that nobody described passes by its names, and leaves a bench of its own") {
  const Folder folder;
  const Answer answer = verify(folder, kMux, "n-to-1", {"--emit-bench", folder.path("bench")});
  const json row = row_of(answer);
  CHECK(answer.exit_code == 0);
  CHECK(row["pass"] == true);
  CHECK(row["latency_cycles"] == 0);
  CHECK(row["longest_wait_grants"] == 3);  // N - 1 of a round robin
  CHECK(row["throughput"] == 1.0);
  CHECK(row["request_patterns"] == 16);
  CHECK(port_of(answer, "req") == std::pair<std::string, bool>{"in_valid", true});
  CHECK(port_of(answer, "reset") == std::pair<std::string, bool>{"rst (high)", true});
  const auto [passed, said] = run_bench(folder.path("bench"), kIcarus);
  INFO(said);
  CHECK(passed);
  CHECK_THAT(said, Contains("jq_bench: PASS"));
}

TEST_CASE("Coverage counts lines, branches and bits of the user's files, and requests by grants") {
  const Folder folder;
  // Two bits of one signal in a generate block, one of them tied; and a line that nobody reaches.
  folder.file("rr.sv", R"(module rr #(parameter N = 3) (input clk_i, input rst_ni,
    input [N-1:0] req_i, output reg [N-1:0] gnt_o);
  reg [1:0] turn;
  genvar g;
  generate for (g = 0; g < 2; g = g + 1) begin : gen_bit
    wire copy = g == 0 ? turn[0] : 1'b0;
  end endgenerate
  integer k;
  always @* begin
    gnt_o = 0;
    for (k = N - 1; k >= 0; k = k - 1)
      if (req_i[(turn + k) % N]) gnt_o = 1 << ((turn + k) % N);
  end
  always @(posedge clk_i)
    if (!rst_ni) turn <= 0;
    else if (turn == 3)
      turn <= 1;
    else if (gnt_o != 0) turn <= gnt_o[0] ? 1 : gnt_o[1] ? 2 : 0;
endmodule
)");
  const Answer answer = verify(folder, "rr.sv", "n-to-1", {"--coverage", "--trace", "rr.vcd"});
  CHECK(answer.exit_code == 0);
  CHECK(row_of(answer)["pass"] == true);
  std::map<std::string, json> rows;
  const json all = json::parse(answer.out)["rows"];
  for (const json& row : all) {
    if (row.value("row_kind", "") == "coverage") rows[row["kind"]] = row;
  }
  CHECK(rows["lines"]["where"] == "rr.sv");
  CHECK(rows["lines"]["missed"] == "16-17");
  CHECK(rows["branches"]["missed"] == "16 elsif");
  CHECK_THAT(rows["bits"]["missed"].get<std::string>(),
             Contains("gen_bit[1].copy") && !Contains("gen_bit[0]") && !Contains("turn"));
  CHECK(rows["request patterns"]["hit"] == 8);
  CHECK(rows["patterns x grants"]["hit"] == 12);  // 3 * 2^2
  CHECK(rows["patterns x grants"]["total"] == 12);
  CHECK_THAT(jacquard::base::read_file(folder.path("rr.vcd")), Contains("$scope module gen_bit"));
}

TEST_CASE("A waveform that cannot be written is said before the run, also of RTL that passes") {
  const Folder folder;
  const std::pair<const char*, const char*> files[] = {{"--trace", "/proc/none/wave.fst"},
                                                       {"--trace", "/proc/none/wave.vcd"},
                                                       {"--junit", "/proc/none/checks.xml"}};
  for (const auto& [option, path] : files) {
    const Answer answer = verify(folder, kMux, "n-to-1", {option, path});
    CHECK(answer.exit_code == 2);
    CHECK(answer.out.empty());
    CHECK_THAT(answer.err, Contains("expected a place that can be written"));
  }
}

TEST_CASE("A turn that moves on without a transfer starves inputs, and the left bench shows it") {
  const Folder folder;
  const Answer answer =
      verify(folder, kMux, "n-to-1",
             {"--param", "MOVE_ON_REQUEST=1", "--emit-bench", folder.path("bench")});
  const json row = row_of(answer);
  CHECK(answer.exit_code == 1);
  CHECK(row["rule"] == "fair");
  CHECK(row["confirmed"] == "yes");
  CHECK_THAT(answer.err, Contains("ready in every 2. clock") && Contains("asks on end"));
  CHECK(fs::exists(folder.path(row["waveform"].get<std::string>())));
  const auto [passed, said] = run_bench(folder.path("bench"), kIcarus);
  CHECK_FALSE(passed);
  const std::string clock = std::to_string(row["failing_clock"].get<int>());
  CHECK_THAT(said, Contains("jq_checker: clock " + clock + ": fair") &&
                       Contains("jq_bench: FAIL: 1 faults"));
}

TEST_CASE("A stream whose output is a register passes as a crossbar, which n-to-1 points to") {
  const Folder folder;
  const Answer blamed = verify(folder, own("registered_mux.sv"), "n-to-1");
  CHECK(blamed.exit_code == 1);
  CHECK_THAT(blamed.err, Contains("--kind crossbar --outputs 1"));
  const Answer passes =
      verify(folder, own("registered_mux.sv"), "crossbar", {"--outputs", "1", "--coverage"});
  CHECK(passes.exit_code == 0);
  CHECK(row_of(passes)["served"] == 3);
  CHECK_THAT(verify(folder, kMux, "n-to-1", {"--param", "MOVE_ON_REQUEST=1"}).err,
             !Contains("--kind crossbar"));
}

TEST_CASE("The left bench of a module that stops, or never answers, fails too") {
  const Folder folder;
  const std::string ports =
      "module arb (input clk_i, input rst_ni, input [2:0] req_i, output reg [2:0] gnt_o);\n";
  folder.file("stops.sv", ports +
                              "  always @* gnt_o = req_i & (~req_i + 1);\n"
                              "  always @(posedge clk_i) if (rst_ni && req_i == 7) $finish;\n"
                              "endmodule\n");
  const Words more{"--top", "arb", "--emit-bench", folder.path("stops")};
  CHECK(verify(folder, "stops.sv", "n-to-1", more).exit_code == 2);
  const auto [passed, said] = run_bench(folder.path("stops"), kIcarus);
  CHECK_FALSE(passed);
  CHECK_THAT(said, Contains("jq_bench: UNSEEN: the module stopped the simulation"));

  folder.file("dead.sv", ports + "  always @* gnt_o = 0;\nendmodule\n");
  CHECK(verify(folder, "dead.sv", "n-to-1", {"--top", "arb", "--emit-bench", folder.path("dead")})
            .exit_code == 1);
  const auto [alive, word] = run_bench(folder.path("dead"), kIcarus);
  CHECK_FALSE(alive);
  CHECK_THAT(word, Contains(": progress") && Contains("jq_bench: FAIL"));
}

TEST_CASE("The left bench sees shares that are off by more than a round, and words that are lost") {
  const Folder folder;
  const auto weighted = [&](const std::string& off) {
    const Answer answer =
        verify(folder, own("weighted.sv"), "n-to-1",
               {"--param", "OFF=" + off, "--contract", "order=weighted", "--contract",
                "weights=4,2,1", "--emit-bench", folder.path("weighted" + off)});
    return std::pair(row_of(answer)["rule"].get<std::string>(),
                     run_bench(folder.path("weighted" + off), kIcarus).second);
  };
  CHECK(weighted("0").first.empty());
  CHECK_THAT(weighted("0").second, Contains("jq_bench: PASS"));
  CHECK(weighted("2").first == "weight");
  CHECK_THAT(weighted("2").second, Contains(": weight") && Contains("jq_bench: FAIL"));

  const auto loses = [&](const std::string& each) {
    const Answer answer = verify(
        folder, own("registered_mux.sv"), "crossbar",
        {"--outputs", "1", "--param", "LOSE=" + each, "--emit-bench", folder.path("mux" + each)});
    return std::pair(row_of(answer)["rule"].get<std::string>(),
                     run_bench(folder.path("mux" + each), kIcarus).second);
  };
  CHECK_THAT(loses("0").second, Contains("jq_bench: PASS"));
  const auto [rule, said] = loses("1");
  CHECK(rule == "lost");
  CHECK_THAT(said, Contains("jq_checker: lost: 1 words never arrive"));
}

TEST_CASE("The checks of a contract and of a core are left as JUnit XML, alike in each run") {
  const Folder folder;
  const Words bad{"--param", "MOVE_ON_REQUEST=1", "--junit", "out/j.xml"};
  CHECK(verify(folder, kMux, "n-to-1", bad).exit_code == 1);
  const std::string text = jacquard::base::read_file(folder.path("out/j.xml"));
  CHECK_THAT(text, Contains("name=\"fair\"") &&
                       Contains("<failure message=\"case 13, clock 15 since power-up: input 3"));
  verify(folder, kMux, "n-to-1", bad);
  CHECK(jacquard::base::read_file(folder.path("out/j.xml")) == text);
  const Words core{"verify",  "--core", "wwfa",    "--ports", "4",
                   "--cases", "5",      "--quiet", "--junit", "c.xml"};
  CHECK(run_program(core, folder).exit_code == 0);
  CHECK_THAT(jacquard::base::read_file(folder.path("c.xml")),
             Contains("tests=\"5\" failures=\"0\"") && Contains("name=\"case 4\""));
}

TEST_CASE("A matrix that goes on from where its last demand left it fails --history alone") {
  const Folder folder;
  const Words usual{"--map", "done=finished"};
  CHECK(verify(folder, own("slow_matrix.v"), "multi-cycle", usual).exit_code == 0);
  const Answer answer =
      verify(folder, own("slow_matrix.v"), "multi-cycle", {"--map", "done=finished", "--history"});
  CHECK(answer.exit_code == 1);
  CHECK(row_of(answer)["rule"] == "history");
  CHECK(row_of(answer)["confirmed"] == "yes");
  CHECK_THAT(answer.err, Contains("'all ask' after 'all ask' is answered otherwise"));
}

TEST_CASE("A register that no reset clears is found by power-ups that differ, and is named") {
  const Folder folder;
  const Answer answer = verify(folder, kMux, "n-to-1", {"--tie", "rst=0"});
  CHECK(answer.exit_code == 1);
  CHECK(row_of(answer)["rule"] == "power-up");
  CHECK_THAT(answer.err, Contains("with an x at the end in turn"));
}

TEST_CASE("Queues in structs and unpacked arrays are wired by path, with a reset and a tie") {
  const Folder folder;
  folder.file("map.json", R"({"map": ["req=ask.want", "dest=ask.port", "gnt=won", "clk=clk_core"],
                              "reset": ["clear_b:low"], "tie": ["speed=2"]})");
  const Answer answer = verify(folder, own("lane_allocator.sv"), "allocator",
                               {"--map", "map.json", "--outputs", "4"});
  const json row = row_of(answer);
  CHECK(answer.exit_code == 0);
  CHECK(row["inputs"] == 3);
  CHECK(row["lanes"] == 2);
  CHECK(row["outputs"] == 4);
  CHECK(row["served"] == 6);
  CHECK(port_of(answer, "dest") == std::pair<std::string, bool>{"ask.port", false});
}

TEST_CASE("A crossbar carries its words, and one that changes what is offered does not") {
  const Folder folder;
  const Answer answer = verify(folder, own("stream_crossbar.v"), "crossbar");
  CHECK(answer.exit_code == 0);
  CHECK(row_of(answer)["served"] == 9);
  CHECK(row_of(answer)["to_serve"] == 9);
  const Answer slips = verify(folder, own("stream_crossbar.v"), "crossbar",
                              {"--param", "SLIP=1", "--emit-bench", folder.path("bench")});
  CHECK(slips.exit_code == 1);
  CHECK(row_of(slips)["rule"] == "held");
  CHECK_THAT(run_bench(folder.path("bench"), kIcarus).second, Contains(": held"));
}

TEST_CASE("An answer of several clocks is waited for, and a fixed order is found without a clock") {
  const Folder folder;
  const json slow =
      row_of(verify(folder, own("slow_matrix.v"), "multi-cycle", {"--map", "done=finished"}));
  CHECK(slow["pass"] == true);
  CHECK(slow["served"] == 9);
  const Answer tree = verify(folder, own("fixed_tree.sv"), "n-to-1");
  CHECK(row_of(tree)["pass"] == true);
  CHECK_THAT(row_of(tree)["contract"].get<std::string>(), Contains("order=fixed-high"));
  const Answer fair = verify(folder, own("fixed_tree.sv"), "n-to-1", {"--contract", "order=fair"});
  CHECK(fair.exit_code == 1);
  CHECK(row_of(fair)["rule"] == "fair");
}

TEST_CASE("Verilator runs the left benches alone", "[full]") {
  const Folder folder;
  verify(folder, kMux, "n-to-1", {"--emit-bench", folder.path("good")});
  verify(folder, kMux, "n-to-1",
         {"--param", "MOVE_ON_REQUEST=1", "--emit-bench", folder.path("bad")});
  CHECK_THAT(run_bench(folder.path("good"), kVerilator).second, Contains("jq_bench: PASS"));
  const auto [passed, said] = run_bench(folder.path("bad"), kVerilator);
  CHECK_FALSE(passed);
  CHECK_THAT(said, Contains(": fair"));
}
