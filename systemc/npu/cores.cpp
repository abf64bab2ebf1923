// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/cores.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::systemc {

Cores::Cores(const sc_core::sc_module_name& name, int cores, const CoreConfig& config,
             memory::Fidelity fidelity, MemorySocket& memory)
    : sc_core::sc_module(name), config_(config) {
  for (int i = 0; i < cores; ++i) {
    cores_.push_back(
        std::make_unique<Core>(("core" + std::to_string(i)).c_str(), config, fidelity));
    cores_.back()->loads.socket.bind(memory);
    cores_.back()->stores.socket.bind(memory);
  }
}

void Cores::run(const GemmWork& work, Done done) {
  JQ_CHECK(running_ == 0, "cores share one product at a time");
  done_ = std::move(done);
  const int cores = static_cast<int>(cores_.size());
  running_ = cores;
  for (int i = 0; i < cores; ++i) {
    base::at(cores_, i)->start(gemm_program(config_, work, i, cores), [this] {
      if (--running_ > 0) return;
      const Done all_done = std::exchange(done_, nullptr);
      all_done();
    });
  }
}

const CoreFigures& Cores::figures() const {
  return (*std::max_element(
              cores_.begin(), cores_.end(),
              [](const auto& a, const auto& b) { return a->figures().end < b->figures().end; }))
      ->figures();
}

}  // namespace jacquard::systemc
