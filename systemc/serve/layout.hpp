// SPDX-License-Identifier: Apache-2.0
// How prompts and answers are spread over instances: "prefill=2xtp4,decode=4xtp8".
#pragma once

#include <string>

#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// So many instances of tp x pp x dp NPUs each, experts in ep parts.
struct Layout {
  int instances = 1;
  int tp = 1;
  int pp = 1;
  int dp = 1;
  int ep = 0;

  int npus() const { return instances * tp * pp * dp; }
};

struct SplitLayout {
  Layout prefill;
  Layout decode;
};

// "prefill=2xtp4,decode=4xtp8dp2ep8". Throws ConfigError at --disaggregate.
SplitLayout parse_split(const std::string& text);

// One instance of the layout: the configuration with its degrees on as many NPUs as they need.
Setup setup_of_instance(const ServeConfig& config, const Layout& layout);

}  // namespace jacquard::serve
