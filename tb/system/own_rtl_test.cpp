// SPDX-License-Identifier: Apache-2.0
// jacquard verify --rtl as a user runs it: RTL that passes, and RTL that fails while it runs.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

namespace fs = std::filesystem;
using Catch::Contains;
using jacquard::base::data_path;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
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
  for (const char* name : {"jq_bvn_unit.sv", "jq_bvn_ladder.sv", "jq_bvn_minhold.sv"}) {
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
