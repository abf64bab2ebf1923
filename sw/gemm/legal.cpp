// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "jacquard/gemm/legal_mesh.hpp"

namespace jacquard::gemm {
namespace {

using base::InputFault;

std::optional<InputFault> outside(const char* source, std::int64_t found, std::int64_t least,
                                  std::int64_t most) {
  if (found >= least && found <= most) return {};
  return InputFault{source, "", fmt::format("a whole number in {}..{}", least, most),
                    std::to_string(found), ""};
}

// Numbers so large that bytes or multiply-adds would not fit 64 bits, and those below their least.
std::optional<InputFault> illegal_number(const Request& r) {
  const auto [m, n, k] = r.shape;
  for (const std::int64_t side : {m, n, k}) {
    if (auto fault = outside("--shape", side, 1, kLargestSize)) return fault;
  }
  for (const int side : {r.mesh.rows, r.mesh.columns, r.mesh.layers}) {
    if (auto fault = outside("--mesh", side, 1, Mesh::kMostChips)) return fault;
  }
  const std::int64_t plane = std::int64_t{r.mesh.rows} * r.mesh.columns;
  if (plane > Mesh::kMostChips || plane * r.mesh.layers > Mesh::kMostChips) {
    return InputFault{"--mesh", "", fmt::format("at most {} chips", Mesh::kMostChips),
                      text_of(r.mesh), ""};
  }
  const std::int64_t elements = std::max({m * n, n * k, m * k});
  if (elements > kMostBytes / r.element_bytes) {
    return InputFault{"--shape", "", "matrices of at most 2^58 bytes", text_of(r.shape), ""};
  }
  if (m * n > kMostProducts / k) {
    return InputFault{"--shape", "", "at most 2^62 multiply-adds", text_of(r.shape), ""};
  }
  return {};
}

std::optional<InputFault> illegal_option(const Request& r) {
  if (auto fault = outside("--element-bytes", r.element_bytes, 1, 16)) return fault;
  if (auto fault = outside("--block", r.block, 1, 1 << 20)) return fault;
  if (auto fault = outside("--packets", r.packets, 0, kMostSteps)) return fault;
  if (!r.overlapped || (r.algorithm == Algorithm::wang && *r.overlapped != Direction::depth)) {
    return {};
  }
  return InputFault{"--overlapped", "", "row or column, with wang",
                    std::string(name_of(*r.overlapped)) + " with " + name_of(r.algorithm), ""};
}

// Every legal slice count divides this, or (wang) is at most this.
std::int64_t most_slices(const Request& r) {
  switch (r.algorithm) {
    case Algorithm::meshslice: {
      const std::int64_t size = sliced_size(r);
      const std::int64_t common = std::gcd(size / r.mesh.columns, size / r.mesh.rows);
      return common % r.block == 0 ? common / r.block : 1;  // one slice cuts nothing
    }
    case Algorithm::summa:
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      return steps_by_itself(r);
    default:
      return 1;
  }
}

bool any_up_to_most(Algorithm algorithm) {
  return algorithm == Algorithm::wang || algorithm == Algorithm::tp || algorithm == Algorithm::fsdp;
}

std::string slices_rule(const Request& r, const Request& original, std::int64_t most) {
  switch (r.algorithm) {
    case Algorithm::meshslice: {
      const std::int64_t size = sliced_size(r);
      const char cut = r.dataflow == Dataflow::ls ? 'n' : r.dataflow == Dataflow::rs ? 'm' : 'k';
      const char side = user_side(cut, original);
      return fmt::format("slices of whole blocks of {} in {} / rows = {} and {} / columns = {}",
                         r.block, side, size / r.mesh.rows, side, size / r.mesh.columns);
    }
    case Algorithm::summa:
      return fmt::format("a divisor of the {} panels, or 0", most);
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      return fmt::format("at most {}, or 0: the chips of the direction that overlaps", most);
    default:
      return fmt::format("1 for {}", name_of(r.algorithm));
  }
}

std::optional<InputFault> illegal_slices(const Request& r, const Request& original) {
  const std::int64_t most = most_slices(r);
  const std::int64_t found = steps_of(r);
  const bool any = any_up_to_most(r.algorithm);
  const bool legal = found >= 1 && found <= kMostSteps && (any ? found <= most : most % found == 0);
  if (legal) return {};
  const std::int64_t nearest =
      any ? std::clamp<std::int64_t>(found, 1, most) : nearest_divisor(most, found, kMostSteps);
  return InputFault{"--slices", "", slices_rule(r, original, most), std::to_string(r.slices),
                    fmt::format("nearest is {}", nearest)};
}

}  // namespace

Direction overlapped(const Request& r) {
  if (r.algorithm == Algorithm::tp) return Direction::row;
  if (r.algorithm == Algorithm::fsdp) return Direction::column;
  if (r.overlapped) return *r.overlapped;
  const auto sent = [&](Direction direction) {
    const Stored all = stored(r, moves(r, direction));
    return (r.mesh.size(direction) - 1) *
           ((all.rows / r.mesh.rows) * (all.columns / r.mesh.columns));
  };
  return sent(Direction::row) >= sent(Direction::column) ? Direction::row : Direction::column;
}

int steps_by_itself(const Request& r) {
  if (any_up_to_most(r.algorithm)) return r.mesh.size(overlapped(r));
  return r.algorithm == Algorithm::summa ? std::lcm(r.mesh.rows, r.mesh.columns) : 0;
}

int steps_of(const Request& r) { return r.slices != 0 ? r.slices : steps_by_itself(r); }

std::vector<int> legal_slices(const Request& request) {
  Request r = of_program(request);
  r.slices = 1;
  if (illegal(r)) return {};
  std::vector<int> all;
  const std::int64_t most = most_slices(r);
  if (any_up_to_most(r.algorithm)) {
    all.resize(static_cast<std::size_t>(most));
    std::iota(all.begin(), all.end(), 1);
    return all;
  }
  for (const std::int64_t s : divisors(most)) {
    if (s <= kMostSteps) all.push_back(static_cast<int>(s));
  }
  return all;
}

std::optional<InputFault> illegal_numbers(const Request& request) {
  if (auto fault = illegal_option(request)) return fault;
  return illegal_number(request);
}

std::optional<InputFault> illegal(const Request& request) {
  if (auto fault = illegal_numbers(request)) return fault;
  const Request r = of_program(request);
  if (auto fault = illegal_mesh(r, request)) return fault;
  return illegal_slices(r, request);
}

}  // namespace jacquard::gemm
