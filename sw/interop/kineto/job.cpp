// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/kineto/agree.hpp"

namespace jacquard::interop {
namespace {

using base::at;
using base::index;

[[noreturn]] void fail(const std::string& source, const std::string& where, std::string expected,
                       std::string found, std::string hint = "") {
  throw base::ConfigError({source, where, std::move(expected), std::move(found), std::move(hint)});
}

std::string missing_of(const std::vector<bool>& there) {
  constexpr int kShown = 8;
  std::string text;
  int missing = 0;
  for (std::size_t rank = 0; rank < there.size(); ++rank) {
    if (there[rank] || ++missing > kShown) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(rank);
  }
  return missing > kShown ? fmt::format("{}, ... ({} ranks)", text, missing) : text;
}

// A run of one process may say no rank.
void require_place(KinetoRank& rank, std::size_t files) {
  if (rank.rank < 0 && files == 1) rank.rank = 0;
  if (rank.world < 0 && files == 1) rank.world = 1;
  if (rank.rank >= 0) return;
  fail(rank.source, "/distributedInfo",
       fmt::format("the rank and world_size of one of {} files", files), "none");
}

std::vector<KinetoRank> by_number(std::vector<KinetoRank> read) {
  for (KinetoRank& rank : read) require_place(rank, read.size());
  const KinetoRank& first = read.front();
  std::vector<bool> there(index(first.world));
  std::sort(read.begin(), read.end(),
            [](const KinetoRank& a, const KinetoRank& b) { return a.rank < b.rank; });
  for (std::size_t i = 0; i < read.size(); ++i) {
    const KinetoRank& rank = read[i];
    if (rank.world != read.front().world) {
      fail(rank.source, "/distributedInfo/world_size",
           fmt::format("{}, as in {}", read.front().world, read.front().source),
           std::to_string(rank.world));
    }
    if (i > 0 && read[i - 1].rank == rank.rank) {
      fail(rank.source, "/distributedInfo/rank", "each rank once",
           fmt::format("rank {}, as in {}", rank.rank, read[i - 1].source));
    }
    there[index(rank.rank)] = true;
  }
  if (read.size() != there.size()) {
    fail(read.front().source, "/distributedInfo/world_size",
         fmt::format("a file of each of {} ranks", there.size()),
         fmt::format("none of rank {}", missing_of(there)));
  }
  return read;
}

std::vector<std::string> notes_of(const std::vector<KinetoRank>& ranks) {
  std::int64_t unsaid = 0, nearest = 0;
  for (const KinetoRank& rank : ranks) {
    unsaid += rank.unsaid;
    nearest += rank.nearest;
  }
  std::vector<std::string> notes;
  if (unsaid > 0) {
    notes.push_back(
        fmt::format("{} NCCL kernels do not say what they carry, or to whom: each takes "
                    "its recorded time on any network",
                    unsaid));
  }
  if (nearest > 0) {
    notes.push_back(
        fmt::format("{} barriers, reduces, gathers and scatters are run as the nearest "
                    "of the other kinds",
                    nearest));
  }
  return notes;
}

std::string note_of(const std::vector<ExecutionTrace>& executed,
                    const std::vector<KinetoRank>& ranks) {
  std::set<std::string> used;
  std::size_t told = 0, reads = 0;
  for (const KinetoRank& rank : ranks) {
    if (!rank.executed.empty()) used.insert(rank.executed);
    told += index(rank.told);
    reads += rank.reads.size();
  }
  std::string note = fmt::format(
      "{} execution traces say what {} NCCL kernels carry, and {} reads of what a collective gave",
      used.size(), told, reads);
  const std::size_t others = executed.size() - used.size();
  if (others > 0) note += fmt::format("; {} are of no profile's process", others);
  return note;
}

}  // namespace

int KinetoJob::number(int rank, const KinetoCall& call) const {
  return at(at(group_of, rank), call.group);
}

int KinetoJob::size_of(int group) const {
  return group == 0 ? static_cast<int>(ranks.size()) : static_cast<int>(groups.at(group).size());
}

KinetoJob read_kineto_job(const std::vector<std::string>& paths) {
  std::vector<std::string> profiles;
  std::vector<ExecutionTrace> executed;
  for (const std::string& path : paths) {
    if (is_execution_trace(path)) {
      executed.push_back(read_execution_trace(path));
    } else {
      profiles.push_back(path);
    }
  }
  if (profiles.empty()) {
    fail(executed.empty() ? "trace import" : executed.front().source, "",
         "the PyTorch profiler's JSON of each rank, which has the times",
         "an execution trace alone", "it may stand beside profiles");
  }
  std::vector<KinetoRank> read;
  for (const std::string& path : profiles) read.push_back(read_kineto(path, executed));
  KinetoJob job;
  job.ranks = by_number(std::move(read));
  job.notes = notes_of(job.ranks);
  if (!executed.empty()) job.notes.push_back(note_of(executed, job.ranks));
  std::vector<int> everybody(job.ranks.size());
  std::iota(everybody.begin(), everybody.end(), 0);
  std::map<std::vector<int>, int> numbers = {{everybody, 0}};
  for (const KinetoRank& rank : job.ranks) {
    std::vector<int> own;
    for (const KinetoGroup& group : rank.groups) {
      const auto [known, is_new] =
          numbers.try_emplace(group.members, static_cast<int>(numbers.size()));
      if (is_new) job.groups.emplace(known->second, group.members);
      job.group_names.try_emplace(known->second, group.name);
      own.push_back(known->second);
    }
    job.group_of.push_back(std::move(own));
  }
  require_agreement(job);
  return job;
}

}  // namespace jacquard::interop
