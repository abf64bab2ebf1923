// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

// A core, and what passed its pins: for people to look at beside the settings that it made. Its
// signals have the names of jq_scheduler's ports. Of a core that runs for long the first clocks are
// kept. `core` must outlive this.
class Recorder final : public Core {
 public:
  static constexpr std::int64_t kMostClocks = 2000;

  explicit Recorder(Core& core);

  const CoreShape& shape() const override { return core_.shape(); }
  void reset() override;
  const CoreOutputs& outputs() override { return core_.outputs(); }
  const CoreOutputs& step(const CoreInputs& in) override;

  // {"format": "jacquard-waves", ...}, docs/cores.md; `clock_ps`: 0 where no time is known.
  std::string json(const std::string& core, std::int64_t clock_ps = 0) const;

 private:
  struct Signal {
    std::string name;
    int width = 1;
    std::vector<std::pair<std::int64_t, std::string>> changes;  // clock, hexadecimal value
  };
  struct Setting {
    std::int64_t clock = 0;
    std::int64_t hold = 0;
    Matching columns;
  };

  void set(std::size_t place, std::string hex);
  void take_rows(const std::vector<std::uint32_t>& rows);

  Core& core_;
  std::int64_t clocks_ = 0;
  std::vector<Signal> signals_;
  std::vector<std::vector<std::uint32_t>> demand_;  // of the last run
  std::vector<Setting> settings_;                   // of the last run
};

}  // namespace jacquard::schedule
