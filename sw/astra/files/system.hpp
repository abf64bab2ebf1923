// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's --system-configuration: system.json. Defaults are ASTRA-sim's own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jacquard/astra/files/unknown_keys.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::astra {

enum class AstraScheduling { lifo, fifo, explicit_ };
enum class AstraOptimization { baseline, local_bw_aware };

// "ring", "direct", "direct4" (a window of 4 messages in flight; -1: none), "halvingDoubling",
// "doubleBinaryTree"; with "one" before it ("oneRing") all dimensions are taken as one flat one.
struct AstraAlgorithm {
  enum class Kind { ring, direct, halving_doubling, double_binary_tree };
  Kind kind = Kind::ring;
  bool flat = false;
  int window = -1;  // of direct; -1 for no limit
};
bool operator==(const AstraAlgorithm& a, const AstraAlgorithm& b);

struct AstraSystem {
  AstraScheduling scheduling = AstraScheduling::fifo;
  // One per dimension, or a single flat one; empty where the file names none.
  std::vector<AstraAlgorithm> all_reduce;
  std::vector<AstraAlgorithm> all_gather;
  std::vector<AstraAlgorithm> reduce_scatter;
  std::vector<AstraAlgorithm> all_to_all;
  // PREFIX of the files PREFIX.<place>.et of a collective of one's own, or "": all-reduce,
  // reduce-scatter, all-gather, all-to-all.
  std::array<std::string, 4> custom;
  AstraOptimization optimization = AstraOptimization::baseline;
  int endpoint_delay_ns = 10;
  int local_reduction_delay = 1;
  int active_chunks_per_dimension = 1;
  int preferred_dataset_splits = 0;  // 0: ASTRA-sim divides by it; the file must say
  double peak_tflops = 0;            // 1e12 operations a second
  double local_mem_gb_per_s = 0;     // 1e9 bytes a second; 0: reductions take no time
  bool roofline = false;
  bool replay_only = false;
  bool track_local_mem = false;
  std::vector<std::string> ignored;  // keys that ASTRA-sim knows and that change nothing here
};

// Throws ConfigError at the pointer of a wrong value, of a key nobody knows (with the nearest one),
// and of one whose effect cannot be had here (per-node-custom-implementation, model-shared-bus).
AstraSystem parse_astra_system(const config::Json& json, const std::string& source,
                               UnknownKeys* unknown = nullptr);
AstraSystem read_astra_system(const std::string& path, UnknownKeys* unknown = nullptr);

}  // namespace jacquard::astra
