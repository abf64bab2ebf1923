// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/generate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/popularity.hpp"

namespace jacquard::demand {
namespace {

constexpr std::int64_t kToken = 32 << 10;
constexpr std::int64_t kMeanEntry = 16 << 20;
// Dirichlet concentration per source. 40 in all over 16 sources; kept per source for other sizes,
// it also gives the largest line of the published-size study (64 ports, 8 bits: D = 5000 against
// 4715 measured there; 40 per source would give 11600).
constexpr double kSourceConcentration = 2.5;

using Rng = base::Rng;

std::size_t square(int ports) {
  return static_cast<std::size_t>(ports) * static_cast<std::size_t>(ports);
}

DemandMatrix uniform(int ports, Rng rng) {
  std::vector<std::int64_t> entries(square(ports));
  for (std::int64_t& e : entries) e = rng.between(0, 1000) * kToken;
  return {ports, std::move(entries)};
}

DemandMatrix moe(int ports, std::uint64_t seed, std::uint64_t index) {
  Rng rng(seed, "moe sources", index);
  const std::vector<double> share = popularity(ports, seed, index);
  const double total = static_cast<double>(kMeanEntry) * ports * ports;
  std::vector<std::int64_t> entries(square(ports));
  for (int j = 0; j < ports; ++j) {
    const std::vector<double> from = rng.dirichlet(ports, kSourceConcentration);
    for (int i = 0; i < ports; ++i) {
      entries[base::cell(i, j, ports)] =
          std::llround(total * base::at(share, j) * base::at(from, i));
    }
  }
  return {ports, std::move(entries)};
}

void add_permutation(int ports, std::int64_t bytes, Rng& rng, std::vector<std::int64_t>& entries) {
  const std::vector<int> column = rng.permutation(ports);
  for (int i = 0; i < ports; ++i) {
    entries[base::cell(i, base::at(column, i), ports)] += bytes;
  }
}

// A quarter of a line is about one big permutation's share; a small one carries a twentieth of
// that.
DemandMatrix sparse(int ports, Rng rng) {
  const int big = std::clamp(ports / 4, 1, 4);
  const int small = std::clamp(ports - big, 0, 12);
  const std::int64_t full = kMeanEntry * ports / 4;
  std::vector<std::int64_t> entries(square(ports));
  for (int k = 0; k < big; ++k) {
    add_permutation(ports, rng.between(full * 3 / 10, full), rng, entries);
  }
  for (int k = 0; k < small; ++k) {
    add_permutation(ports, rng.between(full / 100, full * 8 / 100), rng, entries);
  }
  return {ports, std::move(entries)};
}

DemandMatrix hotspot(int ports, Rng rng) {
  const auto hot = static_cast<int>(rng.below(static_cast<std::uint64_t>(ports)));
  DemandMatrix demand = uniform(ports, rng);
  for (int i = 0; i < ports && ports > 1; ++i) {
    std::int64_t others = 0;
    for (int j = 0; j < ports; ++j) others += j == hot ? 0 : demand.at(i, j).count();
    demand.set(i, hot, base::Bytes{others});
  }
  return demand;
}

DemandMatrix permutation(int ports, Rng rng) {
  std::vector<std::int64_t> entries(square(ports));
  add_permutation(ports, kMeanEntry * ports, rng, entries);
  return {ports, std::move(entries)};
}

// Sparse, and no two lines alike. Entries are not multiples of anything.
DemandMatrix unbalanced(int ports, Rng rng) {
  constexpr double kSpread = 255;
  const double smallest = static_cast<double>(kMeanEntry) * ports / kSpread;
  std::vector<std::int64_t> entries(square(ports));
  for (int i = 0; i < ports; ++i) {
    const auto fewest = std::max(1, ports / 16);
    const std::int64_t count = rng.between(fewest, std::max(fewest, 5 * ports / 16));
    const std::vector<int> columns = rng.permutation(ports);
    for (int k = 0; k < count; ++k) {
      entries[base::cell(i, base::at(columns, k), ports)] =
          std::llround(smallest * std::exp(rng.uniform() * std::log(kSpread)));
    }
  }
  return {ports, std::move(entries)};
}

DemandMatrix hot_pairs(int ports, Rng rng) {
  constexpr std::int64_t hot = 255;  // the most of 8 bits, so that tokens are quanta there
  std::vector<std::int64_t> entries(square(ports));
  for (std::int64_t& e : entries) e = rng.between(1, 40) * kToken;
  for (int left = std::max(1, ports / 4); left > 0;) {
    std::int64_t& entry = entries[rng.below(entries.size())];
    if (entry == hot * kToken) continue;
    entry = hot * kToken;
    --left;
  }
  return {ports, std::move(entries)};
}

// A step of decoding with DeepSeek-V3's experts. The weight of the n-th most popular is
// n^-exponent.
DemandMatrix decoding(int ports, double exponent, Rng rng) {
  constexpr int experts = 256;
  constexpr int tokens = 8;  // of a port
  constexpr int top_k = 8;
  // 7,168 FP8 values, their scales and headers: 16 slots of 10 ns at 400 Gb/s.
  constexpr std::int64_t token_bytes = 8'000;
  const std::vector<int> rank = rng.permutation(experts);
  std::vector<std::pair<double, int>> order(experts);
  std::vector<std::int64_t> entries(square(ports));
  for (int i = 0; i < ports; ++i) {
    for (int token = 0; token < tokens; ++token) {
      // Draws without replacement: Efraimidis & Spirakis 2006.
      for (int e = 0; e < experts; ++e) {
        const double weight = std::pow(base::at(rank, e) + 1, -exponent);
        base::at(order, e) = {-std::log(1 - rng.uniform()) / weight, e};
      }
      std::partial_sort(order.begin(), order.begin() + top_k, order.end());
      for (int k = 0; k < top_k; ++k) {
        const int column = base::at(order, k).second * ports / experts;
        entries[base::cell(i, column, ports)] += token_bytes;
      }
    }
  }
  return {ports, std::move(entries)};
}

// Each entry `bytes` or nothing, half and half.
DemandMatrix all_or_nothing(int ports, std::int64_t bytes, Rng rng) {
  std::vector<std::int64_t> entries(square(ports));
  for (std::int64_t& e : entries) e = rng.chance(.5) ? bytes : 0;
  return {ports, std::move(entries)};
}

DemandMatrix mixed(int ports, std::uint64_t seed, std::uint64_t index) {
  const auto mixed_class = static_cast<std::uint64_t>(DemandClass::mixed);
  const std::uint64_t turn = index % 8;
  if (turn < mixed_class) return generate(static_cast<DemandClass>(turn), ports, seed, index);
  if (turn == mixed_class) return DemandMatrix(ports);
  const std::int64_t bytes = turn == mixed_class + 1 ? 1 : kMeanEntry * ports;
  return all_or_nothing(ports, bytes, Rng(seed, "mixed", index));
}

}  // namespace

const std::vector<std::string>& demand_class_names() {
  static const std::vector<std::string> names = {
      "uniform",    "moe",       "sparse",   "hotspot",         "permutation",   "mixed",
      "unbalanced", "hot-pairs", "decoding", "decoding-skewed", "decoding-steep"};
  return names;
}

DemandClass demand_class(std::string_view name, const std::string& source) {
  const auto& names = demand_class_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) base::throw_unknown_name(source, "a class of demand", name, names);
  return static_cast<DemandClass>(it - names.begin());
}

