// SPDX-License-Identifier: Apache-2.0
// How long a device takes for one kernel: the one door to the laws of this folder.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"
#include "jacquard/workload/compute_work.hpp"

namespace jacquard::cost {

// How a kernel is started.
//   streamed    behind another in a full queue or a captured graph: what kernels take within a step
//   standalone  into an empty queue: the host's launch is on top
enum class Launch : std::uint8_t { streamed, standalone };

// Share of a training job's time in which its devices work as kernels measured alone do: the rest
// goes to devices that are slower than others, the host, and kernels between those counted. One
// constant for all devices and models, from the published steps of docs/train.md.
inline constexpr double kUninterrupted = 0.9;

struct Conditions {
  Launch launch = Launch::streamed;
  Software software = Software::any;
  // Within a server's step, not by itself: without what the engine fuses into other kernels, and
  // without what its host does meanwhile.
  bool in_step = false;
};

// Seconds of one kernel (with those that its law counts in, such as the quantisation before an fp8
// GEMM). A work of no size takes no time. Amounts must be finite and not negative.
base::Seconds seconds_of(const Device& device, const workload::ComputeWork& work,
                         const Conditions& conditions = {});

}  // namespace jacquard::cost
