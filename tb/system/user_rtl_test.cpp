// SPDX-License-Identifier: Apache-2.0
// jacquard verify --rtl as a user runs it: RTL that passes, and RTL that fails while it runs.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

namespace fs = std::filesystem;
using Catch::Contains;
using jacquard::base::data_path;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::in_source_tree;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

const std::string kPorts =
    "module arb #(parameter N = 4) (input clk_i, input rst_ni, input [N*N-1:0] req_i,\n"
    "  output reg [N*N-1:0] gnt_o);\n";

Answer verify(const Folder& folder, const std::string& file, const std::string& top,
              const Words& more) {
  Words words{"verify", "--rtl", file, "--top", top, "--quiet", "--json", "--no-timing"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words, folder);
}

Answer verify_text(const Folder& folder, const std::string& text, const Words& more = {}) {
  folder.file("arb.sv", text);
  Words words{"--kind", "arbiter", "--ports", "4"};
  words.insert(words.end(), more.begin(), more.end());
  return verify(folder, "arb.sv", "arb", words);
}

json row_of(const Answer& answer) {
  REQUIRE(json::accept(answer.out));
  return json::parse(answer.out)["rows"][0];
}

// The waveform the answer names, which must be there.
void check_waveform(const Folder& folder, const Answer& answer, const std::string& name) {
  CHECK_THAT(answer.err, Contains(name));
  REQUIRE(fs::exists(folder.path(name)));
  CHECK(fs::file_size(folder.path(name)) > 100);
}

std::string scheduler_files(const std::string& folder) {
  std::string files;
  for (const char* name :
       {"jq_bvn_unit.sv", "jq_bvn_ladder_diagonal.sv", "jq_bvn_ladder.sv", "jq_bvn_minhold.sv"}) {
    files += folder + "/" + name + ",";
  }
  return files + folder + "/jq_scheduler.sv";
}

// A copy of bvn/ in which `before` is `after`, once.
void plant(const Folder& folder, const std::string& file, const std::string& before,
           const std::string& after) {
  fs::copy(data_path("rtl"), folder.path("rtl"), fs::copy_options::recursive);
  const std::string path = folder.path("rtl/" + file);
  std::string text = jacquard::base::read_file(path);
  const std::size_t at = text.find(before);
  REQUIRE(at != text.npos);
  jacquard::base::write_file(path, text.replace(at, before.size(), after));
}

}  // namespace

TEST_CASE("A correct arbiter of another style, with LATENCY 3, passes") {
  const Folder folder;
  const Answer answer =
      verify(folder, data_path("configs") + "/rtl/round_robin_pipeline.v", "round_robin_pipeline",
             {"--kind", "arbiter", "--ports", "4", "--cases", "200"});
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json row = row_of(answer);
  CHECK(row["mismatches"] == 0);
  CHECK(row["latency_cycles"] == 3);
  CHECK(row["cases"] == 200);
  CHECK(row["exhaustive_cases"] == 65536);
  CHECK(row["waveform"] == "");
  CHECK(folder.listing().empty());
}

TEST_CASE("The tutorial's broken arbiter is caught, with the case, both sides, and a waveform") {
  const Folder folder;
  const std::string file = data_path("configs") + "/rtl/row_arbiter_broken.sv";
  const Words words{"--kind", "arbiter", "--ports", "4"};
  const Answer answer = verify(folder, file, "row_arbiter_broken", words);
  CHECK(answer.exit_code == 1);
  CHECK(row_of(answer)["mismatches"] > 0);
  CHECK(row_of(answer)["pass"] == false);
  CHECK(row_of(answer)["failing_case"] == 23);
  CHECK(row_of(answer)["failing_clock"] == 26);
  CHECK(row_of(answer)["fault"] == "output 2 is granted to several inputs: 0, 3");
  CHECK(row_of(answer)["confirmed"] == "yes");
  CHECK_THAT(answer.err, Contains("seed 1, case 23") && Contains("clock 26") &&
                             Contains("output 2 is granted to several inputs: 0, 3") &&
                             Contains("req_i = 16'h4444, prio_i = 3") &&
                             Contains("gnt_o = 16'h4004"));
  check_waveform(folder, answer, "row_arbiter_broken-seed1-case23.fst");
  CHECK(verify(folder, file, "row_arbiter_broken", words).out == answer.out);

  const Answer elsewhere =
      verify(folder, file, "row_arbiter_broken",
             {"--kind", "arbiter", "--ports", "4", "--trace", "here/broken.fst"});
  CHECK(elsewhere.exit_code == 1);
  check_waveform(folder, elsewhere, "here/broken.fst");
}

