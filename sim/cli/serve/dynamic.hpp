// SPDX-License-Identifier: Apache-2.0
// Traffic on the command line: requests that come over time, and what is asked of them.
#pragma once

#include <vector>

#include "jacquard/report/metric.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/serve/dynamic_options.hpp"
#include "sim/cli/serve/options.hpp"
#include "sim/serve/launch.hpp"
#include "sim/serve/traffic_row.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::cli {

// Whether the command asks for traffic over time, or for a queue that is always full; else it is a
// static batch.
bool is_dynamic(const serve::ServeConfig& config, const ServeOptions& words,
                const DynamicOptions& options, const Common& common);

// Throws ConfigError at options that look at what prompts begin with, where nothing says that.
void require_prefixes(const serve::ServeConfig& config, const DynamicOptions& options);

// Answers, prints, writes; gives the exit code.
int run_dynamic(const serve::ServeConfig& config, const ServeOptions& words,
                const DynamicOptions& options, const Common& common);

struct TrafficPlan;

// The requests that the options say: recorded within `limit`, or drawn.
serve::TrafficSpec spec_of(const serve::ServeConfig& config, const DynamicOptions& options,
                           const Common& common, const serve::RequestLimit& limit);

// Runs the plan and adds its row, which it gives; with a folder also writes its files there.
serve::TrafficRow run_into(report::Result& result, const TrafficPlan& plan,
                           const serve::TrafficSpec& spec, const serve::Slo& slo,
                           const std::string& folder, const ServeOptions& words,
                           const Common& common);

// What --launch asks for of the plan; without text where it asks for nothing.
serve::LaunchRow launch_of(const TrafficPlan& plan, const DynamicOptions& options);

// Says the answer, prints and writes the result, then the launch. Gives the exit code.
int finish(report::Result& result, const std::string& sentence, const serve::LaunchRow& launch,
           const Common& common);

// The result of a command on traffic, without rows.
report::Result result_of(const serve::ServeConfig& config, const DynamicOptions& options,
                         const Common& common);

std::vector<report::RowKind> dynamic_row_kinds();

}  // namespace jacquard::cli
