// SPDX-License-Identifier: Apache-2.0
// The times of one dimension without congestion, written out by hand from ASTRA-sim's rules
// (endpoint delay e before a phase and after each receipt, R for a reduction, l for a message):
// an oracle that shares nothing with the machine under test.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/rng.hpp"
#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

struct Machine {
  Block block;
  long n;
  double bandwidth;
  double latency;
  double memory;  // GB/s
  long e;
  long splits;

  long hops(long o) const {
    if (block == Block::ring) return std::min(o, n - o);
    return block == Block::fully_connected ? 1 : 2;
  }
  long l(long m, long o) const {
    const double wire = static_cast<double>(m) / (bandwidth * 1073741824.0 / 1e9);
    return static_cast<long>(std::floor(static_cast<double>(hops(o)) * latency + wire));
  }
  long r(long m) const {
    return 3 * static_cast<long>(std::floor(static_cast<double>(m) / (memory * 1e9) * 1e9));
  }
};

long ring(const Machine& x, Kind kind, long d) {
  const long n = x.n;
  const long m = d / n;
  switch (kind) {
    case Kind::all_reduce:
      return (2 * n - 1) * x.e + (n - 1) * x.r(m) + 2 * (n - 1) * x.l(m, 1);
    case Kind::reduce_scatter:
      return n * x.e + (n - 1) * (x.r(m) + x.l(m, 1));
    case Kind::all_gather:
      return n * x.e + (n - 1) * x.l(d, 1);
    default:
      return (n * (n - 1) / 2 + 1) * x.e + n * (n - 1) / 2 * x.l(m, 1);
  }
}

long direct(const Machine& x, Kind kind, long d) {
  const long m = kind == Kind::all_gather ? d : d / x.n;
  std::vector<long> delays;
  for (long o = 1; o < x.n; ++o) delays.push_back(x.l(m, o));
  const long longest = *std::max_element(delays.begin(), delays.end());
  if (kind == Kind::reduce_scatter) return 2 * x.e + x.r(m) + longest;
  if (kind != Kind::all_reduce) return 2 * x.e + longest;
  // Tokens come back in the order of arrival; all messages of the second half that have a token
  // go when the last of the first half has come.
  std::vector<long> tokens;
  for (const long delay : delays) tokens.push_back(x.e + delay + x.e + x.r(m));
  std::sort(tokens.begin(), tokens.end());
  const long all_here = x.e + longest;
  long end = 0;
  std::vector<long> sent;
  for (const long token : tokens) {
    // A token that comes before the last arrival is used by the first that comes at or after it.
    const auto next = std::find_if(tokens.begin(), tokens.end(),
                                   [&](long t) { return t >= token && t >= all_here; });
    sent.push_back(*next);
  }
  for (std::size_t i = 0; i < sent.size(); ++i) {
    end = std::max(end, sent[i] + delays[i] + x.e);
  }
  return end;
}

long halving_doubling(const Machine& x, Kind kind, long d) {
  long steps = 0;
  while ((1L << steps) < x.n) ++steps;
  long up = 0;
  long charged = 0;
  long m = d / 2;
  for (long i = 0; i < steps; ++i, m /= 2) {
    up += x.l(m, 1L << i);
    if (i > 0) charged += x.r(m);
  }
  if (kind == Kind::reduce_scatter) return (steps + 1) * x.e + up + charged;
  long down = 0;
  long piece = kind == Kind::all_gather ? d : m * 2;
  for (long i = steps - 1; i >= 0; --i, piece *= 2) down += x.l(piece, 1L << i);
  if (kind == Kind::all_gather) return (steps + 1) * x.e + down;
  return (2 * steps + 1) * x.e + up + charged + down;
}

}  // namespace

TEST_CASE("One dimension without congestion takes what the closed forms say") {
  base::Rng rng(1, "astra closed forms");
  const auto pick = [&rng](auto... values) {
    const double all[] = {static_cast<double>(values)...};
    return all[rng.below(sizeof...(values))];
  };
  for (int round = 0; round < 400; ++round) {
    const Method method = static_cast<Method>(static_cast<int>(
        pick(int(Method::ring), int(Method::direct), int(Method::halving_doubling))));
    const bool halves = method == Method::halving_doubling;
    const auto kind = static_cast<Kind>(rng.below(halves ? 3 : 4));
    const Machine x{static_cast<Block>(rng.below(3)),
                    halves ? 1L << (1 + rng.below(5)) : 2 + static_cast<long>(rng.below(13)),
                    pick(12.5, 50, 333.3, 900),
                    pick(0.5, 50, 936.25, 2000),
                    pick(50, 1600, 1935.5),
                    static_cast<long>(pick(0, 1, 10, 137)),
                    static_cast<long>(pick(1, 3, 4, 7))};
    Input input =
        astra_machine({{x.block, static_cast<int>(x.n), x.bandwidth, x.latency}}, {{method}});
    input.system.local_mem_bw = x.memory * 1e9;
    input.system.endpoint_delay = static_cast<int>(x.e);
    input.system.splits = static_cast<int>(x.splits);
    long bytes = 1000 + static_cast<long>(rng.below(1 << 28));
    run_on_all(input, {collective_node(kind, bytes)});

    long d = bytes / x.splits;
    if (kind != Kind::all_gather && d < x.n) {
      d = x.n;
      bytes = x.splits * d;
    }
    const long chunks = (bytes + d - 1) / d;
    const long one = method == Method::ring     ? ring(x, kind, d)
                     : method == Method::direct ? direct(x, kind, d)
                                                : halving_doubling(x, kind, d);
    CAPTURE(int(method), int(kind), int(x.block), x.n, x.bandwidth, x.latency, x.e, bytes, d);
    CHECK(cycles(input) == chunks * one);
  }
}