TEST_CASE("RTL that stops, fails its own assertion, or grants the wrong thing is named") {
  const Folder folder;
  const auto check = [&](const std::string& body, int exit_code, const std::string& named) {
    const Answer answer = verify_text(folder, kPorts + body + "endmodule\n");
    INFO(answer.err);
    CHECK(answer.exit_code == exit_code);
    CHECK_THAT(answer.err, Contains(named) && Contains("seed 1, case "));
    CHECK(answer.out.empty() == (exit_code == 2));
    CHECK_THAT(answer.err, Contains(".fst"));
  };
  check("  always @* gnt_o = req_i;\n  initial $finish;\n", 2, "arb.sv:4: $finish was called");
  check("  always @* gnt_o = req_i;\n  initial $stop;\n", 2, "arb.sv:4: $stop was called");
  check("  always @* begin gnt_o = 0; assert (req_i != 1) else $fatal(1, \"boom\"); end\n", 1,
        "boom");
  check("  always @* gnt_o = 0;\n", 1, "It never answers");
  check("  always @* gnt_o = ~req_i;\n", 1, "which it did not ask for");
  // Yosys does not read `inside`, so nobody has looked for the loop before it oscillates.
  check(
      "  wire odd = req_i[3:0] inside {4'h1, 4'h7};\n"
      "  always @* gnt_o = odd ? req_i & ~gnt_o : 0;\n",
      2, "did not converge");
}

TEST_CASE(
    "A wave front of vectors that ripple through themselves passes every request of four ports") {
  // Each row's tokens are one vector that depends on itself, though none of its bits does. With all
  // its optimisers on Verilator 5.006 gets 38,885 of the requests wrong.
  const std::string text =
      "module arb #(parameter N = 4) (input clk_i, input rst_ni, input [N*N-1:0] req_i,\n"
      "  output [N*N-1:0] gnt_o);\n"
      "  wire [N-1:0] down [0:N];\n"
      "  assign down[0] = {N{1'b1}};\n"
      "  genvar i;\n"
      "  generate for (i = 0; i < N; i = i + 1) begin : row\n"
      "    wire [N-1:0] asks, right;\n"
      "    wire [N:0] across;\n"
      "    assign asks = req_i[i*N +: N];\n"
      "    assign right = across[N-1:0];\n"
      "    assign across = {right & (~down[i] | ~asks), 1'b1};\n"
      "    assign gnt_o[i*N +: N] = asks & right & down[i];\n"
      "    assign down[i+1] = down[i] & (~right | ~asks);\n"
      "  end endgenerate\n"
      "endmodule\n";
  const Folder folder;
  const Answer answer = verify_text(folder, text, {"--cases", "100"});
  INFO(answer.err);
  CHECK(answer.exit_code == 0);
  const json row = row_of(answer);
  CHECK(row["pass"] == true);
  CHECK(row["mismatches"] == 0);
  CHECK(row["exhaustive_cases"] == 65536);
  CHECK(row["max_wait_cycles"] == 0);  // no state and no priority: it may starve
  CHECK(row["starved_pairs"] == 12);
  CHECK(verify_text(folder, text, {"--cases", "100", "--max-wait", "16"}).exit_code == 1);
}

TEST_CASE("Ports with ascending ranges are read as they are declared") {
  // The two ports differ, as an arbiter that is turned round as a whole is right again.
  const auto text = [](const std::string& asked, const std::string& at) {
    return "module arb #(parameter N = 4) (input clk_i, input rst_ni, input " + asked +
           " req_i,\n  output reg [N*N-1:0] gnt_o);\n"
           "  integer i, j; reg [N-1:0] left; reg taken;\n"
           "  always @* begin gnt_o = 0; left = {N{1'b1}};\n"
           "    for (i = 0; i < N; i = i + 1) begin taken = 0;\n"
           "      for (j = 0; j < N; j = j + 1) if (req_i" +
           at +
           " && left[j] && !taken) begin\n"
           "        gnt_o[i*N + j] = 1; left[j] = 0; taken = 1; end end end\n"
           "endmodule\n";
  };
  const Folder folder;
  for (const auto& [range, at] :
       {std::pair("[1:N*N]", "[i*N + j + 1]"), std::pair("[0:N-1][N-1:0]", "[i][j]")}) {
    const Answer answer = verify_text(folder, text(range, at), {"--cases", "100"});
    INFO(range << answer.err);
    CHECK(answer.exit_code == 0);
  }
}

