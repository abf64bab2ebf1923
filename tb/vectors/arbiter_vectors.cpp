// SPDX-License-Identifier: Apache-2.0
#include "vectors/arbiter_vectors.hpp"

#include "jacquard/base/rng.hpp"

namespace jacquard::tb {
namespace {

using schedule::ArbiterInputs;
using schedule::ArbiterOutputs;
using schedule::ArbiterShape;

// Calls `each(input, output)` for the bits of a port, highest first.
template <class Each>
void for_each_pin(int ports, Each each) {
  for (int d = ports - 1; d >= 0; --d) {
    for (int i = ports - 1; i >= 0; --i) each(static_cast<std::size_t>(i), (i + d) % ports);
  }
}

ArbiterInputs random_inputs(int ports, double valid, double density, base::Rng& rng) {
  ArbiterInputs in;
  in.valid = rng.chance(valid);
  in.requests.resize(static_cast<std::size_t>(ports), 0);
  for (base::Word& row : in.requests) {
    for (int j = 0; j < ports; ++j) row |= base::Word{rng.chance(density)} << j;
  }
  return in;
}

}  // namespace

Vectors arbiter_vectors(const ArbiterShape& shape, std::uint64_t seed, std::int64_t clocks) {
  const int n = shape.ports;
  base::Rng rng(seed, "vectors/arbiter");
  const auto golden = schedule::make_golden_wwfa(shape);
  Vectors vectors;
  bool was_reset = false;
  bool answered = false;  // since the last reset
  double valid = 0.5, density = 0.5;
  for (std::int64_t clock = 0; clock < clocks; ++clock) {
    if (clock % 32 == 0) {
      valid = rng.chance(0.5) ? 1.0 : rng.uniform();
      density = rng.uniform();
    }
    const bool reset = clock == 0 || rng.chance(0.01);
    const ArbiterInputs in = random_inputs(n, valid, density, rng);
    const ArbiterOutputs& out = golden->step(in);
    answered = answered || out.valid;
    BitWord stimulus, expected;
    stimulus.put(!reset, 1).put(in.valid, 1);
    expected.put(out.valid, 1);
    for_each_pin(n, [&](std::size_t i, int j) {
      stimulus.put((in.requests[i] >> j) & 1, 1);
      expected.put(answered && out.columns[i] == j, 1);
    });
    BitWord defined;
    defined.put(was_reset, 1).put(repeated(answered, n * n));
    vectors.add(stimulus, expected, defined);
    if (!reset) continue;
    golden->reset();
    was_reset = true;
    answered = false;
  }
  return vectors;
}

}  // namespace jacquard::tb
