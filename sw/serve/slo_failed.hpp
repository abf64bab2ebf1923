// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/serve/slo.hpp"

namespace jacquard::serve {

// Throws the ConfigError of a search that found nothing; `kept`: the largest share of requests that
// kept the SLO.
[[noreturn]] void fail_slo(const std::string& expected, double kept, const Slo& slo);

}  // namespace jacquard::serve
