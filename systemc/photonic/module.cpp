// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/module.hpp"

#include <utility>

namespace jacquard::systemc {

Module::Module(const sc_core::sc_module_name& name, const ModuleConfig& config, std::uint64_t seed)
    : sc_module(name),
      memory_("memory", config, seed),
      from_xpu_(config.port, config.port.request_header, agenda_),
      to_xpu_(config.port, config.port.response_header, agenda_) {}

void Module::ask(const memory::Access& access, Done done) {
  from_xpu_.send(request_payload(access), [this, access, done = std::move(done)]() mutable {
    memory_.submit(access, [this, access, done = std::move(done)]() mutable {
      to_xpu_.send(response_payload(access), std::move(done));
    });
  });
}

}  // namespace jacquard::systemc
