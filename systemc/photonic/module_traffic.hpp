// SPDX-License-Identifier: Apache-2.0
// What an XPU asks of a module.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "jacquard/base/rng.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/access.hpp"
#include "systemc/photonic/module_config.hpp"

namespace jacquard::systemc {

enum class ModulePattern : std::uint8_t { stream, random };

struct ModuleTraffic {
  ModulePattern pattern = ModulePattern::stream;
  base::Bytes access{256};
  double read_share = 1;
  base::Bytes working_set{1 << 30};
  // Where given, a draw for each access decides whether it goes to lines that are in the cache, or,
  // with the pattern, to lines that are not. The working set is then of no matter, if it is within
  // the memory.
  std::optional<double> hit_share;
  base::Bytes outstanding{1 << 21};  // that the XPU has in flight
  base::Picoseconds warm_up{3'900'000};
  base::Picoseconds duration{11'700'000};  // measured, after the warm-up: three refresh intervals

  std::int64_t in_flight() const {
    return std::max<std::int64_t>(1, outstanding.count() / access.count());
  }
};

const config::FieldTable<ModuleTraffic>& module_traffic_fields();

// Throws ConfigError below `place` for accesses that do not fit the module's memory, and for a
// duration below the port's latency there and back: hardly an access would be asked and answered
// in it.
void require_consistent(const ModuleTraffic& traffic, const ModuleConfig& module,
                        const config::Place& place);

// The accesses one after another. Requires consistent traffic.
class ModuleAccesses {
 public:
  ModuleAccesses(const ModuleTraffic& traffic, const ModuleConfig& module, std::uint64_t seed);

  memory::Access next();

  // Lines that hit by construction: the first of the memory; 0 B unless hits are drawn. They are at
  // most a sixteenth of the cache. So, at hit shares from 1/16 on, what is placed between two uses
  // of a line does not replace it.
  base::Bytes resident() const { return resident_; }

 private:
  std::uint64_t step(std::uint64_t& at, std::uint64_t from, std::uint64_t end);

  ModuleTraffic traffic_;
  base::Bytes resident_{0};
  std::uint64_t begin_ = 0;  // of what the pattern goes over
  std::uint64_t end_ = 0;
  std::uint64_t position_ = 0;  // of the stream
  std::uint64_t hit_ = 0;       // of the stream of hits
  base::Rng random_;
};

}  // namespace jacquard::systemc
