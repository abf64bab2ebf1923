// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "systemc/circuit/crossbars.hpp"

namespace jacquard::systemc {

// Switches of one shape side by side. A setting goes to the one of its number.
class ParallelCrossbars final : public Crossbars {
 public:
  // Requires one at least.
  explicit ParallelCrossbars(std::vector<std::unique_ptr<Crossbars>> all) : all_(std::move(all)) {}

  std::vector<schedule::Matching> split(const schedule::Matching& columns) const override;
  void apply(const Setting& setting, std::int64_t hold) override;
  std::vector<NamedPort> ports() const override;
  std::int64_t deliveries() const override;
  std::vector<NamedSetting> settings() const override;
  void keep_settings() override;

 private:
  std::vector<std::unique_ptr<Crossbars>> all_;
};

}  // namespace jacquard::systemc
