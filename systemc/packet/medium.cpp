// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/medium.hpp"

#include <algorithm>
#include <string>

namespace jacquard::systemc {
namespace {

void require_port(int port, int ports, const char* what, std::size_t flow) {
  if (port >= 0 && port < ports) return;
  config::Place{"flow " + std::to_string(flow), ""}.fail(
      std::string("a ") + what + " in 0.." + std::to_string(ports - 1), std::to_string(port),
      "fabric.ports says how many there are");
}

std::uint32_t packets_of(const demand::Flow& flow, base::Bytes mtu, std::size_t index) {
  const std::int64_t packets = (flow.size.count() + mtu.count() - 1) / mtu.count();
  if (packets >= std::int64_t{kMostPacketsOfFlow}) {
    config::Place{"flow " + std::to_string(index), ""}.fail(
        "fewer than " + std::to_string(kMostPacketsOfFlow) + " packets", std::to_string(packets),
        "a larger fabric.mtu");
  }
  return static_cast<std::uint32_t>(packets);
}

}  // namespace

Marking::Marking(const RedParameters& red)
    : enabled(red.enabled), kmin(red.kmin.count()), kmax(red.kmax.count()), slope(0) {
  if (kmax > kmin) slope = red.pmax / static_cast<double>(kmax - kmin);
}

Medium::Medium(const PacketParameters& given, base::Span<const demand::Flow> flows)
    : parameters(given),
      uplinks(static_cast<std::size_t>(given.ports)),
      downlinks(static_cast<std::size_t>(given.ports)) {
  const std::int64_t header = given.header.count();
  bytes_of_kind = {given.mtu.count() + header, header + 1,       given.ack_bytes.count(),
                   given.ack_bytes.count(),    kPauseFrameBytes, kPauseFrameBytes};
  for (std::size_t k = 0; k < bytes_of_kind.size(); ++k) {
    time_of_kind[k] = time_of_bytes(bytes_of_kind[k]);
    if (has_tiers()) trunk_time_of_kind[k] = time_at(bytes_of_kind[k], given.tiers.rate);
  }
  if (given.tiers.reorders()) early.resize(flows.size());
  double total = 0;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const demand::Flow& flow = flows[i];
    require_port(flow.source, given.ports, "source", i);
    require_port(flow.destination, given.ports, "destination", i);
    const std::uint32_t packets = packets_of(flow, given.mtu, i);
    const std::int64_t rest = flow.size.count() - (std::int64_t{packets} - 1) * given.mtu.count();
    routes.push_back({static_cast<std::uint16_t>(flow.source),
                      static_cast<std::uint16_t>(flow.destination),
                      static_cast<std::uint32_t>(packets == 0 ? 0 : rest + header)});
    total += static_cast<double>(packets) * static_cast<double>(time_of_kind[0]);
    if (total > static_cast<double>(kLongestRun)) {
      config::Place{"flows", ""}.fail("what the link carries in a million seconds", "more",
                                      "fabric.rate");
    }
  }
}

Ps Medium::time_of_bytes(std::int64_t bytes) const { return time_at(bytes, parameters.rate); }

Ps Medium::lookahead() const {
  const auto shortest = [](const auto& times) {
    return *std::min_element(times.begin(), times.end());
  };
  const Ps by_host = parameters.link_delay.count() + shortest(time_of_kind);
  if (!has_tiers()) return by_host;
  return std::min(by_host, parameters.tiers.link_delay.count() + shortest(trunk_time_of_kind));
}

std::int64_t Medium::most_bytes_in_window() const {
  const base::BitsPerSecond fastest = std::max(parameters.rate, parameters.tiers.rate);
  return base::bytes_carried(base::Picoseconds{lookahead()}, fastest).count() +
         2 * *std::max_element(bytes_of_kind.begin(), bytes_of_kind.end());
}

}  // namespace jacquard::systemc
