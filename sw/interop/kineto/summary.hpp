// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/interop/kineto/job.hpp"

namespace jacquard::interop {

struct KinetoTotals {
  std::int64_t kernels = 0;
  std::int64_t copies = 0;   // and fillings of memory
  std::int64_t streams = 0;  // of the rank that has most
  std::int64_t collectives = 0;
  std::int64_t messages = 0;
  std::int64_t unsaid = 0;   // NCCL kernels that do not say what they carry
  std::int64_t span_ns = 0;  // from a rank's first operation to its last, of the longest rank
  // Of the spans of all ranks together, in nanoseconds: while something is computed or copied, and
  // while only NCCL's kernels run.
  double all_ns = 0;
  double compute_ns = 0;
  double communication_ns = 0;
};

struct KinetoCallTotals {
  std::string kind;
  std::string group;
  int ranks = 0;  // of the group
  std::int64_t calls = 0;
  double bytes = 0;
  double recorded_ns = 0;
};

KinetoTotals kineto_totals(const KinetoJob& job);
std::vector<KinetoCallTotals> kineto_calls(const KinetoJob& job);  // by kind, then group

}  // namespace jacquard::interop
