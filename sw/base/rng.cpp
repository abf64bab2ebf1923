// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/rng.hpp"

#include <cmath>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/hash.hpp"

namespace jacquard::base {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

Rng::Rng(std::uint64_t seed, std::string_view purpose, std::uint64_t index) {
  std::uint64_t mix = seed;
  mix = splitmix64(mix) ^ fnv1a(purpose);
  mix = splitmix64(mix) ^ index;
  for (std::uint64_t& word : state_) word = splitmix64(mix);
}

Rng::result_type Rng::operator()() {
  const std::uint64_t result = rotate_left(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

std::uint64_t Rng::below(std::uint64_t bound) {
  // Lemire 2019: reject only the few draws that would make the product's high word uneven.
  Wide product = Wide{(*this)()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t uneven = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < uneven) product = Wide{(*this)()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::int64_t Rng::between(std::int64_t lo, std::int64_t hi) {
  return lo + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(hi - lo) + 1));
}

double Rng::uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

bool Rng::chance(double probability) { return uniform() < probability; }

double Rng::normal() {
  // Marsaglia's polar method; the second value is dropped so that a draw leaves no hidden state.
  for (;;) {
    const double u = 2 * uniform() - 1;
    const double v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
  }
}

double Rng::gamma(double shape) {
  if (shape < 1) return gamma(shape + 1) * std::pow(1 - uniform(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(1 - uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

std::vector<double> Rng::dirichlet(int parts, double concentration) {
  std::vector<double> share(static_cast<std::size_t>(parts));
  for (double& s : share) s = gamma(concentration);
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& s : share) s = sum > 0 ? s / sum : 1.0 / parts;
  return share;
}

std::vector<int> Rng::permutation(int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i) {
    std::swap(base::at(order, i), order[below(static_cast<std::uint64_t>(i) + 1)]);
  }
  return order;
}

}  // namespace jacquard::base
