// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/port_config.hpp"

#include <algorithm>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::systemc {

const config::FieldTable<PortConfig>& optical_port_fields() {
  using config::field;
  using config::quantity;
  using C = PortConfig;
  constexpr base::Picoseconds longest{base::kPicosecondsPerSecond};
  constexpr base::Bytes largest{1 << 20};
  const auto energy = quantity(base::Joules{0}, base::Joules{1e-6});
  static const config::FieldTable<C> table(
      "port", "An optical port.",
      {
          field<C>(
              "lanes", [](auto& c) -> auto& { return c.lanes; }, config::whole_number(1, 4096),
              "Each way: fibres times wavelengths."),
          field<C>(
              "lane_rate", [](auto& c) -> auto& { return c.lane_rate; },
              quantity(base::BitsPerSecond{1'000'000}, base::BitsPerSecond{10'000'000'000'000}),
              "What packets get of a lane."),
          field<C>(
              "latency", [](auto& c) -> auto& { return c.latency; },
              quantity(base::Picoseconds{0}, longest), "One way, from NIC to NIC."),
          field<C>(
              "packet", [](auto& c) -> auto& { return c.packet; },
              quantity(base::Bytes{1}, largest), "Payload of a full packet."),
          field<C>(
              "request_header", [](auto& c) -> auto& { return c.request_header; },
              quantity(base::Bytes{1}, largest), "Of each packet towards the memory."),
          field<C>(
              "response_header", [](auto& c) -> auto& { return c.response_header; },
              quantity(base::Bytes{1}, largest), "Of each packet from the memory."),
          field<C>(
              "link_per_bit", [](auto& c) -> auto& { return c.link_per_bit; }, energy,
              "Transceivers of both ends, for each bit on the lanes."),
          field<C>(
              "laser_per_bit", [](auto& c) -> auto& { return c.laser_per_bit; }, energy,
              "Laser, for each bit on the lanes."),
      });
  return table;
}

base::Bytes on_lanes(base::Bytes payload, base::Bytes header, const PortConfig& port) {
  const std::int64_t packets =
      std::max<std::int64_t>(1, base::divide_up(payload.count(), port.packet.count()));
  return payload + header * packets;
}

base::BytesPerSecond payload_peak(base::Bytes payload, base::Bytes header, const PortConfig& port) {
  return port.peak() * (payload / on_lanes(payload, header, port));
}

}  // namespace jacquard::systemc
