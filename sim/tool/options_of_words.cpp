// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/options_of_words.hpp"

namespace jacquard::tool {

std::vector<GivenOption> options_of_words(const std::vector<std::string>& words) {
  std::vector<GivenOption> all;
  for (const std::string& word : words) {
    const bool is_option = word.size() > 2 && word.rfind("--", 0) == 0;
    if (is_option || all.empty() || all.back()[0].rfind("--", 0) != 0 ||
        all.back()[0].find('=') != std::string::npos) {
      all.push_back({word});
    } else {
      all.back().push_back(word);
    }
  }
  return all;
}

std::string name_of(const GivenOption& option) {
  const std::string name = option[0].substr(0, option[0].find('='));
  if ((name != "--set" && name != "--sweep") || option.size() < 2) return name;
  return name + " " + option[1].substr(0, option[1].find('='));
}

}  // namespace jacquard::tool
