// SPDX-License-Identifier: Apache-2.0
// What a link that sends does to its NPU's memory: it reads at its rate, for as long as it runs.
#pragma once

#include <systemc>

#include "systemc/memory/memory_port.hpp"

namespace jacquard::systemc {

struct LinkReadsConfig {
  base::BitsPerSecond rate{0};
  base::Bytes access{4096};
  int outstanding = 64;       // a link that waits for so many loses its time
  std::uint64_t address = 0;  // where it begins to read
  base::Bytes extent{0};      // after so much it begins again; a multiple of `access`
};

class LinkReads : public sc_core::sc_module {
 public:
  LinkReads(const sc_core::sc_module_name& name, const LinkReadsConfig& config,
            memory::Fidelity fidelity);

  MemoryPort port;

  void stop() { stopped_ = true; }
  base::Bytes read() const { return read_; }  // accesses that are done

 private:
  void act();

  LinkReadsConfig config_;
  bool stopped_ = false;
  std::uint64_t offset_ = 0;
  base::Picoseconds due_{0};  // the next access
  base::Bytes read_{0};
  sc_core::sc_event wake_;
};

}  // namespace jacquard::systemc
