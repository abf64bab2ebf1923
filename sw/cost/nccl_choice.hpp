// SPDX-License-Identifier: Apache-2.0
// Which algorithm and protocol NCCL picks for a collective inside a node: it estimates the time of
// each and takes the least. The estimates are NCCL's own (ncclTopoTuneModel of NCCL 2.27 to 2.29)
// and err by far; they say what runs, never how long it takes.
#pragma once

#include <cstdint>

#include "jacquard/cost/device.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::cost {

// Flags of 4 bytes with 4 of data, flags of 8 with 120, or none and whole chunks.
enum class NcclProtocol : std::uint8_t { ll, ll128, simple };

struct NcclChoice {
  bool in_switch = false;  // NVLS: NVSwitch adds and multicasts; else a ring
  NcclProtocol protocol = NcclProtocol::ll;
};

// What NCCL knows of a generation of GPUs.
struct NcclGeneration {
  double ll_bandwidth;             // bytes/us of the LL protocol, a node's ring
  double ll128_channel_bandwidth;  // bytes/us
  double nvls_efficiency;          // 0: its switch cannot add
};
NcclGeneration nccl_generation(const Device& device);

// Whether NVLS can run: an all-reduce of floats among more than 2 GPUs of Hopper or newer.
bool nccl_adds_in_switch(const Device& device, workload::CollectiveKind kind, int gpus,
                         bool floats);

// `size` as nccl-tests count it: see NodeCollective. All-to-all, which has no choice, is no kind
// for this function.
NcclChoice nccl_choice(const Device& device, workload::CollectiveKind kind, int gpus, double size,
                       bool floats);

// Messages one after the other on a ring's path: 2(n-1) of an all-reduce, n-1 of others.
double ring_steps(workload::CollectiveKind kind, int gpus);

}  // namespace jacquard::cost
