// SPDX-License-Identifier: Apache-2.0
// RTL that a user brings, as Verilator sees it.
#include "jacquard/rtl/user_rtl.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <tuple>

#include "support/folder.hpp"

using namespace jacquard::rtl;
using jacquard::tb::Folder;

namespace {

UserRtl sources(const Folder& folder, const std::string& text) {
  UserRtl rtl;
  rtl.top = "m";
  rtl.files = {folder.file("m.sv", text)};
  return rtl;
}

}  // namespace

TEST_CASE("Ports have the width their type has, whatever the type") {
  const Folder folder;
  const Elaborated found = elaborate(
      sources(
          folder,
          "typedef struct packed {logic [1:0] a; logic b;} pair_t;\n"
          "typedef enum logic [3:0] {X, Y} state_e;\n"
          "module m #(parameter int N = 2, parameter LATENCY = 3) (input clk, input [N-1:0] v,\n"
          "  input logic [N-1:0][2:0] w, input pair_t p, output state_e s, input u [4],\n"
          "  input pair_t [1:0] pp, output integer i, inout z);\n"
          "  function f(input a, input b); return a & b; endfunction\n"
          "  assign s = f(clk, clk) ? X : Y; assign i = 0;\n"
          "endmodule\n"),
      {{"N", 5}, {"B", 3}});
  const std::vector<std::tuple<std::string, std::string, int>> expected = {
      {"clk", "input", 1}, {"v", "input", 5},   {"w", "input", 15},
      {"p", "input", 3},   {"s", "output", 4},  {"u", "input", 0},
      {"pp", "input", 6},  {"i", "output", 32}, {"z", "inout", 1}};
  REQUIRE(found.interface.ports.size() == expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const Port& port = found.interface.ports[k];
    CHECK(std::tuple(port.name, port.direction, port.width) == expected[k]);
  }
  CHECK(number_of(found.interface.parameters.at("LATENCY"), -1) == 3);
  CHECK(number_of(found.interface.parameters.at("N"), -1) == 5);
  CHECK(found.spec.words == std::vector<std::string>{"-GN=5"});  // it has no B
}

TEST_CASE("Ranges are read as declared, and whether anything waits for an edge") {
  const Folder folder;
  const std::string ports =
      "module m (input clk, input [0:3] a, input logic [1:0][0:2] b,\n"
      "  input [0:0][4:3] c, output reg q);\n";
  const Interface plain =
      elaborate(sources(folder, ports + "always @* q = a[0]; endmodule\n"), {}).interface;
  CHECK_FALSE(plain.clocked);
  const auto ranges = [&](const char* name) {
    std::vector<int> all;
    for (const Range& r : plain.find(name)->ranges) all.insert(all.end(), {r.left, r.right});
    return all;
  };
  CHECK(ranges("clk").empty());
  CHECK(ranges("a") == std::vector<int>{0, 3});
  CHECK(ranges("b") == std::vector<int>{1, 0, 0, 2});
  CHECK(ranges("c") == std::vector<int>{0, 0, 4, 3});
  CHECK(elaborate(sources(folder, ports + "always @(posedge clk) q <= a[0]; endmodule\n"), {})
            .interface.clocked);
}

TEST_CASE(
    "An included file and a macro are part of the text that is built, in a folder with a space") {
  const Folder folder;
  const std::string folder_name = "my rtl";
  std::filesystem::create_directories(folder.path(folder_name + "/inc"));
  folder.file(folder_name + "/inc/body.svh", "assign o = `VALUE;\n");
  UserRtl rtl;
  rtl.top = "m";
  rtl.files = {folder.file(folder_name + "/m.sv",
                           "module m(output o);\n`include \"body.svh\"\nendmodule\n")};
  rtl.include_folders = {folder.path(folder_name + "/inc")};
  rtl.defines = {"VALUE=1"};
  const std::string first = elaborate(rtl, {}).spec.text;
  CHECK(first.find("assign o = 1;") != std::string::npos);
  folder.file(folder_name + "/inc/body.svh", "assign o = !`VALUE;\n");
  CHECK(elaborate(rtl, {}).spec.text != first);
}
