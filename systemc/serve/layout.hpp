// SPDX-License-Identifier: Apache-2.0
// How prompts and answers are spread over instances: "prefill=2xtp4,decode=4xtp8".
#pragma once

#include <string>
#include <vector>

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

// "2xtp4dp2ep8": instances, and the degrees above 1 of each (tp always).
std::string text_of(const Layout& layout);

struct SplitLayout {
  Layout prefill;
  Layout decode;
};

// "prefill=2xtp4,decode=4xtp8dp2ep8". Throws ConfigError at --disaggregate.
SplitLayout parse_split(const std::string& text);

// NPUs of a replica: so many groups of tp that attend, and others that have the experts.
struct ApartLayout {
  int groups = 1;
  int tp = 1;
  int experts = 1;

  int npus() const { return groups * tp + experts; }
};
// "attention=8xtp1,experts=16". Throws ConfigError at --afd.
ApartLayout parse_afd(const std::string& text);

// Replicas of up to `most` NPUs where no degree is given: tp by powers of two up to a node's NPUs;
// of experts also cut into as many parts, and on NPUs that each attend by themselves. Those that
// the model does not divide by or whose memory holds no request are left out.
std::vector<Layout> open_layouts(const ServeConfig& config, int most);

// Nobody said a degree.
bool is_open(const ServeConfig& config);

// The configuration with the layout's degrees.
ServeConfig laid_out(ServeConfig config, const Layout& layout);

// One instance of the layout: the configuration with its degrees on as many NPUs as they need.
Setup setup_of_instance(const ServeConfig& config, const Layout& layout);

}  // namespace jacquard::serve
