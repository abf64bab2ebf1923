// SPDX-License-Identifier: Apache-2.0
// The families of kernels for grouped expert GEMMs, and the constants that measurement gave them.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"
#include "jacquard/workload/compute_work.hpp"

namespace jacquard::cost {

//   grouped   CUTLASS or DeepGEMM grouped products, tuned for the shape
//   untuned   the same with the tactic taken when nobody tuned it
//   triton    fused_moe of vLLM, and OpenAI's Triton kernels for mxfp4
//   marlin    weights of four bits unpacked for each tile
//   generated TensorRT-LLM's kernels of Blackwell for types of four bits (trtllm-gen); activations
//             of w4a16 are turned to fp8
enum class ExpertKernel : std::uint8_t { grouped, untuned, triton, marlin, generated };

// What this software runs for values of this type on this device.
ExpertKernel kernel_of(const Device& device, Software software, workload::NumberType type);

// From the name that a measurement gives a kernel; by software and type if the name says nothing.
ExpertKernel kernel_named(const std::string& name, const Device& device, Software software,
                          workload::NumberType type);

struct ExpertConstants {
  base::Seconds start{0};    // floors of all its kernels, those that quantise included
  base::Seconds choice{0};   // of routing, for each of top_k
  base::Seconds sort{0};     // sorting tokens by expert, left out for a handful of tokens
  base::Seconds expert{0};   // for each expert hit
  double local_passes = 0;   // of the values of tokens at this device's experts: permute, activate
  double global_passes = 0;  // of the values of tokens of all devices
  double peak_share = 0.9;   // of the tensor units within a full tile
  double bandwidth_share = 0.885;  // of local memory
  bool fp8_products = false;       // whatever the type of the weights
};

ExpertConstants constants_of(const Device& device, ExpertKernel kernel, Software software,
                             workload::NumberType type);

}  // namespace jacquard::cost
