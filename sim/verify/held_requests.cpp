// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/held_requests.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::verify {
namespace {

constexpr std::int64_t kRandom = 16;
constexpr std::int64_t kMostAmongOthers = 256;  // all pairs up to 16 ports

Rows half_of_all(base::Rng rng, int ports) {
  Rows rows(static_cast<std::size_t>(ports));
  for (base::Word& row : rows) row = rng() & base::low_mask(ports);
  return rows;
}

std::int64_t pairs(int ports) { return std::int64_t{ports} * ports; }
std::int64_t among_others(int ports) { return std::min(pairs(ports), kMostAmongOthers); }

}  // namespace

HeldRequests::HeldRequests(int ports, std::uint64_t seed) : n_(ports), seed_(seed) {}

std::int64_t HeldRequests::count() const {
  return pairs(n_) + 1 + 2 * n_ + kRandom + among_others(n_);
}

HeldRequest HeldRequests::at(std::int64_t index) const {
  HeldRequest request;
  Rows& rows = request.held;
  rows.assign(static_cast<std::size_t>(n_), 0);
  const auto only = [&](std::int64_t pair) {
    base::at(rows, pair / n_) = base::Word{1} << (pair % n_);
    return fmt::format("input {} asks for output {}", pair / n_, pair % n_);
  };
  if (index < pairs(n_)) {
    request.alone = true;
    request.label = "held: only " + only(index);
    return request;
  }
  index -= pairs(n_);
  if (index == 0) {
    for (base::Word& row : rows) row = base::low_mask(n_);
    request.rounds = 2;
    request.label = "held: all inputs ask for all outputs";
    return request;
  }
  if (--index < n_) {
    base::at(rows, index) = base::low_mask(n_);
    request.label = fmt::format("held: input {} asks for all outputs", index);
    return request;
  }
  index -= n_;
  if (index < n_) {
    for (base::Word& row : rows) row = base::Word{1} << index;
    request.label = fmt::format("held: all inputs ask for output {}", index);
    return request;
  }
  index -= n_;
  if (index < kRandom) {
    rows = half_of_all({seed_, "verify/held", static_cast<std::uint64_t>(index)}, n_);
    request.label = "held: random pairs";
    return request;
  }
  index -= kRandom;
  request.changing = true;
  // One wrapped diagonal after the other, so that beyond 16 ports too every input and every output
  // has its turn; the seed says which diagonal is first.
  const std::int64_t input = index % n_;
  const auto first = static_cast<std::int64_t>(seed_ % static_cast<std::uint64_t>(n_));
  const std::int64_t output = (input + first + index / n_) % n_;
  request.label = fmt::format("held: {}, among others that change", only(input * n_ + output));
  return request;
}

Rows HeldRequests::asked(std::int64_t index, const HeldRequest& request, std::int64_t clock) const {
  if (!request.changing) return request.held;
  Rows rows = half_of_all({seed_ + static_cast<std::uint64_t>(clock), "verify/others",
                           static_cast<std::uint64_t>(index)},
                          n_);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] |= request.held[i];
  return rows;
}

Rows saturated_requests(int ports, std::uint64_t seed, std::int64_t clock) {
  return half_of_all({seed, "verify/saturated", static_cast<std::uint64_t>(clock)}, ports);
}

}  // namespace jacquard::verify
