// SPDX-License-Identifier: Apache-2.0
// RTL of a user's that cannot be verified: exit code 2, one line that says what is wrong with it.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "cli/mistake.hpp"

using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::Words;

namespace {

const std::string kPorts =
    "module arb #(parameter N = 4) (input clk_i, input rst_ni, input [N*N-1:0] req_i,\n"
    "  output reg [N*N-1:0] gnt_o);\n";

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The line about a module `arb` of this text.
std::string refused(const std::string& text, const std::string& kind = "arbiter",
                    const Words& more = {}) {
  const Folder folder;
  folder.file("arb.sv", text);
  return mistake(
      with({"verify", "--rtl", "arb.sv", "--top", "arb", "--kind", kind, "--ports", "4", "--quiet"},
           more),
      folder);
}

}  // namespace

TEST_CASE("RTL that does not elaborate is refused with the tool's own line") {
  using Catch::Contains;
  CHECK_THAT(refused(kPorts + "  always @* gnt_o = req_i &;\nendmodule\n"),
             Contains("%Error: arb.sv:3:") && Contains("syntax error"));
  CHECK_THAT(refused(kPorts + "  cell u_cell (.a(clk_i));\nendmodule\n"), Contains("arb.sv:3:"));
  CHECK_THAT(refused("module other; endmodule\n"), Contains("top-module 'arb' was not found"));
  CHECK_THAT(refused("`include \"gone.svh\"\n"), Contains("arb.sv:1:") && Contains("gone.svh"));
  CHECK_THAT(refused(""), Contains("arb"));
  CHECK_THAT(refused(std::string("\x7f"
                                 "ELF\0\xff",
                                 6)),
             Contains("arb.sv:1:"));
  CHECK_THAT(refused(kPorts + "endmodule\n", "arbiter", {"--param", "M=3"}),
             Contains("not found") && Contains("M"));
}

TEST_CASE("Ports that are not an arbiter's are named, all of them, with what is expected") {
  using Catch::Contains;
  CHECK_THAT(refused("module arb(input clk_i, input rst_ni, input [15:0] req_i); endmodule\n"),
             Contains("found no gnt_o;") && Contains("output [15:0] gnt_o"));
  CHECK_THAT(refused("module arb(input clk_i, input rst_ni, input [15:0] req_i, input en_i,\n"
                     "  inout pad, output [8:0] gnt_o); endmodule\n"),
             Contains("gnt_o of 9 bits where 16 = N*N is due") &&
                 Contains("an unknown input en_i") && Contains("an unknown inout pad"));
  CHECK_THAT(refused("module arb(input clk_i, input rst_ni, output [15:0] req_i,\n"
                     "  input [15:0] gnt_o); endmodule\n"),
             Contains("req_i as an output") && Contains("gnt_o as an input"));
  CHECK_THAT(refused(kPorts + "endmodule\n", "scheduler"),
             Contains("no load_valid_i") && Contains("an unknown input req_i"));
}

TEST_CASE("RTL with a combinational loop is refused before it runs") {
  CHECK_THAT(refused(kPorts + "  always @* gnt_o = req_i & ~gnt_o;\nendmodule\n"),
             Catch::Contains("combinational loop") && Catch::Contains("arb.sv:2:"));
}

TEST_CASE("What goes with --rtl is checked before anything is built") {
  using Catch::Contains;
  const Folder folder;
  folder.file("arb.sv", kPorts + "endmodule\n");
  folder.file("loop.f", "-f loop.f\n");
  folder.file("odd.f", "arb.sv\n-work lib\n");
  folder.file("empty.f", "// nothing\n");
  const Words arb{"verify", "--rtl", "arb.sv", "--top", "arb", "--kind", "arbiter"};
  const auto line = [&](const Words& more) { return mistake(with(arb, more), folder); };
  CHECK_THAT(line({"--core", "unit"}), Contains("--core"));
  CHECK_THAT(line({"--latency", "16"}), Contains("--latency: expected a whole number in 0..15"));
  CHECK_THAT(line({"--latency", "-1"}), Contains("--latency"));
  CHECK_THAT(line({"--golden", "wwf"}), Contains("did you mean 'wwfa'?"));
  CHECK_THAT(line({"--golden", "ladder"}), Contains("--golden"));
  CHECK_THAT(line({"--cycle-limit", "5"}), Contains("--cycle-limit"));
  CHECK_THAT(line({"--useless-pairs"}), Contains("--useless-pairs"));
  CHECK_THAT(line({"--param", "N=3"}), Contains("--param") && Contains("16"));
  CHECK_THAT(line({"--param", "M"}), Contains("NAME=VALUE"));
  CHECK_THAT(line({"--ports", "65"}), Contains("--ports"));
  CHECK_THAT(mistake({"verify", "--rtl", "gone.sv", "--top", "arb", "--kind", "arbiter"}, folder),
             Contains("gone.sv"));
  CHECK_THAT(mistake({"verify", "--rtl", ".", "--top", "arb", "--kind", "arbiter"}, folder),
             Contains("directory"));
  CHECK_THAT(mistake({"verify", "--rtl", "arb.sv,arb.sv", "--kind", "arbiter"}, folder),
             Contains("--top"));
  CHECK_THAT(mistake({"verify", "--rtl", "arb.sv", "--top", "arb"}, folder), Contains("--kind"));
  CHECK_THAT(mistake({"verify", "--core", "unit", "--latency", "3"}, folder), Contains("--rtl"));
  const auto list = [&](const char* name) {
    return mistake({"verify", "-f", name, "--top", "arb", "--kind", "arbiter"}, folder);
  };
  CHECK_THAT(list("gone.f"), Contains("gone.f"));
  CHECK_THAT(list("loop.f"), Contains("loop.f") && Contains("name itself"));
  CHECK_THAT(list("odd.f"), Contains("odd.f, line 2") && Contains("-work"));
  CHECK_THAT(list("empty.f"), Contains("at least one file"));
}

