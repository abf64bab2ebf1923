// SPDX-License-Identifier: Apache-2.0
// Where the traces of a job are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::train {

struct Traces {
  std::string prefix;                          // or one file for all ranks
  std::string groups;                          // a file; "" for none
  config::Json keys = config::Json::object();  // of train, beside them
  config::Place place;                         // of these; without source where there is no file
};

// Those of a file with the key "traces", as `trace import` writes it, of a folder with such a
// job.json, or of the PREFIX of PREFIX.0.et; nothing of another word.
std::optional<Traces> find_traces(const std::string& word);

// All ranks of a PREFIX that there are, and at least as many as NPUs. Throws ConfigError as
// read_rank_traces() and check_ranks() do.
interop::RankTraces read_traces(const Traces& traces, int npus);
// Kinds of collectives that the engines lack are the nearest of theirs.
workload::Job job_of(const Traces& traces, const interop::RankTraces& ranks);

// Of Chakra traces: the file of groups that trace export writes beside them; "" where there is
// none.
std::string groups_beside(const std::string& prefix);

}  // namespace jacquard::train
