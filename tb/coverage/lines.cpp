// SPDX-License-Identifier: Apache-2.0
#include "coverage/lines.hpp"

#include <regex>
#include <sstream>

namespace jacquard::tb {

bool in_constant_function(const std::string& source, int line) {
  static const std::regex begins(R"(^\s*function automatic .*?(\w+)\()");
  std::istringstream text(source);
  std::string code, inside, name;
  for (int number = 1; std::getline(text, code); ++number) {
    std::smatch found;
    if (std::regex_search(code, found, begins)) inside = found[1];
    if (number == line) name = inside;
    if (code.find("endfunction") != std::string::npos) inside.clear();
  }
  if (name.empty()) return false;
  const std::regex call("\\b" + name + R"(\()");
  bool called = false;
  text = std::istringstream(source);
  while (std::getline(text, code)) {
    if (!std::regex_search(code, call) || std::regex_search(code, begins)) continue;
    if (code.find("localparam") == std::string::npos) return false;
    called = true;
  }
  return called;
}

}  // namespace jacquard::tb
