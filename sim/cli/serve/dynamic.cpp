// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/dynamic.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::cli {

std::shared_ptr<DynamicOptions> add_dynamic_options(Arguments& app) {
  auto o = std::make_shared<DynamicOptions>();
  add_file_option(app, "--requests", o->requests, "Recorded requests, as docs/serve.md says");
  return o;
}

bool is_dynamic(const serve::ServeConfig& config, const DynamicOptions& options) {
  return config.policy != serve::Policy::static_batch || !options.requests.empty();
}

int run_dynamic(const serve::ServeConfig&, const ServeOptions&, const DynamicOptions&,
                const Common&) {
  throw base::ConfigError({"--policy", "", "static_batch, as traffic is not there yet", "", ""});
}

std::vector<report::RowKind> dynamic_row_kinds() { return {}; }

}  // namespace jacquard::cli
