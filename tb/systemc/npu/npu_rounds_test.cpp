// SPDX-License-Identifier: Apache-2.0
// Collectives from memory to memory against the system layer's engines, and against the closed form
// of memory traffic where memory is the limit.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "tb/systemc/npu/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using collective::Method;
using rounds::CollectiveKind;
using topology::Block;

constexpr std::int64_t kKiB = 1024;
constexpr double kChannel = 0.0368;  // bytes per ps

struct Ratio {
  double time;    // over the engine's
  Bytes traffic;  // of an NPU's memory
};

Ratio ratio(const topology::Fabric& fabric, CollectiveKind kind, std::int64_t bytes, Method method,
            const NpuPlatform& platform) {
  const rounds::RoundGraph graph = generate(test::request_of(fabric, kind, bytes, method));
  const NpuRoundsOutcome outcome = test::on_npus(graph, fabric, platform);
  return {outcome.time / test::engine_time(graph, fabric, platform),
          Bytes{(outcome.memory.read + outcome.memory.written).count() / fabric.npus()}};
}

const char* name_of(Adding adding) {
  return adding == Adding::on_arrival ? "on arrival" : "in passing";
}

constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather};

}  // namespace

TEST_CASE("rings on NPUs agree with the event engine within 2 % where memory does not limit") {
  for (const int npus : {4, 16}) {
    for (const Method method : {Method::ring, Method::two_way_ring}) {
      for (const CollectiveKind kind : kKinds) {
        for (const Adding adding : {Adding::on_arrival, Adding::in_passing}) {
          // Sums of both ways at once share a memory, of which the engine knows nothing.
          if (method == Method::two_way_ring && adding == Adding::on_arrival) continue;
          for (const std::int64_t bytes : {64 * kKiB, 1024 * kKiB, 8192 * kKiB}) {
            // What an NPU puts into an all-gather is its piece.
            const std::int64_t own = kind == CollectiveKind::all_gather ? bytes / npus : bytes;
            const Ratio r =
                ratio(test::ring(npus), kind, own, method, test::platform_of(32, adding));
            INFO(npus << " NPUs, " << collective::name_of({method, 0}) << ", kind "
                      << static_cast<int>(kind) << ", added " << name_of(adding) << ", " << bytes
                      << " bytes");
            CHECK(r.time == Approx(1).margin(0.02));
          }
        }
      }
    }
  }
}

TEST_CASE("memory moves what the closed form of each collective says") {
  const int n = 4;
  const std::int64_t bytes = 4096 * kKiB;          // M
  const std::int64_t steps = (n - 1) * bytes / n;  // what a ring sends in one half
  const auto traffic = [&](CollectiveKind kind, Adding adding) {
    return ratio(test::ring(n), kind, bytes, Method::ring, test::platform_of(32, adding))
        .traffic.count();
  };
  // Each message is read and written once; adding it reads both and writes the sum.
  CHECK(traffic(CollectiveKind::reduce_scatter, Adding::on_arrival) == 5 * steps);
  CHECK(traffic(CollectiveKind::all_reduce, Adding::on_arrival) == 7 * steps);
  // In passing the sum is written instead of the message, and the NPU's own part read.
  CHECK(traffic(CollectiveKind::reduce_scatter, Adding::in_passing) == 3 * steps);
  CHECK(traffic(CollectiveKind::all_reduce, Adding::in_passing) == 5 * steps);
  CHECK(traffic(CollectiveKind::all_gather, Adding::in_passing) == 2 * (n - 1) * bytes);
}

