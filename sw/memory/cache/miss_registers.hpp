// SPDX-License-Identifier: Apache-2.0
// Miss status holding registers (Kroft, ISCA 1981): the lines being fetched, and who waits for
// each.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jacquard::memory {

class MissRegisters {
 public:
  using Waiter = std::uint32_t;  // whatever the user means by it

  explicit MissRegisters(int registers) : registers_(static_cast<std::size_t>(registers)) {}

  bool full() const { return fetched_.size() >= registers_; }
  std::size_t in_use() const { return fetched_.size(); }

  // What a line is doing: not being fetched, being fetched, or fetched but not yet stored.
  enum class State : std::uint8_t { absent, fetching, arrived };
  State state(std::uint64_t line) const;

  // Takes a register. Requires that the line has none, and that one is free.
  void start(std::uint64_t line);
  // One more waits for a line that is being fetched.
  void wait(std::uint64_t line, Waiter waiter);
  // The line is here: gives those who waited, in their order. The register still holds it.
  std::vector<Waiter> arrive(std::uint64_t line);
  // The line is stored: its register is free.
  void release(std::uint64_t line);

 private:
  struct Entry {
    bool arrived = false;
    std::vector<Waiter> waiters;
  };
  Entry& entry(std::uint64_t line);

  std::size_t registers_;
  std::unordered_map<std::uint64_t, Entry> fetched_;
};

}  // namespace jacquard::memory
