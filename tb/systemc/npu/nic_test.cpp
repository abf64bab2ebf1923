// SPDX-License-Identifier: Apache-2.0
// One message from memory to memory, and what bounds a stream of packets.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "tb/systemc/npu/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using collective::Method;
using rounds::CollectiveKind;

constexpr double kEndpoint = 10'000;  // ps
constexpr double kFlight = 500'000;   // of a link
constexpr double kRead = 31'900;      // ps, tRCDRD + tCL of hbm3e_9200
constexpr double kWrite = 15'650;     // ps, tRCDWR + tCWL
constexpr double kChannel = 0.0368;   // bytes per ps
constexpr double kLinkRate = 0.045;

// From NPU 0 to its neighbour.
NpuRoundsOutcome send(std::int64_t bytes, const NpuPlatform& platform) {
  const topology::Fabric fabric = test::ring(2);
  auto request = test::request_of(fabric, CollectiveKind::send, bytes, Method::ring);
  request.peer = 1;
  return test::on_npus(generate(request), fabric, platform);
}

double ps(const NpuRoundsOutcome& outcome) { return static_cast<double>(outcome.time.count()); }

}  // namespace

TEST_CASE("a message is read, sent and written, packet after packet") {
  const NpuPlatform platform = test::platform_of(32);
  const double peak = 32 * kChannel;
  for (const std::int64_t bytes : {1, 4096, 6144, 1'000'000}) {
    const double first = static_cast<double>(std::min<std::int64_t>(bytes, 4096));
    const double last = static_cast<double>((bytes - 1) % 4096 + 1);
    const NpuRoundsOutcome outcome = send(bytes, platform);
    INFO(bytes << " bytes");
    // Each packet's time on the link is rounded to a picosecond.
    CHECK(ps(outcome) ==
          Approx(kEndpoint + kRead + first / peak + static_cast<double>(bytes) / kLinkRate +
                 kFlight + kWrite + last / peak + kEndpoint)
              .margin(300));
    CHECK(outcome.memory.read == Bytes{bytes});
    CHECK(outcome.memory.written == Bytes{bytes});
    CHECK(outcome.on_links == Bytes{bytes});
  }
}

TEST_CASE("a header takes its share of the link") {
  NpuPlatform platform = test::platform_of(32);
  const double plain = ps(send(4'096'000, platform));
  platform.nic.header = Bytes{1024};  // a quarter more
  CHECK(ps(send(4'096'000, platform)) - plain == Approx(1000 * 1024 / kLinkRate).epsilon(0.001));
}

TEST_CASE("a buffer that does not cover the way to memory and back bounds the rate") {
  // A packet's place is free again when its bits have come, memory has taken them, and the news is
  // back: until then four packets are all there are.
  NpuPlatform platform = test::platform_of(32);
  platform.nic.buffer = Bytes{4 * 4096};
  const double round_trip = 4096 / kLinkRate + kFlight + kWrite + 4096 / (32 * kChannel) + kFlight;
  const std::int64_t packets = 1000;
  CHECK(ps(send(packets * 4096, platform)) ==
        Approx(static_cast<double>(packets) / 4 * round_trip).epsilon(0.01));
}

TEST_CASE("a memory slower than its link stops it, and no buffer overflows") {
  NpuPlatform platform = test::platform_of(1);  // 36.8 GB/s under a link of 45
  const NpuRoundsOutcome outcome = send(8'192'000, platform);
  CHECK(ps(outcome) == Approx(8'192'000 / kChannel).epsilon(0.01));
  CHECK(outcome.largest_fill <= platform.nic.buffer);
}

TEST_CASE("a receiver whose memory others use fills its buffer, and then its sender waits") {
  // Both neighbours of a ring of three send to each NPU: 90 GB/s in and 90 out of 73.6.
  const topology::Fabric fabric = test::ring(3);
  const NpuPlatform platform = test::platform_of(2);
  const auto graph = generate(
      test::request_of(fabric, CollectiveKind::all_gather, 4'096'000, Method::two_way_ring));
  const NpuRoundsOutcome outcome = test::on_npus(graph, fabric, platform);
  CHECK(outcome.largest_fill > platform.nic.packet * 8);
  CHECK(outcome.largest_fill <= platform.nic.buffer);
}

TEST_CASE("a buffer holds a packet at least") {
  NicConfig config;
  config.buffer = Bytes{4095};
  CHECK_THROWS_WITH(require_consistent(config, {"file.json", "/nic"}),
                    Catch::StartsWith("file.json#/nic/buffer: expected at least one packet"));
}

}  // namespace jacquard::systemc
