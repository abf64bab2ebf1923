// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/synonyms.hpp"

#include <algorithm>
#include <cctype>

namespace jacquard::base {
namespace {

struct Synonym {
  const char* part;  // of a word, in small letters
  std::vector<std::string> names;
};

const std::vector<Synonym>& synonyms() {
  static const std::vector<Synonym> all = {
      {"reconfig", {"guard", "technology"}},
      {"switchingtime", {"guard"}},
      {"deadtime", {"guard"}},
      {"nvlink", {"bandwidth", "link_bandwidth", "Switch"}},
      {"nvswitch", {"bandwidth", "Switch"}},
      {"infiniband", {"bandwidth", "port_bandwidth", "rate", "Switch"}},
      {"roce", {"bandwidth", "port_bandwidth", "rate", "Switch"}},
      {"ethernet", {"rate", "bandwidth", "Switch"}},
      {"linkspeed", {"rate", "bandwidth"}},
      {"torus", {"Ring", "topology"}},
      {"ici", {"bandwidth", "Ring"}},
      {"propagation", {"latency", "link_delay"}},
      {"delay", {"latency", "link_delay"}},
      {"messagesize", {"bytes"}},
      {"datasize", {"bytes"}},
      {"gpus", {"npus", "ports", "chips"}},
      {"collective", {"kind"}},
  };
  return all;
}

std::string small(std::string_view word) {
  std::string text;
  for (const char c : word) {
    if (c != '-' && c != '_' && c != ' ') {
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> our_names_for(std::string_view word) {
  const std::string plain = small(word);
  for (const Synonym& synonym : synonyms()) {
    // Short words are whole ones: "ici" is also a part of "efficiency".
    const std::string part = synonym.part;
    if (part.size() < 4 ? plain == part : plain.find(part) != std::string::npos) {
      return synonym.names;
    }
  }
  return {};
}

std::string meant_by(std::string_view word, const std::vector<std::string>& candidates) {
  for (const std::string& name : our_names_for(word)) {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const auto& one) { return small(one) == small(name); });
    if (found != candidates.end()) return *found;
  }
  return "";
}

}  // namespace jacquard::base