DemandMatrix generate(DemandClass kind, int ports, std::uint64_t seed, std::uint64_t index) {
  JQ_CHECK(ports >= 1 && ports <= kMaxPorts, "a generated demand has 1..1024 ports");
  switch (kind) {
    case DemandClass::uniform:
      return uniform(ports, Rng(seed, "uniform", index));
    case DemandClass::moe:
      return moe(ports, seed, index);
    case DemandClass::sparse:
      return sparse(ports, Rng(seed, "sparse", index));
    case DemandClass::hotspot:
      return hotspot(ports, Rng(seed, "hotspot", index));
    case DemandClass::permutation:
      return permutation(ports, Rng(seed, "permutation", index));
    case DemandClass::mixed:
      return mixed(ports, seed, index);
    case DemandClass::unbalanced:
      return unbalanced(ports, Rng(seed, "unbalanced", index));
    case DemandClass::hot_pairs:
      return hot_pairs(ports, Rng(seed, "hot pairs", index));
    case DemandClass::decoding:
      return decoding(ports, 0, Rng(seed, "decoding", index));
    case DemandClass::decoding_skewed:
      return decoding(ports, 0.6, Rng(seed, "decoding", index));
    case DemandClass::decoding_steep:
      return decoding(ports, 1.1, Rng(seed, "decoding", index));
  }
  JQ_CHECK(false, "every class of demand has a generator");
  return DemandMatrix(ports);
}

}  // namespace jacquard::demand
