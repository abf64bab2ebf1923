// SPDX-License-Identifier: Apache-2.0
// The words of a Python file, line by line. Nothing of it runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::interop::recipes {

struct PythonWord {
  enum class Kind : std::uint8_t { name, number, text, mark };
  Kind kind = Kind::mark;
  std::string text;  // of a text what stands between its quotes
  int line = 0;
  bool is_formatted = false;  // f"..."

  bool is(const char* mark) const { return kind != Kind::text && text == mark; }
};

// As Python joins lines: within brackets and behind a backslash. As it parts them: at a semicolon,
// and behind the colon of a head, whose block then stands one deeper.
struct PythonLine {
  int indent = 0;
  std::vector<PythonWord> words;  // at least one
};

// Comments are left out. Throws ConfigError naming the line for a text or a bracket without an end.
std::vector<PythonLine> python_lines(const std::string& text, const std::string& file);

}  // namespace jacquard::interop::recipes
