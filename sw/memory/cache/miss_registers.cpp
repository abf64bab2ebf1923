// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/miss_registers.hpp"

#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::memory {

MissRegisters::State MissRegisters::state(std::uint64_t line) const {
  const auto found = fetched_.find(line);
  if (found == fetched_.end()) return State::absent;
  return found->second.arrived ? State::arrived : State::fetching;
}

void MissRegisters::start(std::uint64_t line) {
  JQ_CHECK(!full(), "a miss takes a register that is free");
  const bool fresh = fetched_.try_emplace(line).second;
  JQ_CHECK(fresh, "a line is fetched once at a time");
}

void MissRegisters::wait(std::uint64_t line, Waiter waiter) {
  Entry& e = entry(line);
  JQ_CHECK(!e.arrived, "nobody waits for a line that is here");
  e.waiters.push_back(waiter);
}

std::vector<MissRegisters::Waiter> MissRegisters::arrive(std::uint64_t line) {
  Entry& e = entry(line);
  JQ_CHECK(!e.arrived, "a line arrives once");
  e.arrived = true;
  return std::exchange(e.waiters, {});
}

void MissRegisters::release(std::uint64_t line) {
  JQ_CHECK(entry(line).arrived, "a register holds its line until the line is stored");
  fetched_.erase(line);
}

MissRegisters::Entry& MissRegisters::entry(std::uint64_t line) {
  const auto found = fetched_.find(line);
  JQ_CHECK(found != fetched_.end(), "this line has a register");
  return found->second;
}

}  // namespace jacquard::memory
