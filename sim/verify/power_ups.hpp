// SPDX-License-Identifier: Apache-2.0
// The same RTL from several power-ups, driven alike: where a reset clears all state, all answer
// alike. Each stands for the first of them, and throws BrokenRule where another differs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/rtl/arbiter_device.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::verify {

inline constexpr std::uint32_t kPowerUps = 8;

class ArbiterPowerUps final : public rtl::ArbiterDevice {
 public:
  using Others = std::vector<std::unique_ptr<rtl::ArbiterDevice>>;
  // `latency`: clocks after a reset in which outputs are not compared.
  ArbiterPowerUps(rtl::ArbiterDevice& first, Others others, int latency)
      : first_(first), others_(std::move(others)), latency_(latency) {}

  const std::vector<base::Word>& step(const rtl::ArbiterRequest& request, bool reset) override;
  bool answered() const override { return first_.answered(); }
  void dump(bool on) override { first_.dump(on); }

 private:
  rtl::ArbiterDevice& first_;
  Others others_;
  int latency_;
  std::int64_t clocks_ = 0, since_reset_ = -1;  // -1: none was seen
};

class CorePowerUps final : public schedule::Core {
 public:
  using Others = std::vector<std::unique_ptr<schedule::Core>>;
  CorePowerUps(schedule::Core& first, Others others) : first_(first), others_(std::move(others)) {}

  const schedule::CoreShape& shape() const override { return first_.shape(); }
  const schedule::CoreOutputs& outputs() override { return first_.outputs(); }
  void reset() override;
  const schedule::CoreOutputs& step(const schedule::CoreInputs& in) override;

 private:
  schedule::Core& first_;
  Others others_;
  std::int64_t clocks_ = 0;
};

}  // namespace jacquard::verify
