// SPDX-License-Identifier: Apache-2.0
// Would a photonic memory appliance help? Llama 3 405B on 8 H100, with it and without
// (docs/pfa.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/serve/celestisim/embedding.hpp"
#include "papers/photonic/gains.hpp"
#include "sim/serve/batch_metrics.hpp"

namespace jacquard::studies {

struct ServingLoad {
  std::string name;
  Lengths lengths;
};
// Chat and long context: the mean lengths of the two recorded traces that are shipped. Long
// answers: the paper's lengths for its largest gain.
const std::vector<ServingLoad>& serving_loads();

// A system at one batch.
struct FrontRow {
  std::string load;
  serve::BatchRow batch;
  double energy_2025 = 0;  // of a token; of a DGX as by today's figures
};
// The systems at batches of powers of two, and at the largest that memory holds.
std::vector<FrontRow> front_rows();
const report::MetricTable<FrontRow>& front_metrics();

// A system's best against a DGX's, at any speed for a user and at kReadingSpeed or more.
inline constexpr double kReadingSpeed = 10;  // tokens a second
struct DecisionRow {
  std::string load;
  std::string system;
  double throughput = 0;                        // largest over all batches, over the DGX's
  std::optional<double> throughput_at_reading;  // null: no batch is so fast
  double latency = 0;                           // one request's time on the DGX over its time here
  double energy = 0;                            // of a token at that throughput, over the DGX's
  double energy_2025 = 0;
};
std::vector<DecisionRow> decision_rows(const std::vector<FrontRow>& front);
const report::MetricTable<DecisionRow>& decision_metrics();

// Gains if the memory behind 8 XPUs has this bandwidth, whatever gives it.
struct BandwidthRow {
  std::string load;
  base::BytesPerSecond bandwidth{0};
  Gains gains;
};
std::vector<BandwidthRow> bandwidth_rows();
const report::MetricTable<BandwidthRow>& bandwidth_metrics();

// What 8 XPUs get from 16 modules if so many accesses hit their HBM, and what they gain by it.
struct HitRow {
  std::string load;
  std::string system;
  double hit_rate = 0;
  base::BytesPerSecond bandwidth{0};
  Gains gains;
};
std::vector<HitRow> hit_rows();
const report::MetricTable<HitRow>& hit_metrics();

// Pooling of embeddings of 10 TB by 128 GPUs, and by 8 XPUs before an appliance.
struct EmbeddingRow {
  serve::celestisim::Pooling pooling;
  base::Seconds nvlink{0};
  base::Seconds pcie{0};
  base::Seconds paper{0};
  base::Seconds described{0};
};
std::vector<EmbeddingRow> embedding_rows();
const report::MetricTable<EmbeddingRow>& embedding_metrics();

}  // namespace jacquard::studies
