// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/job_from.hpp"

#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/log/log_of_job.hpp"

namespace jacquard::interop {
namespace {

// Nodes of traces have numbers of their own, which lines have not: errors are those of the traces.
LogJob by_classes(workload::Job job) {
  try {
    return job_of_log(log_of_job(job));
  } catch (const base::ConfigError&) {
    return {std::move(job), {}};
  }
}

LogJob job_of_traces(const std::string& prefix, const std::map<int, std::vector<int>>& groups) {
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(base::as_given_or_shipped(prefix), ignored);
  const bool is_goal = is_file && is_goal_file(prefix);
  const int ranks = is_goal ? 0 : is_file ? 1 : count_rank_files(prefix);
  if (ranks == 0 && !is_goal) {
    throw base::ConfigError({prefix, "", "a folder of logs, or Chakra traces as PREFIX",
                             "neither that folder nor " + rank_file(prefix, 0), ""});
  }
  const RankTraces traces = read_rank_traces(prefix, ranks);
  check_ranks(traces, groups);
  LogJob job = by_classes(job_of(traces, groups, true, OtherKinds::nearest));
  job.notes.insert(job.notes.end(), traces.notes.begin(), traces.notes.end());
  return job;
}

}  // namespace

LogJob job_from(const std::string& log_or_traces, const std::map<int, std::vector<int>>& groups) {
  std::error_code ignored;
  if (std::filesystem::is_directory(base::as_given_or_shipped(log_or_traces), ignored)) {
    return job_of_log(read_log(log_or_traces));
  }
  return job_of_traces(log_or_traces, groups);
}

}  // namespace jacquard::interop
