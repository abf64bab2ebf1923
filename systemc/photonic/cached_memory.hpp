// SPDX-License-Identifier: Apache-2.0
// The memory of a photonic module: HBM as a write-through cache over DDR.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <systemc>
#include <vector>

#include "jacquard/memory/access.hpp"
#include "jacquard/memory/cache/miss_registers.hpp"
#include "jacquard/memory/cache/tags.hpp"
#include "jacquard/memory/figures.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/kernel/slots.hpp"
#include "systemc/photonic/cache_counts.hpp"
#include "systemc/photonic/interleaved_memory.hpp"
#include "systemc/photonic/module_config.hpp"

namespace jacquard::systemc {

// Timing only: no data moves. A read that hits reads HBM. A read that misses fetches its line from
// DDR, and waits with others for the same line in one register; the line is then written to HBM,
// and until it is there its register answers. A write goes to DDR, and to HBM where that has its
// line. While all registers are in use, a miss and what came after it wait.
class CachedMemory : public sc_core::sc_module {
 public:
  using Done = std::function<void()>;

  // Throws ConfigError as require_consistent() does.
  CachedMemory(const sc_core::sc_module_name& name, const ModuleConfig& config, std::uint64_t seed);

  // Takes an access that ends within capacity(), now; never blocks. `done` is called when its last
  // byte has been read, or written to DDR.
  void submit(const memory::Access& access, Done done);

  // Makes the line of an address present as if it had been used, in no time and without traffic.
  void warm(std::uint64_t address);

  base::Bytes capacity() const { return capacity_; }
  const CacheCounts& counts() const { return counts_; }
  memory::Figures hbm() const { return hbm_.figures(); }
  memory::Figures ddr() const { return ddr_.figures(); }

 private:
  struct Request {
    int left = 0;  // of its parts
    Done done;
  };
  // What an access asks of one line.
  struct Part {
    std::uint32_t request;
    memory::Access access;
  };

  void look_up();
  bool read(std::uint32_t part);                       // false: no register is free
  bool write(std::uint32_t part);                      // likewise
  void fetch(std::uint64_t line, std::uint32_t part);  // for a part, or for nobody
  void store(std::uint64_t line);
  void to_hbm(const memory::Access& access, std::int64_t slot, Done done);
  void finish(std::uint32_t part);
  void count_down(std::uint32_t request);
  std::uint64_t line_of(std::uint64_t address) const { return address / line_; }

  ModuleConfig config_;
  std::uint64_t line_;
  base::Bytes capacity_;
  memory::Tags tags_;
  memory::MissRegisters misses_;
  CacheCounts counts_;
  Slots<Request> requests_;
  Slots<Part> parts_;
  std::deque<std::uint32_t> waiting_;  // parts whose look into the tags is due
  bool looking_ = false;

  Agenda agenda_{"agenda"};
  InterleavedMemory hbm_;
  InterleavedMemory ddr_;
};

}  // namespace jacquard::systemc
