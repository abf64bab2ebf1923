// SPDX-License-Identifier: Apache-2.0
// What later versions of Verilator write of a design, as their documents and own tests have it.
#include <catch2/catch.hpp>
#include <string>

#include "jacquard/rtl/interface.hpp"

using namespace jacquard::rtl;

namespace {

// Types by address; a module `arb` of N = 4, and a cell of it.
const std::string kTypes = R"json("miscsp": [{"type": "TYPETABLE", "addr": "(C)", "typesp": [
  {"type": "BASICDTYPE", "addr": "(1)", "keyword": "logic"},
  {"type": "BASICDTYPE", "addr": "(16)", "keyword": "logic", "range": "15:0"},
  {"type": "BASICDTYPE", "addr": "(up)", "keyword": "logic", "range": "0:15"},
  {"type": "BASICDTYPE", "addr": "(4)", "keyword": "logic", "range": "3:0"},
  {"type": "PACKARRAYDTYPE", "addr": "(4x4)", "declRange": "[3:0]", "refDTypep": "(4)"},
  {"type": "REFDTYPE", "addr": "(named)", "refDTypep": "(4x4)"},
  {"type": "STRUCTDTYPE", "addr": "(pair)", "membersp": [
    {"type": "MEMBERDTYPE", "addr": "(a)", "refDTypep": "(4)"},
    {"type": "MEMBERDTYPE", "addr": "(b)", "refDTypep": "(1)"}]},
  {"type": "UNPACKARRAYDTYPE", "addr": "(unpacked)", "declRange": "[15:0]", "refDTypep": "(1)"}
]}])json";

std::string port(const std::string& name, const std::string& direction, const std::string& type) {
  return R"({"type": "VAR", "name": ")" + name + R"(", "direction": ")" + direction +
         R"(", "varType": "PORT", "dtypep": ")" + type + R"("})";
}

std::string design(const std::string& statements, const std::string& of_cell = "") {
  return R"({"type": "NETLIST", "modulesp": [
    {"type": "MODULE", "name": "cell", "level": 3, "stmtsp": [)" +
         of_cell + R"(]},
    {"type": "MODULE", "name": "arb", "level": 2, "stmtsp": [)" +
         statements + R"(]},
    {"type": "MODULE", "name": "@CONST-POOL@", "level": 0, "stmtsp": []}], )" +
         kTypes + "}";
}

std::string always(const std::string& edge, const std::string& statement) {
  return R"({"type": "ALWAYS", "sensesp": [{"type": "SENTREE", "sensesp": [
    {"type": "SENITEM", "edgeType": ")" +
         edge + R"("}]}], "stmtsp": [{"type": ")" + statement + R"("}]})";
}

}  // namespace

TEST_CASE("Ports of the top module are read from JSON with direction, width and ranges") {
  const Interface found = read_interface_json(
      design(port("clk_i", "INPUT", "(1)") + "," + port("req_i", "INPUT", "(16)") + "," +
                 port("gnt_o", "OUTPUT", "(up)") + "," + port("rows_i", "INPUT", "(named)") + "," +
                 port("pair_i", "INPUT", "(pair)") + "," + port("odd_i", "INPUT", "(unpacked)") +
                 "," + port("between", "NONE", "(16)"),
             port("of_the_cell", "INPUT", "(1)")));
  REQUIRE(found.ports.size() == 6);
  const auto width = [&](const char* name) { return found.find(name)->width; };
  CHECK(width("clk_i") == 1);
  CHECK(width("req_i") == 16);
  CHECK(width("rows_i") == 16);  // 4 x 4
  CHECK(width("pair_i") == 5);   // 4 + 1
  CHECK(width("odd_i") == 0);    // no packed vector
  CHECK(found.find("gnt_o")->direction == "output");
  REQUIRE(found.find("gnt_o")->ranges.size() == 1);
  CHECK(found.find("gnt_o")->ranges[0].ascending());
  CHECK(found.find("rows_i")->ranges.size() == 2);
  CHECK(found.find("pair_i")->ranges.empty());
}

TEST_CASE("Parameters are read from JSON as Verilator writes their values, and none of a cell") {
  const auto of_type = [](const char* name, const char* type, const char* value) {
    return std::string(
               R"json({"type": "VAR", "direction": "NONE", "dtypep": "(4)", "name": ")json") +
           name + R"json(", "varType": ")json" + type +
           R"json(", "valuep": [{"type": "CONST", "name": ")json" + value + R"json("}]})json";
  };
  const std::string parameter = of_type("N", "GPARAM", "32'sh4");
  const auto parameters =
      read_interface_json(design(parameter + "," + of_type("W", "LPARAM", "32'sh9"))).parameters;
  CHECK(parameters == std::map<std::string, std::string>{{"N", "32'sh4"}});
  CHECK(read_interface_json(design("", parameter)).parameters.empty());
}

TEST_CASE("State in JSON is what any module assigns at an edge, not where it only prints") {
  CHECK(read_interface_json(design(always("POS", "ASSIGNDLY"))).clocked);
  CHECK(read_interface_json(design("", always("NEG", "ASSIGNDLY"))).clocked);
  CHECK_FALSE(read_interface_json(design(always("POS", "DISPLAY"))).clocked);
  CHECK_FALSE(read_interface_json(design(always("CHANGED", "ASSIGN"))).clocked);
}

TEST_CASE("Text that is no JSON of a design has no ports, and ends") {
  for (const char* text : {"", "{", "[]", "7", R"({"modulesp": 7})",
                           R"({"type": "MODULE", "level": 2, "stmtsp": "x"})",
                           R"({"type": "MODULE", "level": 2, "stmtsp": [7, {"type": "VAR"}]})"}) {
    CAPTURE(text);
    CHECK(read_interface_json(text).ports.empty());
  }
  // A type that is of itself.
  const Interface found = read_interface_json(
      R"json({"type": "MODULE", "level": 2, "stmtsp": [
        {"type": "VAR", "name": "a", "direction": "INPUT", "dtypep": "(1)"},
        {"type": "REFDTYPE", "addr": "(1)", "refDTypep": "(1)"}]})json");
  REQUIRE(found.ports.size() == 1);
  CHECK(found.ports[0].width == 0);
}
