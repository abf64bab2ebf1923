// SPDX-License-Identifier: Apache-2.0
// Every setting of the knobs that the ranges allow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/plan/knobs/ranges.hpp"

namespace jacquard::knobs {

// How the layers are dealt out to pp stages of several virtual ones each: evenly, or with one layer
// fewer at both ends of the model (Llama 3, s3.3.2). Where no number of virtual stages allows
// either, stages of two layers and more differ by one.
struct Deal {
  int virtual_stages = 1;
  workload::Uneven uneven = workload::Uneven::no;
  std::vector<int> stages = {};
};
std::vector<Deal> deals_of(const Ranges& ranges, int layers, int pp);

// Powers of two that divide a replica's sequences. 1 alone where replicas do not divide the batch:
// such a setting is refused with that reason.
std::vector<int> micro_batches_of(const Ranges& ranges, int batch, int replicas);

// The degrees whose product is `npus`, and for each of them deals x ZeRO levels (0 alone where
// nothing is replicated) x micro-batches x recomputation x folds of experts, in this order. Throws
// ConfigError for a space of more than kMostSettings.
inline constexpr std::int64_t kMostSettings = 4'000'000;
std::vector<workload::Parallelism> all_settings(const Problem& problem, const Ranges& ranges,
                                                int npus);

// The number of them, counted without listing them: the certificate that the list is all.
struct Count {
  std::int64_t degrees = 0;   // combinations of tp, cp, ep, pp, dp
  std::int64_t settings = 0;  // sum over these of the product of the other knobs' choices
};
Count count_of(const Problem& problem, const Ranges& ranges, int npus);

}  // namespace jacquard::knobs
