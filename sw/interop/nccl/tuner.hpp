// SPDX-License-Identifier: Apache-2.0
// The table by which NCCL's example of a tuner plugin chooses algorithms (plugins/tuner/example):
// lines of commas without a header, and comments behind '#'.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::interop {

inline constexpr std::int64_t kAllNcclBytes = 4'294'967'295;  // as the plugin's guide says "all"

// Of one operation on buffers that are not registered.
struct NcclTunerRow {
  rounds::CollectiveKind kind = rounds::CollectiveKind::all_reduce;
  std::int64_t least = 0;  // bytes as NCCL counts them: the larger of what a rank puts in or gets
  std::int64_t most = kAllNcclBytes;
  std::string algorithm;  // tree, ring, nvls, nvls_tree, collnet_direct, collnet_chain, pat
  std::string protocol;   // ll, ll128, simple
  int nodes = -1;         // -1: any
  int ranks = -1;
  std::string where = {};  // "line 3"
};

// Whether NCCL's tuner is asked for a kind: not of all-to-all and sends.
bool has_nccl_tuner(rounds::CollectiveKind kind);

// Lines of more pipelined operations than one, or of registered buffers, are left out, and channels
// are not kept. Throws ConfigError naming the line: for fewer than 8 cells or more than 10, words
// that NCCL does not know (the plugin takes them for others), and no numbers.
std::vector<NcclTunerRow> read_nccl_tuner(const std::string& path);

// What the plugin reads, behind a line that says `about`; channels as NCCL likes.
std::string nccl_tuner_text(const std::vector<NcclTunerRow>& rows, const std::string& about);

}  // namespace jacquard::interop
