// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/parallel_crossbars.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {
namespace {

std::string switch_name(std::size_t k) { return "switch " + std::to_string(k); }

}  // namespace

std::vector<schedule::Matching> ParallelCrossbars::split(const schedule::Matching& columns) const {
  return all_.front()->split(columns);
}

void ParallelCrossbars::apply(const Setting& setting, std::int64_t hold) {
  base::at(all_, setting.number)->apply(setting, hold);
}

std::vector<NamedPort> ParallelCrossbars::ports() const {
  std::vector<NamedPort> ports;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    for (const NamedPort& port : all_[k]->ports()) {
      ports.push_back({switch_name(k) + " " + port.name, port.use});
    }
  }
  return ports;
}

std::int64_t ParallelCrossbars::deliveries() const {
  std::int64_t sum = 0;
  for (const auto& one : all_) sum += one->deliveries();
  return sum;
}

std::vector<NamedSetting> ParallelCrossbars::settings() const {
  std::vector<NamedSetting> settings;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    for (NamedSetting& one : all_[k]->settings()) {
      const std::string within = one.crossbar.empty() ? "" : " " + one.crossbar;
      settings.push_back({switch_name(k) + within, std::move(one.setting)});
    }
  }
  return settings;
}

void ParallelCrossbars::keep_settings() {
  for (const auto& one : all_) one->keep_settings();
}

}  // namespace jacquard::systemc