TEST_CASE("Our own slot arbiter is an arbiter: it says its latency and how it numbers pairs") {
  const Folder folder;
  const std::string rtl = data_path("rtl") + "/arbiter/";
  const Answer answer =
      verify(folder, rtl + "jq_wwfa.sv," + rtl + "jq_slot_arbiter.sv", "jq_slot_arbiter",
             {"--kind", "arbiter", "--ports", "3", "--cases", "500", "--max-wait", "3"});
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  CHECK(row_of(answer)["latency_cycles"] == 1);
  CHECK(row_of(answer)["longest_wait_cycles"] == 3);
}

namespace {

// Without a fault `name` reaches `least` of a maximum matching; each of its three faults is caught.
void check_architecture(const std::string& name, const std::string& least) {
  const Folder folder;
  const auto verdict = [&](int fault, const Words& more) {
    Words words{"--kind",
                "arbiter",
                "--ports",
                "4",
                "--cases",
                "100",
                "--no-maximal",
                "--param",
                "FAULT=" + std::to_string(fault)};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer =
        verify(folder, in_source_tree("tb/system/arbiters/" + name + ".sv"), name, words);
    INFO(name << " with fault " << fault << ": " << answer.err);
    const json row = row_of(answer);
    CHECK(row["pass"] == (answer.exit_code == 0));
    if (row["pass"] == false) CHECK(row["confirmed"] == "yes");
    return row["fault"].get<std::string>();
  };
  CHECK(verdict(0, {"--min-efficiency", least}).empty());
  CHECK_THAT(verdict(1, {}), Contains("in 16 clocks on end and was not granted it"));
  CHECK_THAT(verdict(2, {}), Contains("alone, and was not granted it"));
  CHECK_THAT(verdict(3, {"--min-efficiency", least, "--max-wait", "0"}),
             Contains("of a maximum matching"));
}

}  // namespace

// Without faults they reach 0.86, 0.91 and 0.76 of a maximum matching.
TEST_CASE("Starvation, a lone request that waits, and a bubble are caught in a wave front") {
  check_architecture("wave_front", "0.83");
}

TEST_CASE("The same faults are caught in a round robin by rows and in iSLIP", "[full]") {
  check_architecture("row_round_robin", "0.88");
  check_architecture("islip", "0.73");
}

TEST_CASE("A verdict is printed though its waveform cannot be written") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("out"));
  folder.file("out/blocked", "");
  const Answer answer = verify_text(folder, kPorts + "  always @* gnt_o = req_i;\nendmodule\n",
                                    {"--cases", "10", "--out", "out/blocked"});
  CHECK(answer.exit_code == 1);
  const json row = row_of(answer);
  CHECK(row["pass"] == false);
  CHECK_THAT(row["fault"].get<std::string>(), Contains("is granted several outputs"));
  CHECK(row["failing_case"] > 0);
  CHECK(row["failing_clock"] > 0);
  CHECK(row["confirmed"] == "yes");
  CHECK(row["waveform"] == "");
  CHECK_THAT(answer.err, Contains("the waveform could not be written"));
}

TEST_CASE("A fault that a second simulator does not show is not the RTL's for sure") {
  // What no reset clears is x in Icarus and a random bit in Verilator.
  const Folder folder;
  const Answer answer =
      verify_text(folder,
                  kPorts +
                      "  reg left; always @(posedge clk_i) if (!rst_ni) left <= left;\n"
                      "  wire odd = left === 1'b0 || left === 1'b1;\n"
                      "  always @* gnt_o = odd ? req_i : 0;\n"
                      "endmodule\n",
                  {"--cases", "10"});
  CHECK(answer.exit_code == 1);
  CHECK(row_of(answer)["pass"] == false);
  CHECK(row_of(answer)["confirmed"] == "no");
  CHECK_THAT(answer.err, Contains("that another simulator does not show") &&
                             Contains("Icarus and Verilator do not agree: in clock"));
}

