// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/slo_failed.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {

void fail_slo(const std::string& expected, double kept, const Slo& slo) {
  throw base::ConfigError({"--slo", "", expected,
                           fmt::format("{:.1f} % of requests that keep it, of {:.1f} % asked for",
                                       100 * kept, 100 * slo.share),
                           "looser limits, or faster NPUs, would do"});
}

}  // namespace jacquard::serve
