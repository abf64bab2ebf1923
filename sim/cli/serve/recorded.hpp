// SPDX-License-Identifier: Apache-2.0
// The traffic of --requests.
#pragma once

#include <cstdint>

#include "sim/cli/serve/dynamic_options.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::cli {

// Reads the file and says in whose form it is. A file without times takes them of --rate, or its
// requests are sent by --clients. Throws ConfigError as of read_requests(), and for options that
// the file needs or has no use for.
serve::TrafficSpec recorded(const serve::ServeConfig& config, const DynamicOptions& options,
                            const serve::RequestLimit& limit, std::uint64_t seed);

}  // namespace jacquard::cli
