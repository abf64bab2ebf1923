// SPDX-License-Identifier: Apache-2.0
// The switches between NPUs: one crossbar, or leaves below spines.
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/circuit/circuit_switch.hpp"
#include "systemc/circuit/clocked_crossbar.hpp"
#include "systemc/circuit/link.hpp"
#include "systemc/circuit/nic.hpp"

namespace jacquard::systemc {

// What one switch was set to.
struct NamedSetting {
  std::string crossbar;  // "" where there is one only
  Setting setting;
};

struct NamedPort {
  std::string name;
  PortUse use;
};

// A permutation of NPUs in, settings of switches out.
class Crossbars {
 public:
  virtual ~Crossbars() = default;
  // The settings, one after the other, that carry `columns` between them: one, unless there are
  // too few uplinks.
  virtual std::vector<schedule::Matching> split(const schedule::Matching& columns) const = 0;
  // Sets the switches as `setting` says (one of split()'s), in the time of the crossbar where
  // circuits meet; it is held for `hold` slots. Throws ConfigError as CircuitSwitch::apply() does.
  virtual void apply(const Setting& setting, std::int64_t hold) = 0;
  virtual std::vector<NamedPort> ports() const = 0;
  virtual std::int64_t deliveries() const = 0;  // of their links
  // Names of the places a transfer is stamped at, by their number; the first are the NPUs.
  virtual const std::vector<std::string>& places() const = 0;
  // Settings of each switch, if they are kept.
  const std::vector<NamedSetting>& settings() const { return settings_; }
  void keep_settings() { keeps_ = true; }

 protected:
  void kept(const std::string& crossbar, const Setting& setting) {
    if (keeps_) settings_.push_back({crossbar, setting});
  }

 private:
  bool keeps_ = false;
  std::vector<NamedSetting> settings_;
};

struct CrossbarsShape {
  std::vector<base::Picoseconds> npu_delay;  // of each NPU's link
  base::Picoseconds guard{0};
  int leaves = 0;  // 0: one crossbar
  int spines = 0;  // a link from every leaf to each
  base::Picoseconds spine_delay{0};
};

// Hardware in the place of the one crossbar.
struct CrossbarHardware {
  schedule::CrossbarCore* core = nullptr;  // nullptr: none
  ClockedCrossbar::Timing timing;
  ClockedCrossbar::Complain complain;
};

// The crossbars, wired to the NICs. Outages apply to the NPUs' links. Within a simulation's scope.
std::unique_ptr<Crossbars> make_crossbars(const CrossbarsShape& shape,
                                          const std::vector<std::unique_ptr<Nic>>& nics,
                                          const Outages& outages, LossSink& losses,
                                          Shuffle& shuffle, const CrossbarHardware& hardware);

}  // namespace jacquard::systemc
