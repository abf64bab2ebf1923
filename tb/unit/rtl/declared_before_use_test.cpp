// SPDX-License-Identifier: Apache-2.0
// IEEE 1800-2017 s6.5: a name is declared before it is used. The tools the RTL is written for let
// it pass; newer ones refuse it. Hierarchical names (gen_row[i].free) may be of what comes later.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "jacquard/base/file.hpp"
#include "mutation/tokens.hpp"
#include "support/source_tree.hpp"

namespace fs = std::filesystem;
using jacquard::tb::in_source_tree;
using jacquard::tb::Token;
using jacquard::tb::tokenize;

namespace {

const std::set<std::string> kTypes{"logic",   "reg",    "wire",    "bit",       "int",
                                   "integer", "genvar", "state_e", "parameter", "localparam"};
const std::set<std::string> kMoreOfAType{"logic",   "reg", "wire",   "int",
                                         "integer", "bit", "signed", "automatic"};

const std::set<std::string> kDirections{"input", "output", "inout"};

// The token after a group that opens at `at`, if one does.
std::size_t past_group(const std::vector<Token>& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const Token& t = tokens[at];
    if (t.is("[") || t.is("(") || t.is("{")) ++depth;
    if (t.is("]") || t.is(")") || t.is("}")) --depth;
    if (depth == 0) return at + 1;
  }
  return at;
}

// Where each name of the file is declared first.
std::map<std::string, std::size_t> declarations(const std::vector<Token>& tokens) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("enum")) {
      while (i < tokens.size() && !tokens[i].is("{")) ++i;
      for (const std::size_t end = past_group(tokens, i); i < end; ++i) {
        if (tokens[i].kind == Token::Kind::word) first.emplace(tokens[i].text, i);
      }
      if (i < tokens.size()) first.emplace(tokens[i].text, i);
    }
    if (i >= tokens.size() || kTypes.count(tokens[i].text) == 0) continue;
    std::size_t at = i + 1;
    while (at < tokens.size()) {
      while (at < tokens.size() && (kMoreOfAType.count(tokens[at].text) || tokens[at].is("["))) {
        at = tokens[at].is("[") ? past_group(tokens, at) : at + 1;
      }
      if (at >= tokens.size() || tokens[at].kind != Token::Kind::word) break;
      if (kTypes.count(tokens[at].text) || kDirections.count(tokens[at].text)) break;
      // A function may be called before it is declared.
      if (at + 1 < tokens.size() && tokens[at + 1].is("(")) break;
      first.emplace(tokens[at].text, at);
      for (++at; at < tokens.size() && !tokens[at].is(",") && !tokens[at].is(";") &&
                 !tokens[at].is(")");) {
        const bool opens = tokens[at].is("[") || tokens[at].is("(") || tokens[at].is("{");
        at = opens ? past_group(tokens, at) : at + 1;
      }
      if (at >= tokens.size() || !tokens[at].is(",")) break;
      ++at;
    }
  }
  return first;
}

std::vector<std::string> used_too_early(const std::string& source) {
  const std::vector<Token> tokens = tokenize(source);
  const auto first = declarations(tokens);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::word || (i > 0 && tokens[i - 1].is("."))) continue;
    const auto found = first.find(tokens[i].text);
    if (found == first.end() || found->second <= i) continue;
    if (std::find(names.begin(), names.end(), tokens[i].text) == names.end()) {
      names.push_back(tokens[i].text);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("A name that is used before its declaration is found, a later scope's member is not") {
  const std::string head = "module m #(parameter int N = 2) (input logic [N-1:0] a, output b);\n";
  CHECK(used_too_early(head + "logic c, d; assign c = a[0]; assign b = c & d; endmodule").empty());
  CHECK(used_too_early(head + "assign b = c; logic [N-1:0] c; endmodule") ==
        std::vector<std::string>{"c"});
  CHECK(used_too_early(head + "always_ff @(posedge a) b <= late;\n logic x, late = 1; endmodule") ==
        std::vector<std::string>{"late"});
  CHECK(used_too_early(head + "assign b = s == ON; enum logic {OFF, ON} s; endmodule") ==
        std::vector<std::string>{"s", "ON"});
  CHECK(used_too_early(head + "assign b = g[0].c; for (genvar i = 0; i < N; i++) begin : g\n"
                              "logic c; end endmodule")
            .empty());
  CHECK(used_too_early(head + "sub u (.c(a)); logic c; endmodule").empty());
}

TEST_CASE("Every name of the RTL is declared before it is used") {
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(in_source_tree("rtl"))) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".sv" && kind != ".svh") continue;
    INFO(entry.path().filename().string());
    CHECK(used_too_early(jacquard::base::read_file(entry.path().string())) ==
          std::vector<std::string>{});
    ++files;
  }
  CHECK(files >= 12);
}