TEST_CASE("Without Verilator its package is named") {
  const Folder folder;
  folder.file("arb.sv", kPorts + "endmodule\n");
  std::filesystem::create_directories(folder.path("bin"));
  std::filesystem::create_symlink("/bin/sh", folder.path("bin/sh"));
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path("bin").c_str(), 1);
  const std::string line =
      mistake({"verify", "--rtl", "arb.sv", "--top", "arb", "--kind", "arbiter"}, folder);
  ::setenv("PATH", path.c_str(), 1);
  CHECK_THAT(line, Catch::Contains("'verilator'") && Catch::Contains("Debian package verilator"));
}

TEST_CASE("RTL in a pipe is refused rather than waited for") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.path("pipe.sv").c_str(), 0600) == 0);
  const jacquard::tb::Answer answer = jacquard::tb::run_program(
      {"verify", "--rtl", "pipe.sv", "--top", "a", "--kind", "arbiter"}, folder);
  CHECK(answer.exit_code == 2);
  CHECK(answer.err.find("pipe.sv: expected a file, found a pipe") != std::string::npos);
}

TEST_CASE("A word of a map, a contract or a shape that is wrong is one line with what there is") {
  using Catch::Contains;
  const Folder folder;
  folder.file("arb.sv",
              "module arb #(parameter N = 4) (input clk, input rst, input [N-1:0] req,\n"
              "  input [1:0] mode, output reg [N-1:0] gnt);\n"
              "  always @(posedge clk) gnt <= rst ? 0 : req & -req & {N{mode[0]}};\nendmodule\n");
  folder.file("odd.json", R"({"map": ["req=req"], "ties": []})");
  const auto line = [&](const Words& more, const std::string& kind = "n-to-1") {
    return mistake(with({"verify", "--rtl", "arb.sv", "--kind", kind, "--quiet"}, more), folder);
  };
  CHECK_THAT(line({}), Contains("an input mode that nobody drives") && Contains("--tie PORT=0"));
  CHECK_THAT(line({"--map", "rek=req"}), Contains("--map") && Contains("did you mean 'req'"));
  CHECK_THAT(line({"--map", "req=requests"}), Contains("'requests'") && Contains("req, mode"));
  CHECK_THAT(line({"--map", "gone.json"}), Contains("gone.json"));
  CHECK_THAT(line({"--map", "odd.json"}), Contains("odd.json") && Contains("did you mean 'tie'"));
  CHECK_THAT(line({"--reset", "rst:upwards"}), Contains("--reset: expected PORT:high or PORT:low"));
  CHECK_THAT(line({"--tie", "mode=half"}), Contains("--tie: expected a number"));
  CHECK_THAT(line({"--tie", "mode=4"}), Contains("that fits 2 bits of mode, found 4"));
  CHECK_THAT(line({"--tie", "mode=99999999999999999999"}), Contains("that fits 2 bits of mode"));
  CHECK_THAT(line({"--tie", "mode=1", "--tie", "mode=0"}), Contains("each port once"));
  CHECK_THAT(line({"--reset", "rst:high", "--reset", "rst:low"}),
             Contains("--reset: expected each port once, found rst twice"));
  CHECK_THAT(line({"--reset", "rst:high", "--tie", "rst=0"}),
             Contains("--tie: expected each port"));
  CHECK_THAT(line({"--history"}), Contains("--history: expected --kind scheduler"));
  CHECK_THAT(line({"--history"}, "arbiter"), Contains("--history: expected --kind scheduler"));
  CHECK_THAT(line({"--tie", "mood=1"}), Contains("'mood'") && Contains("it has clk, rst, req"));
  const auto tied = [&](const Words& more, const std::string& kind = "n-to-1") {
    return line(with({"--tie", "mode=1"}, more), kind);
  };
  CHECK_THAT(tied({"--contract", "ordre=fair"}), Contains("did you mean 'order'"));
  CHECK_THAT(tied({"--contract", "order=just"}), Contains("\"fair\"") && Contains("just"));
  CHECK_THAT(tied({"--contract", "latency=99"}), Contains("--contract") && Contains("15"));
  CHECK_THAT(tied({"--contract", "ends=done"}), Contains("--contract: expected a port for done"));
  CHECK_THAT(tied({"--contract", "order=weighted", "--contract", "weights=1,2"}),
             Contains("weights of 4 requesters"));
  CHECK_THAT(tied({"--lanes", "65"}, "allocator"), Contains("--lanes") && Contains("64"));
  CHECK_THAT(tied({"--param", "N=65"}), Contains("at most 64 inputs"));
  folder.file("none.sv", "module none (input clk, input [3:0] req);\nendmodule\n");
  CHECK_THAT(mistake({"verify", "--rtl", "none.sv", "--kind", "n-to-1", "--quiet"}, folder),
             Contains("no port for gnt, valid"));
  CHECK_THAT(tied({}, "multi-cycle"), Contains("--kind: expected a port for done"));
  CHECK_THAT(tied({}, "crossbar"), Contains("no port for data (the word)"));
  CHECK_THAT(tied({}, "allocator"), Contains("no port for dest (the output it asks for)"));
  CHECK_THAT(tied({"--golden", "wwfa"}), Contains("--golden"));
  CHECK_THAT(tied({"--min-efficiency", "0.5"}), Contains("--min-efficiency"));
  CHECK_THAT(mistake({"verify", "--core", "unit", "--map", "req=req"}, folder), Contains("--rtl"));
  CHECK_THAT(mistake({"verify", "--core", "unit", "--coverage"}, folder), Contains("--rtl"));
}
