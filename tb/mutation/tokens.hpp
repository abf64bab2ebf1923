// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace jacquard::tb {

struct Token {
  enum class Kind { word, number, symbol };
  Kind kind = Kind::symbol;
  std::string text;
  std::size_t offset = 0;  // in the source
  std::size_t end() const { return offset + text.size(); }
  bool is(const char* what) const { return text == what; }
};

// The tokens of a SystemVerilog source, without comments, strings, attributes, and whatever stands
// between `ifdef (or `ifndef) and its `endif.
std::vector<Token> tokenize(const std::string& source);

}  // namespace jacquard::tb
