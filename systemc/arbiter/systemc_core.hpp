// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "systemc/kernel/simulation.hpp"

namespace sc_core {
class sc_clock;
class sc_trace_file;
}  // namespace sc_core

namespace jacquard::systemc {

struct SchedulerBoard;

struct SystemCOptions {
  base::Picoseconds period{1000};  // of the clock, even
  std::string trace;               // path of a VCD waveform to write; "" for none
};

// A core behind a SchedulerModule in a simulation of its own, behind the contract of a core again:
// each step is one clock period of the SystemC kernel. So the module can run in lockstep with what
// it holds. Several may live at a time (see Simulation). Not for use by several threads.
class SystemCCore final : public schedule::Core {
 public:
  // Throws ConfigError if the trace cannot be written.
  explicit SystemCCore(std::unique_ptr<schedule::Core> core, const SystemCOptions& options = {});
  ~SystemCCore() override;

  const schedule::CoreShape& shape() const override { return shape_; }
  void reset() override;
  const schedule::CoreOutputs& outputs() override;
  const schedule::CoreOutputs& step(const schedule::CoreInputs& in) override;

 private:
  void pass_one_clock();

  schedule::CoreShape shape_;
  base::Picoseconds period_;
  Simulation simulation_;
  std::unique_ptr<sc_core::sc_clock> clock_;
  std::unique_ptr<SchedulerBoard> board_;
  sc_core::sc_trace_file* trace_ = nullptr;
  schedule::CoreOutputs out_;
};

}  // namespace jacquard::systemc