TEST_CASE("Where no second simulator is installed, its package is named") {
  const Folder folder;
  fs::create_directories(folder.path("bin"));
  for (const char* program : {"sh", "verilator", "c++", "perl", "ccache", "yosys"}) {
    for (const char* place : {"/usr/bin/", "/bin/"}) {
      if (!fs::exists(std::string(place) + program)) continue;
      fs::create_symlink(std::string(place) + program, folder.path("bin/" + std::string(program)));
      break;
    }
  }
  const std::string text = kPorts + "  always @* gnt_o = req_i;\nendmodule\n";
  verify_text(folder, text, {"--cases", "10"});  // builds the model
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path("bin").c_str(), 1);
  const Answer answer = verify_text(folder, text, {"--cases", "10"});
  ::setenv("PATH", path.c_str(), 1);
  INFO(answer.err);
  CHECK(answer.exit_code == 1);
  CHECK(row_of(answer)["confirmed"] == "unknown");
  CHECK_THAT(answer.err, Contains("not confirmed by a second simulator") &&
                             Contains("Debian package iverilog"));
}

TEST_CASE("A turn of an arbiter that no reset clears is seen by another power-up, and named") {
  const Folder folder;
  const auto text = [](const std::string& first) {
    return kPorts +
           "  reg [1:0] turn; integer i, j, k; reg [N-1:0] left;\n"
           "  always @* begin gnt_o = 0; left = {N{1'b1}};\n"
           "    for (k = 0; k < N; k = k + 1) begin i = (turn + k) % N;\n"
           "      for (j = N - 1; j >= 0; j = j - 1)\n"
           "        if (req_i[i*N + j] && left[j] && gnt_o[i*N +: N] == 0) begin\n"
           "          gnt_o[i*N + j] = 1; left[j] = 0; end end end\n"
           "  always @(posedge clk_i) " +
           first + "turn <= turn + 1;\nendmodule\n";
  };
  const Words more{"--max-wait", "0", "--cases", "100"};
  CHECK(verify_text(folder, text("if (!rst_ni) turn <= 0; else "), more).exit_code == 0);
  const Answer answer = verify_text(folder, text(""), more);
  CHECK(answer.exit_code == 1);
  CHECK_THAT(row_of(answer)["fault"].get<std::string>(), Contains("from other initial values"));
  CHECK_THAT(answer.err,
             Contains("seed 1, case ") && Contains("with an x at the end in") && Contains("turn"));
}

TEST_CASE("A scheduler that gets slower with its history is named, with the predecessor") {
  const Folder folder;
  const Words words{"--kind", "scheduler", "--ports", "3",        "--bits",
                    "4",      "--cases",   "10",      "--history"};
  const std::string ours = scheduler_files(data_path("rtl") + "/bvn");
  const Answer clean = verify(folder, ours, "jq_scheduler", words);
  INFO(clean.err);
  CHECK(clean.exit_code == 0);
  // Rows are taken in every second clock, once a run has been aborted.
  plant(folder, "bvn/jq_scheduler.sv", "assign load_ready_o = state_q == LOAD || state_q == DONE;",
        "reg slow_q, odd_q;\n"
        "  always_ff @(posedge clk_i) begin\n"
        "    if (!rst_ni) {slow_q, odd_q} <= 2'b00;\n"
        "    else {slow_q, odd_q} <= {slow_q || (abort_i && busy_o), !odd_q};\n"
        "  end\n"
        "  assign load_ready_o = (state_q == LOAD || state_q == DONE) && !(slow_q && odd_q);");
  const std::string files = scheduler_files("rtl/bvn");
  const Answer answer = verify(folder, files, "jq_scheduler", words);
  INFO(answer.err);
  CHECK(answer.exit_code == 1);
  CHECK_THAT(row_of(answer)["fault"].get<std::string>(),
             Contains("history: case ") && Contains("which was aborted: its load takes "));
  Words without = words;
  without.pop_back();
  CHECK(verify(folder, files, "jq_scheduler", without).exit_code == 0);
}

TEST_CASE("RTL that loops for ever is stopped") {
  const Folder folder;
  const Answer answer = verify_text(
      folder, kPorts +
                  "  always @* begin gnt_o = 0; while (req_i[4]) gnt_o = gnt_o + 1; end\n"
                  "endmodule\n");
  CHECK(answer.exit_code == 2);
  CHECK_THAT(answer.err, Contains("module arb") && Contains("loop for ever"));
  CHECK(answer.out.empty());
}

