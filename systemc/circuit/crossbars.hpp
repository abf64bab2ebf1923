// SPDX-License-Identifier: Apache-2.0
// The switches between NPUs: one crossbar, or leaves below spines; or several of these in parallel.
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/circuit/circuit_switch.hpp"
#include "systemc/circuit/clocked_crossbar.hpp"
#include "systemc/circuit/crossbars_shape.hpp"
#include "systemc/circuit/link.hpp"
#include "systemc/circuit/nic.hpp"

namespace jacquard::systemc {

// Names of the places that a transfer is stamped at, by their number; the first are the NPUs.
class Places {
 public:
  explicit Places(int npus) {
    for (int i = 0; i < npus; ++i) add("npu_" + std::to_string(i));
  }
  int add(const std::string& name) {
    names_.push_back(name);
    return static_cast<int>(names_.size()) - 1;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

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
  // Sets the switches as `setting` says (one of split()'s, on switch `setting.number`), in the time
  // of the crossbar where circuits meet; it is held for `hold` slots. Throws ConfigError as
  // CircuitSwitch::apply() does.
  virtual void apply(const Setting& setting, std::int64_t hold) = 0;
  virtual std::vector<NamedPort> ports() const = 0;
  virtual std::int64_t deliveries() const = 0;  // of their links
  // Settings of each switch, if they are kept.
  virtual std::vector<NamedSetting> settings() const { return settings_; }
  virtual void keep_settings() { keeps_ = true; }

 protected:
  void kept(const std::string& crossbar, const Setting& setting) {
    if (keeps_) settings_.push_back({crossbar, setting});
  }

 private:
  bool keeps_ = false;
  std::vector<NamedSetting> settings_;
};

// Hardware in the place of the one crossbar.
struct CrossbarHardware {
  schedule::CrossbarCore* core = nullptr;  // nullptr: none
  ClockedCrossbar::Timing timing;
  ClockedCrossbar::Complain complain;
};

// What crossbars are wired to, and tell of losses. Outages apply to the NPUs' links.
struct Surroundings {
  const std::vector<std::unique_ptr<Nic>>& nics;
  const Outages& outages;
  LossSink& losses;
  Shuffle& shuffle;
  Places& places;
};

// Within a simulation's scope. Hardware requires one switch without leaves.
std::unique_ptr<Crossbars> make_crossbars(const CrossbarsShape& shape, const Surroundings& around,
                                          const CrossbarHardware& hardware);

}  // namespace jacquard::systemc
