// SPDX-License-Identifier: Apache-2.0
#include "mutation/outline.hpp"

#include <initializer_list>

#include "jacquard/base/error.hpp"

namespace jacquard::tb {
namespace {

enum class Block { structure, combinational, clocked };

bool is_any(const Token& token, std::initializer_list<const char*> texts) {
  for (const char* text : texts) {
    if (token.is(text)) return true;
  }
  return false;
}

class Walker {
 public:
  explicit Walker(const std::vector<Token>& tokens) : tokens_(tokens) {}

  Outline walk() {
    for (std::size_t at = 0; at < tokens_.size();) at = item(at, Block::structure);
    return found_;
  }

 private:
  const Token& token(std::size_t at) const {
    static const Token none;
    return at < tokens_.size() ? tokens_[at] : none;
  }

  // First token after the next `;` that no bracket encloses.
  std::size_t past_semicolon(std::size_t at) const {
    while (at < tokens_.size() && !token(at).is(";")) at = past_token(at);
    return at + 1;
  }

  // Past a token, or past all that a bracket encloses.
  std::size_t past_token(std::size_t at) const {
    return is_any(token(at), {"(", "[", "{"}) ? closing(tokens_, at) + 1 : at + 1;
  }

  std::size_t past_label(std::size_t at) const { return token(at).is(":") ? at + 2 : at; }

  // One item of a module, or one statement; returns what follows it.
  std::size_t item(std::size_t at, Block block) {
    const Token& first = token(at);
    if (first.is("begin")) {
      at = past_label(at + 1);
      while (at < tokens_.size() && !token(at).is("end")) at = item(at, block);
      return past_label(at + 1);
    }
    if (first.is("if")) return if_item(at, block);
    if (first.is("for")) return item(closing(tokens_, at + 1) + 1, block);
    if (is_any(first, {"always_ff", "always_comb", "always"})) {
      ++at;
      if (token(at).is("@")) at = token(at + 1).is("*") ? at + 2 : closing(tokens_, at + 1) + 1;
      return item(at, first.is("always_ff") ? Block::clocked : Block::combinational);
    }
    if (first.is("function")) {
      at = past_semicolon(at);
      while (at < tokens_.size() && !token(at).is("endfunction"))
        at = item(at, Block::combinational);
      return at + 1;
    }
    if (is_any(first, {"endmodule", "generate", "endgenerate", ";"})) return at + 1;
    if (is_any(first, {"logic", "wire", "reg", "int", "integer"})) return declaration(at);
    if (first.is("module")) return header(at);
    if (first.is("assign")) return assignment(at + 1);
    if (first.kind != Token::Kind::word ||
        is_any(first, {"localparam", "parameter", "typedef", "genvar", "assert", "assume", "cover",
                       "input", "output"})) {
      return past_semicolon(at);
    }
    return block == Block::structure ? instance(at) : assignment(at);
  }

  std::size_t if_item(std::size_t at, Block block) {
    const std::size_t close = closing(tokens_, at + 1);
    if (block != Block::structure) {
      found_.conditions.push_back({{at + 2, close}, block == Block::clocked});
    }
    at = item(close + 1, block);
    return token(at).is("else") ? item(at + 1, block) : at;
  }

  // A port is declared with a range if its name follows one.
  std::size_t header(std::size_t at) {
    const std::size_t end = past_semicolon(at);
    for (; at < end; ++at) {
      if (token(at).is("]") && token(at + 1).kind == Token::Kind::word) {
        found_.vectors.insert(token(at + 1).text);
      }
    }
    return end;
  }

  std::size_t declaration(std::size_t at) {
    const std::size_t end = past_semicolon(at);
    const bool vector = token(at + 1).is("[");
    for (++at; at < end; at = past_token(at)) {
      if (vector && token(at).kind == Token::Kind::word) found_.vectors.insert(token(at).text);
    }
    return end;
  }

  std::size_t assignment(std::size_t at) {
    const std::size_t end = past_semicolon(at);
    std::size_t equals = at;
    while (equals < end && !is_any(token(equals), {"=", "<=", "|=", "&=", "^=", "+=", "-="})) {
      equals = past_token(equals);
    }
    if (equals < end && token(at).text.rfind("unused_", 0) != 0) {
      found_.assignments.push_back({{at, equals}, {equals + 1, end - 1}});
    }
    return end;
  }

  // type #(parameters) name (.port(expression), ...);
  std::size_t instance(std::size_t at) {
    const std::size_t end = past_semicolon(at);
    if (token(++at).is("#")) at = closing(tokens_, at + 1) + 1;
    ++at;
    if (!token(at).is("(")) return end;
    for (std::size_t port = at + 1; port + 2 < end; port = past_token(port)) {
      if (!token(port).is("(")) continue;
      found_.connections.push_back({port + 1, closing(tokens_, port)});
    }
    return end;
  }

  const std::vector<Token>& tokens_;
  Outline found_;
};

}  // namespace

Outline outline(const std::vector<Token>& tokens) { return Walker(tokens).walk(); }

std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (is_any(tokens[at], {"(", "[", "{"})) ++depth;
    if (is_any(tokens[at], {")", "]", "}"}) && --depth == 0) return at;
  }
  JQ_CHECK(false, "brackets are closed in RTL that compiles");
  return tokens.size();
}

}  // namespace jacquard::tb