TEST_CASE("where memory limits, the time is its traffic over its bandwidth") {
  // One pseudo-channel, 36.8 GB/s, under links of 45 GB/s.
  const std::int64_t bytes = 8192 * kKiB;
  for (const Adding adding : {Adding::on_arrival, Adding::in_passing}) {
    for (const Method method : {Method::ring, Method::two_way_ring}) {
      for (const CollectiveKind kind : kKinds) {
        const topology::Fabric fabric = test::ring(4);
        const NpuPlatform platform = test::platform_of(1, adding);
        const rounds::RoundGraph graph = generate(test::request_of(fabric, kind, bytes, method));
        const NpuRoundsOutcome outcome = test::on_npus(graph, fabric, platform);
        const double each =
            static_cast<double>((outcome.memory.read + outcome.memory.written).count()) / 4;
        INFO(name_of(adding) << ", " << collective::name_of({method, 0}) << ", kind "
                             << static_cast<int>(kind));
        CHECK(static_cast<double>(outcome.time.count()) == Approx(each / kChannel).epsilon(0.02));
        // The engine does not know that sending and receiving share a memory.
        CHECK(outcome.time > test::engine_time(graph, fabric, platform));
      }
    }
  }
}

TEST_CASE("a torus and fully connected NPUs use a controller for each link") {
  const topology::Fabric torus(
      {{Block::ring, 4, base::BytesPerSecond{45e9}, Picoseconds{500'000}},
       {Block::ring, 4, base::BytesPerSecond{45e9}, Picoseconds{500'000}}});
  for (const CollectiveKind kind : kKinds) {
    const Ratio r = ratio(torus, kind, 1024 * kKiB, Method::two_way_ring,
                          test::platform_of(32, Adding::in_passing));
    CHECK(r.time == Approx(1).margin(0.02));
  }
  const topology::Fabric mesh(
      {{Block::fully_connected, 4, base::BytesPerSecond{45e9}, Picoseconds{500'000}}});
  for (const Method method : {Method::direct, Method::halving_doubling}) {
    // Three links that send and receive, and sums in passing, ask for 405 GB/s of an NPU's memory.
    const Ratio r = ratio(mesh, CollectiveKind::all_reduce, 1024 * kKiB, method,
                          test::platform_of(64, Adding::in_passing));
    INFO(collective::name_of({method, 0}));
    CHECK(r.time == Approx(1).margin(0.02));
  }
}

TEST_CASE("the same collective on NPUs gives the same picosecond each time") {
  const topology::Fabric fabric = test::ring(4);
  const rounds::RoundGraph graph =
      generate(test::request_of(fabric, CollectiveKind::all_reduce, 100'003, Method::two_way_ring));
  const NpuRoundsOutcome first = test::on_npus(graph, fabric, test::platform_of(2));
  const NpuRoundsOutcome second = test::on_npus(graph, fabric, test::platform_of(2));
  CHECK(first.time == second.time);
  CHECK(first.largest_fill == second.largest_fill);
}

TEST_CASE("what NPUs with NICs do not run is refused, by name") {
  const auto fault = [](const topology::Fabric& fabric, Method method,
                        std::int64_t bytes) -> std::string {
    const rounds::RoundGraph graph =
        generate(test::request_of(fabric, CollectiveKind::all_reduce, bytes, method));
    try {
      test::on_npus(graph, fabric, test::platform_of(1));
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  const topology::Fabric switched(
      {{Block::switched, 4, base::BytesPerSecond{45e9}, Picoseconds{500'000}}});
  CHECK_THAT(fault(switched, Method::ring, 4096), Catch::Contains("a switch in dimension 0"));
  CHECK_THAT(fault(test::ring(8), Method::direct, 4096),
             Catch::Contains("passes several links of a ring"));
  CHECK_THAT(fault(test::ring(4), Method::ring, std::int64_t{2'000'000'000}),
             Catch::Contains("data that fit the 1.208e+09 bytes of an NPU's memory"));
  CHECK_THAT(fault(test::ring(4), Method::ring, std::int64_t{4'000'000'000'000}),
             Catch::Contains("at most 1e+08 packets"));
  CHECK_THAT(fault(test::ring(65), Method::ring, 4096), Catch::Contains("at most 64 NPUs"));
}

}  // namespace jacquard::systemc
