// SPDX-License-Identifier: Apache-2.0
// Stretches of a program that are one like the other, as the layers of a model are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine::step {

// `count` stretches of `length` operations from `first` on. Each operation has the kind, stream and
// work of the one `length` before it, and waits for what is `length` behind what that one waits
// for, which is at most `reach` before it.
struct Repeat {
  std::uint32_t first = 0;
  std::uint32_t length = 0;
  std::uint32_t count = 0;
  std::uint32_t reach = 0;
  std::uint32_t streams = 0;  // a bit for each in a stretch
  // From which of its operations on others behind the stretches wait for them.
  std::uint32_t needed = ~std::uint32_t{0};

  std::uint32_t end() const { return first + length * count; }
};

// Those of four stretches and more between neighbouring marks, which are numbers of operations.
void add_repeats(const workload::ClassProgram& program, const std::vector<std::uint32_t>& marks,
                 std::vector<Repeat>& repeats);

// What is known of a program of one class that neither sends nor receives.
struct Outline {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::array<std::uint32_t, workload::kStreams> first{};  // operation of each stream
  std::vector<std::uint32_t> next;                        // of an operation, in its stream
  std::vector<Repeat> repeats;                            // in order
};

// Sets `first` and `next`, and what is needed of the repeats, once the program is whole.
void set_streams(const workload::ClassProgram& program, Outline& outline);

}  // namespace jacquard::engine::step
