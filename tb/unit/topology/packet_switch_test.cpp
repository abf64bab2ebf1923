// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/packet_switch.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::topology;
using Catch::Contains;

namespace {

const config::Place kPlace{"--switch", ""};

}  // namespace

TEST_CASE("every shipped packet switch has ports that are its capacity together, and a source") {
  const auto names = config::shipped_configs(kPacketSwitches);
  CHECK(names.size() == 22);
  for (const std::string& name : names) {
    INFO(name);
    const PacketSwitch one = packet_switch_of(name, kPlace);
    CHECK(one.name == name);
    CHECK(one.port_rate * one.ports == one.capacity);
    CHECK(one.source.size() > 20);
    CHECK((one.basis == "published" || one.basis == "summary" || one.basis == "recalled"));
  }
}

// UALink Consortium (2025); NVIDIA's manuals and announcements; Broadcom at Hot Chips 2025.
TEST_CASE("switches have the ports, latencies and power of their makers") {
  const auto latency = [](const char* name) { return packet_switch_of(name, kPlace).latency; };
  CHECK(latency("ualink_25t") == base::Picoseconds{150'000});
  CHECK(latency("ualink_50t") == base::Picoseconds{200'000});
  CHECK(latency("ualink_100t") == base::Picoseconds{250'000});
  CHECK(latency("tomahawk_ultra") == base::Picoseconds{250'000});
  CHECK_FALSE(latency("tomahawk6"));
  const auto tbps = [](const char* name) {
    return static_cast<double>(packet_switch_of(name, kPlace).capacity.count()) / 1e12;
  };
  CHECK(tbps("spectrum4") == 51.2);
  CHECK(tbps("tomahawk6") == 102.4);
  CHECK(tbps("quantum_x800_q3400") == 115.2);
  CHECK(tbps("quantum_x_photonics_q3450") == 115.2);
  CHECK(tbps("spectrum_x_photonics_sn6800") == 409.6);
  CHECK(packet_switch_of("quantum_x800_q3400", kPlace).power == base::Watts{2900});
}

TEST_CASE("a packet switch may be a file; ports that do not make its capacity are refused") {
  const tb::Folder folder;
  const auto file = [&](const std::string& capacity) {
    return folder.file("mine.json", R"json({"ports": 4, "port_rate": "1 Tb/s", "capacity": ")json" +
                                        capacity + "\"}");
  };
  CHECK(packet_switch_of(file("4 Tb/s"), kPlace).ports == 4);
  const auto refused = [&](const std::string& capacity) {
    return tb::fault_of([&] { packet_switch_of(file(capacity), kPlace); });
  };
  CHECK_THAT(refused("5 Tb/s"), Contains("mine.json#/capacity") && Contains("4 ports of 1 Tb/s"));
  CHECK_THAT(refused("1 b/s"), Contains("/capacity"));
  CHECK_THAT(tb::fault_of([] { packet_switch_of("spektrum4", kPlace); }), Contains("'spectrum4'"));
}
