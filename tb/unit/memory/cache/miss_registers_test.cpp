// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/miss_registers.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace jacquard::memory {

using State = MissRegisters::State;
using Waiters = std::vector<MissRegisters::Waiter>;

TEST_CASE("A register holds its line from the miss until the line is stored") {
  MissRegisters registers(2);
  CHECK(registers.state(7) == State::absent);
  registers.start(7);
  CHECK(registers.state(7) == State::fetching);
  CHECK(registers.arrive(7).empty());
  CHECK(registers.state(7) == State::arrived);
  CHECK(registers.in_use() == 1);
  registers.release(7);
  CHECK(registers.state(7) == State::absent);
  CHECK(registers.in_use() == 0);
}

TEST_CASE("All who wait for a line hear of it once, in the order they came") {
  MissRegisters registers(4);
  registers.start(1);
  registers.start(2);
  for (const MissRegisters::Waiter w : {5U, 3U, 9U}) registers.wait(1, w);
  registers.wait(2, 4);
  CHECK(registers.arrive(1) == Waiters{5, 3, 9});
  CHECK(registers.arrive(2) == Waiters{4});
}

TEST_CASE("Registers are full when each holds a line, however many wait") {
  MissRegisters registers(2);
  registers.start(1);
  for (MissRegisters::Waiter w = 0; w < 10; ++w) registers.wait(1, w);
  CHECK_FALSE(registers.full());
  registers.start(2);
  CHECK(registers.full());
  registers.arrive(1);
  CHECK(registers.full());
  registers.release(1);
  CHECK_FALSE(registers.full());
}

}  // namespace jacquard::memory
