// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/traced_source.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"

namespace jacquard::train {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

std::string groups_beside(const std::string& prefix) {
  const fs::path path = fs::path(prefix).parent_path() / "groups.json";
  return is_file(path) ? path.string() : "";
}

std::optional<Traces> find_traces(const std::string& word) {
  std::error_code ignored;
  const fs::path path =
      fs::is_directory(word, ignored) ? fs::path(word) / "job.json" : fs::path(word);
  Traces traces;
  if (!is_file(path)) {
    if (word.empty() || interop::count_rank_files(word) == 0) return std::nullopt;
    traces.prefix = word;
    traces.groups = groups_beside(word);
    return traces;
  }
  if (path.extension() != ".json") return std::nullopt;
  traces.keys = config::read_json(path.string());
  if (!traces.keys.is_object() || !traces.keys.contains("traces")) return std::nullopt;
  traces.place = {path.string(), ""};
  const auto take = [&](const char* key, std::string& into) {
    if (!traces.keys.contains(key)) return;
    const config::Json value = traces.keys[key];
    const bool is_path = value.is_string() && !value.get<std::string>().empty();
    if (!is_path) (traces.place / key).fail("a path", config::brief(value));
    into = (path.parent_path() / value.get<std::string>()).string();
    traces.keys.erase(key);
  };
  take("traces", traces.prefix);
  take("groups", traces.groups);
  return traces;
}

interop::RankTraces read_traces(const Traces& traces, int npus) {
  const bool is_prefix = !is_file(traces.prefix);
  return interop::read_rank_traces(
      traces.prefix, is_prefix ? std::max(npus, interop::count_rank_files(traces.prefix)) : npus);
}

workload::Job job_of(const Traces& traces, const interop::RankTraces& ranks) {
  std::map<int, std::vector<int>> groups;
  if (!traces.groups.empty()) groups = astra::read_comm_groups(traces.groups, ranks.ranks());
  if (!is_file(traces.prefix)) interop::check_ranks(ranks, groups);
  return interop::job_of(ranks, groups, true, interop::OtherKinds::nearest);
}

}  // namespace jacquard::train
