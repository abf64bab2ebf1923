// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/nccl_choice.hpp"

#include <algorithm>

namespace jacquard::cost {
namespace {

using workload::CollectiveKind;

constexpr double kGigabytes = 1e3;  // GB/s in bytes/us

// Bandwidth of NCCL's ring graph over that of the data sheet: 240 of 300 GB/s on A100, 360 of 450
// on H100.
constexpr double kGraphShare = 0.8;
constexpr double kChannels = 24;  // of that graph
constexpr double kNvlsChannels = 16;

// us for a start and for each step, by protocol
struct Latency {
  double start;
  double step;
};
constexpr Latency kNvlink[] = {{6.6, 0.6}, {14.0, 1.9}, {8.4, 3.4}};
constexpr Latency kPcie[] = {{6.6, 1.0}, {14.0, 2.5}, {8.4, 5.7}};
constexpr double kNvlsLatency = 25;

double ring_estimate(const Device& device, NcclProtocol protocol, double steps, double moved) {
  const double graph = kGraphShare * device.link.count() * 1e-6;
  const NcclGeneration generation = nccl_generation(device);
  const bool pcie = device.link_kind == "pcie";
  double bandwidth = graph;
  switch (protocol) {
    case NcclProtocol::ll:
      bandwidth = std::min(generation.ll_bandwidth, graph / 2);
      break;
    case NcclProtocol::ll128:
      bandwidth = std::min(0.92 * graph, kChannels * generation.ll128_channel_bandwidth);
      break;
    case NcclProtocol::simple:
      break;
  }
  const Latency& latency = (pcie ? kPcie : kNvlink)[static_cast<std::size_t>(protocol)];
  return latency.start + latency.step * steps + moved / bandwidth;
}

}  // namespace

NcclGeneration nccl_generation(const Device& device) {
  if (device.architecture == "ampere" || device.architecture == "ada") {
    return {87.7 * kGigabytes, 20.0 * kGigabytes, 0};
  }
  if (device.architecture == "blackwell") {
    return {282.0 * kGigabytes, 40.0 * kGigabytes, 0.74};
  }
  return {141.0 * kGigabytes, 36.7 * kGigabytes, device.architecture == "hopper" ? 0.85 : 0};
}

double ring_steps(CollectiveKind kind, int gpus) {
  if (kind == CollectiveKind::send) return 1;
  return kind == CollectiveKind::all_reduce ? 2.0 * (gpus - 1) : gpus - 1.0;
}

bool nccl_adds_in_switch(const Device& device, CollectiveKind kind, int gpus, bool floats) {
  return floats && kind == CollectiveKind::all_reduce && gpus > 2 && device.link_kind == "nvlink" &&
         nccl_generation(device).nvls_efficiency > 0;
}

NcclChoice nccl_choice(const Device& device, CollectiveKind kind, int gpus, double size,
                       bool floats) {
  const double steps = ring_steps(kind, gpus);
  // What each link carries, as NCCL's bus bandwidth counts it.
  const bool whole = kind == CollectiveKind::broadcast || kind == CollectiveKind::send;
  const double moved = whole ? size : size / gpus * steps;

  NcclChoice best{false, NcclProtocol::ll};
  double least = ring_estimate(device, NcclProtocol::ll, steps, moved);
  const auto consider = [&](NcclChoice choice, double estimate) {
    if (estimate < least) {
      least = estimate;
      best = choice;
    }
  };
  if (device.link_kind == "nvlink") {  // LL128 needs stores of 128 bytes that stay whole
    consider({false, NcclProtocol::ll128},
             ring_estimate(device, NcclProtocol::ll128, steps, moved));
  }
  consider({false, NcclProtocol::simple},
           ring_estimate(device, NcclProtocol::simple, steps, moved));
  if (nccl_adds_in_switch(device, kind, gpus, floats)) {
    const double graph = kGraphShare * device.link.count() * 1e-6;
    const double bandwidth =
        2 * graph * nccl_generation(device).nvls_efficiency * (kNvlsChannels - 1) / kNvlsChannels;
    consider({true, NcclProtocol::simple}, kNvlsLatency + moved / bandwidth);
  }
  return best;
}

}  // namespace jacquard::cost