TEST_CASE("What the RTL prints stays off stdout, and soon off stderr") {
  const Folder folder;
  const Answer answer = verify_text(
      folder,
      kPorts +
          "  integer i, j; reg [N-1:0] left;\n"
          "  always @* begin gnt_o = 0; left = {N{1'b1}};\n"
          "    for (i = 0; i < N; i = i + 1) for (j = N - 1; j >= 0; j = j - 1)\n"
          "      if (req_i[i*N + j] && left[j] && gnt_o[i*N +: N] == 0) begin\n"
          "        gnt_o[i*N + j] = 1; left[j] = 0; end end\n"
          "  always @(posedge clk_i) begin $display(\"req %x\", req_i); $write(\"!\"); end\n"
          "endmodule\n");
  INFO(answer.err.substr(0, 400));
  CHECK(answer.exit_code == 0);
  CHECK(row_of(answer)["mismatches"] == 0);
  CHECK_THAT(answer.err, Contains("req 0000"));
  CHECK(jacquard::tb::count_lines(answer.err) < 30);
}

TEST_CASE("Our own scheduler passes as anybody's does, and bit for bit") {
  const Folder folder;
  const std::string files = scheduler_files(data_path("rtl") + "/bvn");
  for (const char* golden : {"", "ladder"}) {
    Words words{"--kind", "scheduler", "--ports", "3", "--bits", "4", "--cases", "40"};
    if (*golden != 0) words.insert(words.end(), {"--golden", golden});
    const Answer answer = verify(folder, files, "jq_scheduler", words);
    INFO(answer.err);
    CHECK(answer.exit_code == 0);
    const json row = row_of(answer);
    CHECK(row["mismatches"] == 0);
    CHECK(row["cases"] == 40);
    CHECK(row["load_cycles"] == 3);
  }
  CHECK(folder.listing().empty());
}

TEST_CASE("A scheduler that never ends is stopped at the cycle limit, which is named") {
  const Folder folder;
  plant(folder, "bvn/jq_scheduler.sv", "assign done_o       = state_q == DONE;",
        "assign done_o       = 1'b0;");
  const Answer answer =
      verify(folder, scheduler_files("rtl/bvn"), "jq_scheduler",
             {"--kind", "scheduler", "--ports", "3", "--bits", "4", "--cycle-limit", "5000"});
  CHECK(answer.exit_code == 1);
  CHECK_THAT(answer.err, Contains("never answers: no done_o after start_i within 5000 clocks") &&
                             Contains("seed 1, case 0"));
  check_waveform(folder, answer, "jq_scheduler-seed1-case0.fst");

  const Answer against = verify(
      folder, scheduler_files("rtl/bvn"), "jq_scheduler",
      {"--kind", "scheduler", "--ports", "3", "--bits", "4", "--golden", "ladder", "--seed", "2"});
  CHECK(against.exit_code == 1);
  CHECK_THAT(against.err, Contains("seed 2, case 0") && Contains("clock ") &&
                              Contains("stimulus: ready") &&
                              Contains("expected: load_ready done") && Contains("got:"));
  check_waveform(folder, against, "jq_scheduler-seed2-case0.fst");
}

TEST_CASE("A core of ours that is broken leaves a waveform of the case without being asked") {
  const Folder folder;
  plant(folder, "arbiter/jq_wwfa.sv",
        "assign left = {2{gen_diagonal[d-1].col & ~gen_diagonal[d-1].grant}};",
        "assign left = {2{gen_diagonal[d-1].col}};");
  fs::copy(data_path("configs"), folder.path("configs"), fs::copy_options::recursive);
  ::setenv("JACQUARD_DATA", folder.path("").c_str(), 1);
  const Answer answer = run_program(
      {"verify", "--core", "wwfa", "--ports", "4", "--seed", "5", "--quiet", "--json"}, folder);
  ::unsetenv("JACQUARD_DATA");
  CHECK(answer.exit_code == 1);
  const json row = row_of(answer);
  CHECK(row["mismatches"] > 0);
  CHECK_THAT(answer.err, Contains("seed 5, case ") && Contains("stimulus: 16'h") &&
                             Contains("the waveform of case "));
  bool found = false;
  for (const std::string& name : folder.listing())
    found = found || name.rfind("wwfa-seed5-case", 0) == 0;
  CHECK(found);
}
