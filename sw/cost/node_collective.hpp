// SPDX-License-Identifier: Apache-2.0
// How long NCCL takes for a collective among the GPUs of one node. docs/cost.md has the
// law, where its constants come from and how far it errs.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::cost {

struct NodeCollective {
  workload::CollectiveKind kind = workload::CollectiveKind::all_reduce;
  int gpus = 1;          // at least 1; 1: nothing to do
  base::Bytes bytes{0};  // what each GPU puts in, as OpNode::bytes; not negative
  bool floats = true;    // what is added; NVSwitch adds no 8-bit integers
};

// Whether NCCL runs there, whose law this is: on GPUs.
bool has_nccl(const Device& device);

// Time of the collective's kernel with its launch, as nccl-tests measure it in a loop. Never
// decreases with bytes. Requires device.link > 0 where gpus > 1.
base::Seconds node_collective(const Device& device, const NodeCollective& collective);

// The same by a way that NCCL is made to go, as a tuner does. Requires kinds and devices that have
// it: no all-to-all, and a switch only where nccl_adds_in_switch().
struct NcclChoice;
base::Seconds node_collective_by(const Device& device, const NodeCollective& collective,
                                 const NcclChoice& way);

// nccl-tests' `size` is what a GPU holds of the larger side: of an all-gather the result, which is
// `gpus` times what a GPU puts in (rounded up); of others what each puts in.
base::Bytes put_in(workload::CollectiveKind kind, int gpus, base::Bytes nccl_size);

}  // namespace jacquard::cost
