// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/appliance.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using memory::Access;

ApplianceConfig checked(const ApplianceConfig& config) {
  require_consistent(config, config::Place{"appliance", ""});
  return config;
}

std::unique_ptr<schedule::Arbiter> named(const ApplianceConfig& config, std::uint64_t seed) {
  JQ_CHECK(config.fabric.arbiter != kRtlArbiter, "an arbiter of RTL comes from who runs RTL");
  schedule::ArbiterOptions options;
  options.seed = seed;
  return make_arbiter(schedule::find_arbiter(config.fabric.arbiter), config.modules, options);
}

}  // namespace

Appliance::Appliance(const sc_core::sc_module_name& name, const ApplianceConfig& config,
                     std::uint64_t seed, std::unique_ptr<schedule::Arbiter> arbiter)
    : sc_module(name),
      config_(checked(config)),
      space_(config.modules, config.interleave),
      fabric_("switch", config.modules, config.module.port.rate(), config.fabric,
              arbiter ? std::move(arbiter) : named(config, seed)) {
  for (int i = 0; i < config.modules; ++i) {
    modules_.push_back(std::make_unique<Module>(("module" + std::to_string(i)).c_str(),
                                                config.module,
                                                seed + static_cast<std::uint64_t>(i)));
  }
}

void Appliance::ask(int xpu, const Access& access, Done done) {
  const std::uint64_t end = access.address + static_cast<std::uint64_t>(access.bytes.count());
  JQ_CHECK(access.bytes.count() > 0 && end > access.address &&
               end <= static_cast<std::uint64_t>(config_.memory().count()),
           "an access lies within the appliance's memory");
  const auto left = std::make_shared<int>(0);
  std::vector<Access> parts;
  for (std::uint64_t from = access.address; from < end;) {
    const std::uint64_t to = std::min(end, space_.block_end(from));
    parts.push_back({from, base::Bytes{to - from}, access.direction});
    from = to;
  }
  *left = static_cast<int>(parts.size());
  for (const Access& part : parts) {
    const auto home = space_.home(part.address);
    ask_home(xpu, {home.address, part.bytes, part.direction}, home.memory, [left, done] {
      if (--*left == 0) done();
    });
  }
}

void Appliance::ask_home(int xpu, const Access& access, int home, Done done) {
  Module& port = *base::at(modules_, xpu);
  const auto answer = [this, &port, access, xpu, home, done = std::move(done)] {
    const base::Bytes payload = response_payload(access);
    if (home == xpu) return port.to_xpu().send(payload, done);
    fabric_.send(home, xpu, payload, [&port, payload, done] { port.to_xpu().send(payload, done); });
  };
  const auto serve = [this, access, home, answer] {
    base::at(modules_, home)->memory().submit(access, answer);
  };
  port.from_xpu().send(request_payload(access), [this, access, xpu, home, serve] {
    if (home == xpu) return serve();
    fabric_.send(xpu, home, request_payload(access), serve);
  });
}

void Appliance::send(int from, int to, base::Bytes payload, Done arrived) {
  base::at(modules_, from)->from_xpu().send(payload, [this, from, to, payload, arrived] {
    fabric_.send(from, to, payload, [this, to, payload, arrived] {
      base::at(modules_, to)->to_xpu().send(payload, arrived);
    });
  });
}

void Appliance::warm(std::uint64_t address, base::Bytes bytes) {
  const auto line = static_cast<std::uint64_t>(config_.module.cache.line.count());
  const std::uint64_t end = address + static_cast<std::uint64_t>(bytes.count());
  for (std::uint64_t from = address; from < end;) {
    const std::uint64_t to = std::min(end, space_.block_end(from));
    const auto home = space_.home(from);
    const std::uint64_t last = home.address + (to - from);
    for (std::uint64_t at = home.address / line * line; at < last; at += line) {
      base::at(modules_, home.memory)->memory().warm(at);
    }
    from = to;
  }
}

}  // namespace jacquard::systemc
