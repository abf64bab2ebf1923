// SPDX-License-Identifier: Apache-2.0
// The families of experiments beside those that send traffic through fabrics: a row each. An
// experiment says its family as "kind".
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/report/metric.hpp"
#include "sim/platform/experiment.hpp"

namespace jacquard::platform {

struct Family {
  const char* kind;  // as an experiment's "kind" says it
  // Reads, checks and runs the experiment. Throws ConfigError for whatever is wrong with it.
  Answer (*run)(const Question& question);
  // Every kind of row that it answers with.
  std::vector<report::RowKind> (*rows)();
  bool reads_requests = false;  // of question.requests; other families have no use for them
};

// Every family, in the order that errors list them.
base::Span<const Family> families();

// The family of an experiment's file, null for one of traffic through fabrics. Throws ConfigError
// for a "kind" that is none, and as config::read_json() does.
const Family* family_of(const std::string& path);

}  // namespace jacquard::platform
