// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/rank_traces.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file_buffer.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/skeleton.hpp"
#include "jacquard/interop/goal/traces.hpp"

namespace jacquard::interop {
namespace {

[[noreturn]] void fail_missing(const std::string& prefix, const std::string& path, int ranks) {
  const int there = count_rank_files(prefix);
  throw base::ConfigError({path, "", "a trace of each of " + std::to_string(ranks) + " ranks",
                           "no such file",
                           there == 0 ? "traces are PREFIX.0.et, PREFIX.1.et, ..."
                                      : "there are those of " + std::to_string(there)});
}

std::string text_of(const base::Digest::Value& digest) {
  return fmt::format("{:016x}{:016x}", digest.first, digest.second);
}

using base::index;

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(base::as_given_or_shipped(path), ignored);
}

// The file of a rank; "" where there is none.
std::string file_of(const std::string& prefix, int rank) {
  for (const std::string& path :
       {rank_file(prefix, rank), prefix + "." + std::to_string(rank) + ".json"}) {
    if (is_there(path)) return path;
  }
  return "";
}

void require_nodes(const std::string& prefix, const RankTraces& all) {
  for (const ChakraTrace& trace : all.distinct) {
    if (!trace.nodes.empty()) return;
  }
  if (all.distinct.empty()) return;
  throw base::ConfigError(
      {all.sources.empty() ? prefix : all.sources.front(), "", "a trace with nodes", "none", ""});
}

// Of all ranks together.
void add_notes(const std::string& prefix, RankTraces& all) {
  std::int64_t lost = 0, unsaid = 0;
  for (const std::size_t which : all.of_rank) {
    lost += all.distinct[which].lost_parents;
    unsaid += all.distinct[which].unsaid;
  }
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0) all.notes.push_back(fmt::format("{}: {} {}", prefix, count, what));
  };
  add(lost, "control dependencies on nodes that are not there, or in a cycle, are left out");
  add(unsaid, "communications do not say what they carry: each takes its recorded time");
}

}  // namespace

const std::string& RankTraces::source(int rank) const {
  return sources.empty() ? of(rank).source : sources[index(rank)];
}

std::vector<std::pair<int, int>> RankTraces::renaming(int rank) const {
  std::vector<std::pair<int, int>> names;
  if (groups.empty()) return names;
  const std::size_t first = first_with[of_rank[index(rank)]];
  const std::vector<int>& own = groups[index(rank)];
  for (std::size_t i = 0; i < own.size() && groups[first] != own; ++i) {
    names.emplace_back(groups[first][i], own[i]);
  }
  return names;
}

std::string RankTraces::group(int rank, const std::string& name) const {
  const std::size_t digits = group_digits(name);
  if (digits == 0 || groups.empty()) return name;
  const int number = std::stoi(name.substr(0, digits));
  for (const auto& [of_trace, own] : renaming(rank)) {
    if (of_trace == number) return std::to_string(own) + name.substr(digits);
  }
  return name;
}

ChakraTrace RankTraces::whole(int rank) const {
  ChakraTrace trace = of(rank);
  trace.source = source(rank);
  for (ChakraNode& node : trace.nodes) {
    for (ChakraAttribute& attribute : node.attributes) {
      if (attribute.name != "pg_name" || attribute.values.size() != 1) continue;
      auto* name = std::get_if<std::string>(&attribute.values.front());
      if (name != nullptr) *name = group(rank, *name);
    }
  }
  return trace;
}

bool is_goal_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(base::as_given_or_shipped(path), ignored)) return false;
  std::string contents;
  base::read_file_into(contents, path);
  return is_goal(contents);
}

std::string rank_file(const std::string& prefix, int rank) {
  return prefix + "." + std::to_string(rank) + ".et";
}

int count_rank_files(const std::string& prefix) {
  int ranks = 0;
  while (!file_of(prefix, ranks).empty()) ++ranks;
  return ranks;
}

RankTraces read_rank_traces(const std::string& prefix, int ranks) {
  RankTraces all;
  std::error_code ignored;
  std::string contents;
  base::Digest digest;
  if (std::filesystem::is_regular_file(base::as_given_or_shipped(prefix), ignored)) {
    base::read_file_into(contents, prefix);
    digest.add(contents);
    if (is_goal(contents)) {
      all = traces_of(parse_goal(contents, prefix), ranks);
      all.digest = text_of(digest.value());
      return all;
    }
    all.digest = text_of(digest.value());
    all.distinct.push_back(parse_checked(contents, prefix));
    all.of_rank.assign(index(ranks), 0);
    require_nodes(prefix, all);
    add_notes(prefix, all);
    return all;
  }
  std::map<base::Digest::Value, std::size_t> seen;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string path = file_of(prefix, rank);
    if (path.empty()) fail_missing(prefix, rank_file(prefix, rank), ranks);
    base::read_file_into(contents, path);
    std::optional<ChakraTrace> read;
    if (begins_as_json(contents)) {
      read = parse_chakra_json(contents, path);
      contents = write_chakra(*read);
    }
    Skeleton skeleton = skeleton_of(contents);
    const auto [entry, is_new] = seen.try_emplace(skeleton.digest, all.distinct.size());
    if (is_new) {
      all.distinct.push_back(read ? std::move(*read) : parse_chakra(contents, path));
      leave_out_lost_parents(all.distinct.back());
      check_trace(all.distinct.back());
      all.first_with.push_back(index(rank));
    }
    all.of_rank.push_back(entry->second);
    digest.add(skeleton.digest);
    for (const int group : skeleton.groups) digest.add_signed(group);
    all.groups.push_back(std::move(skeleton.groups));
    all.sources.push_back(path);
  }
  all.digest = text_of(digest.value());
  require_nodes(prefix, all);
  add_notes(prefix, all);
  return all;
}

}  // namespace jacquard::interop
