// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/arbiter_requests.hpp"

#include <fmt/format.h>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::verify {
namespace {

constexpr int kRequestBits = 16;
constexpr int kMostExhaustivePairs = 16;
constexpr int kWholes = 3;  // all, straight, crossed: each at every priority

std::size_t at_(int i) { return static_cast<std::size_t>(i); }

}  // namespace

ArbiterRequests::ArbiterRequests(int ports, bool priorities, const Cases& random)
    : n_(ports),
      priorities_(priorities),
      random_(random),
      directed_(1 + std::int64_t{kWholes} * ports + 2 * ports + std::int64_t{ports} * ports),
      exhaustive_(ports * ports > kMostExhaustivePairs
                      ? 0
                      : (std::int64_t{1} << (ports * ports)) * (priorities ? ports : 1)) {}

ArbiterRequests::Directed ArbiterRequests::directed_case(std::int64_t index) const {
  Directed c{{blank(), static_cast<int>(index % n_)}, "nothing is asked"};
  auto& rows = c.request.rows;
  if (index-- == 0) return c;
  if (index < std::int64_t{n_} * n_) {
    const int i = static_cast<int>(index) / n_, j = static_cast<int>(index) % n_;
    rows[at_(i)] = base::Word{1} << j;
    c.label = fmt::format("only input {} asks, for output {}", i, j);
    return c;
  }
  index -= std::int64_t{n_} * n_;
  if (index < n_) {
    rows[at_(static_cast<int>(index))] = base::low_mask(n_);
    c.label = fmt::format("input {} asks for all outputs", index);
    return c;
  }
  index -= n_;
  if (index < n_) {
    for (base::Word& row : rows) row = base::Word{1} << index;
    c.label = fmt::format("all inputs ask for output {}", index);
    return c;
  }
  index -= n_;
  const int whole = static_cast<int>(index) / n_;
  c.request.priority = static_cast<int>(index) % n_;
  for (int i = 0; i < n_; ++i) {
    const int j = whole == 1 ? i : n_ - 1 - i;
    rows[at_(i)] = whole == 0 ? base::low_mask(n_) : base::Word{1} << j;
  }
  static const char* labels[kWholes] = {"all inputs ask for all outputs",
                                        "input i asks for output i",
                                        "input i asks for output N-1-i"};
  c.label = labels[whole];
  return c;
}

ArbiterRequest ArbiterRequests::at(std::int64_t index) const {
  ArbiterRequest request{blank(), 0};
  if (index < directed_) {
    request = directed_case(index).request;
  } else if ((index -= directed_) < exhaustive_) {
    const std::int64_t pairs = index / (priorities_ ? n_ : 1);
    request.priority = static_cast<int>(index % n_);
    for (int i = 0; i < n_; ++i) {
      request.rows[at_(i)] = (static_cast<base::Word>(pairs) >> (i * n_)) & base::low_mask(n_);
    }
  } else {
    index -= exhaustive_;
    request.rows = random_requests(random_, index, n_);
    base::Rng rng(random_.seed, "verify/priority", static_cast<std::uint64_t>(index));
    request.priority = static_cast<int>(rng.between(0, n_ - 1));
  }
  if (!priorities_) request.priority = 0;
  return request;
}

std::string ArbiterRequests::label(std::int64_t index) const {
  if (index < directed_) return "directed: " + directed_case(index).label;
  return index - directed_ < exhaustive_ ? "exhaustive" : "random";
}

std::vector<base::Word> random_requests(const Cases& cases, std::int64_t index, int ports) {
  const demand::QuantaMatrix demand = demand_of_case(cases, index, ports, kRequestBits);
  base::Rng rng(cases.seed, "verify/requests", static_cast<std::uint64_t>(index));
  const std::int64_t threshold = rng.between(0, demand.largest_entry());
  std::vector<base::Word> requests(static_cast<std::size_t>(ports), 0);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      if (demand.at(i, j) > threshold) {
        base::at(requests, i) |= base::Word{1} << j;
      }
    }
  }
  return requests;
}

}  // namespace jacquard::verify
