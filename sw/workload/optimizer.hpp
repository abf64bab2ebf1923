// SPDX-License-Identifier: Apache-2.0
// Which optimizer updates the weights: what it keeps of a parameter, and what its step computes.
// docs/train.md has the rules with their sources.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/workload/compute_work.hpp"

namespace jacquard::workload {

// adam       two moments in fp32 (AdamW)
// adam_8bit  two moments in a byte each, with a scale for a block (Dettmers et al. 2021)
// muon       of matrices one momentum, whose product's singular values are made equal by
//            Newton-Schulz iterations (Jordan et al. 2024); of the rest Adam
// sgd        one momentum
// adafactor  sums of a matrix's squares by row and by column (Shazeer and Stern 2018)
// All with a master weight in fp32.
enum class Optimizer : std::uint8_t { adam, adam_8bit, muon, sgd, adafactor };
config::Codec<Optimizer> optimizer_codec();
const char* name_of(Optimizer optimizer);

// States that the host keeps and updates (Megatron-LM's optimizer-cpu-offload), of each NPU.
struct Offload {
  double share = 0;                             // of parameters that are updated
  base::BytesPerSecond link{64e9};              // to the host, each way: PCIe 5.0 x16
  base::BytesPerSecond host_bandwidth{76.8e9};  // of its memory: DGX H100's 614 GB/s over 8
};
const config::FieldTable<Offload>& offload_fields();

// Parameters that an NPU updates, after replicas shared them out.
struct Updated {
  double all = 0;
  double in_matrices = 0;  // of layers, the router's too; of Adafactor all
  double sums = 0;         // rows and columns of these matrices
};

// Beside the weight that is multiplied and its gradient. `master`: whether a weight in fp32 is kept
// beside.
double state_bytes(Optimizer optimizer, const Updated& updated, bool master);
// Passes over the parameters: reads the gradient, changes the states, writes a bf16 weight.
ElementwiseWork update_work(Optimizer optimizer, const Updated& updated);
// The share of the host, if any: gradients come in fp32, weights go back in bf16 while it reads and
// writes states.
HostWork host_work(Optimizer optimizer, const Updated& updated, const Offload& offload);

inline constexpr int kNewtonSchulzIterations = 5;
// Of `count` matrices, one iteration: X X', its square, and the product of their sum with X.
std::vector<GemmWork> newton_schulz(double rows, double columns, double count);

}  // namespace jacquard::workload
