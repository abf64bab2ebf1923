// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/sweep_cases.hpp"

#include <algorithm>

#include "jacquard/tool/swept.hpp"

namespace jacquard::serve {
namespace {

std::vector<tool::Swept> read(std::vector<std::string> sweeps) {
  for (std::string& text : sweeps) {
    const std::size_t equals = std::min(text.find('='), text.size());
    text = key_of(text.substr(0, equals)) + text.substr(equals);
  }
  return tool::read_sweeps(sweeps, kMostCases);
}

}  // namespace

std::string key_of(std::string word) {
  for (char& c : word) c = c == '-' ? '_' : c;
  return word == "isl" ? "input_tokens" : word == "osl" ? "output_tokens" : word;
}

std::vector<ServeConfig> cases_of(const ServeConfig& config,
                                  const std::vector<std::string>& sweeps) {
  std::vector<ServeConfig> cases = {config};
  for (const tool::Swept& swept : read(sweeps)) {
    std::vector<ServeConfig> more;
    more.reserve(cases.size() * swept.values.size());
    for (const ServeConfig& each : cases) {
      for (const std::string& value : swept.values) {
        more.push_back(each);
        serve_fields().set(more.back(), swept.key, value, "--sweep " + swept.key);
      }
    }
    cases = std::move(more);
  }
  return cases;
}

}  // namespace jacquard::serve
