// SPDX-License-Identifier: Apache-2.0
// What the XPUs of an appliance do together, and how.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/memory/access.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "systemc/photonic/appliance_config.hpp"

namespace jacquard::systemc {

// shared_memory: XPUs write to the appliance's memory and read from it, with a barrier between what
// is written and what is read. ring: each XPU sends to the next one through the switch, past all
// memory of the appliance; its own memory is taken to keep up.
enum class ApplianceAlgorithm : std::uint8_t { shared_memory, ring };

const char* name_of(ApplianceAlgorithm algorithm);  // "shared_memory", "ring"

struct ApplianceCollective {
  // all_reduce, reduce_scatter, all_gather or broadcast, whose root is XPU 0.
  rounds::CollectiveKind kind = rounds::CollectiveKind::all_reduce;
  ApplianceAlgorithm algorithm = ApplianceAlgorithm::shared_memory;
  base::Bytes bytes{1 << 20};        // what each XPU puts in, or the root
  base::Bytes access{4096};          // an XPU asks and sends in pieces of this size
  base::Bytes outstanding{1 << 19};  // that an XPU has in flight in the shared memory
  bool warm = true;  // the buffers have been used before: HBM has their lines, as far as they fit
};

// Throws ConfigError for what does not run on the appliance; keys stand at the experiment's
// `place`.
void require_consistent(const ApplianceCollective& collective, const ApplianceConfig& appliance,
                        const config::Place& place);

// Where the XPUs' buffers are in the shared memory: one for each XPU, which begins
// in its module, then one that all share, which begins in module 0.
class SharedBuffers {
 public:
  SharedBuffers(const ApplianceCollective& collective, const ApplianceConfig& appliance);

  std::uint64_t of_xpu(int xpu) const { return static_cast<std::uint64_t>(xpu) * stride_; }
  std::uint64_t shared() const { return of_xpu(xpus_); }
  std::uint64_t end() const { return of_xpu(xpus_ + 1); }

 private:
  int xpus_;
  std::uint64_t stride_;
};

// XPUs write, or read, what their lists say, all at a time. The next phase begins when all are
// done.
struct SharedPhase {
  memory::Direction direction;
  std::vector<std::vector<memory::Access>> of_xpu;  // in pieces of collective.access
};

// all-reduce: each XPU writes its partial sums, reads its part of all of them, writes that part's
// sum, and reads the result. reduce-scatter is the first half of it. all-gather, broadcast: what is
// put in is written once and read by all, by the root itself only in an all-gather. Each XPU
// begins with the first piece in its own module, so that not all begin at one. Requires a
// consistent collective.
std::vector<SharedPhase> shared_phases(const ApplianceCollective& collective,
                                       const ApplianceConfig& appliance);

}  // namespace jacquard::systemc
