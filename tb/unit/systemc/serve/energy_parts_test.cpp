// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/energy_parts.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "systemc/serve/interconnect_fits.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;

namespace {

// 72 GB200 have 7.2 Tb/s each way: 518.4 Tb/s.
constexpr double kBits = 72 * 7.2e12;
constexpr base::BitsPerSecond kPort{7'200'000'000'000};

InterconnectPower power(const char* name) {
  return power_of(interconnect_of(name, {"--interconnect", ""}), 72, kPort);
}

Setup rack(const std::string& interconnect, const std::vector<std::string>& set = {}) {
  ServeConfig config;
  config.model = "deepseek-v3";
  config.system = "gb200_nvl72";
  config.tp = 1;
  config.dp = 64;
  config.ep = 64;
  config.npus = 64;
  config.interconnect = interconnect;
  for (const std::string& assignment : set) serve_fields().set(config, assignment);
  return setup_of(config);
}

constexpr base::Seconds kSecond{1};

}  // namespace

TEST_CASE("Every shipped interconnect names a switch and a source") {
  for (const std::string& name : config::shipped_configs(kInterconnects)) {
    INFO(name);
    const Interconnect one = interconnect_of(name, {"--interconnect", ""});
    CHECK(one.source.size() > 20);
    CHECK(!one.title.empty());
  }
}

TEST_CASE("Packets pay for a transceiver at each end and a chip, circuits for one and mirrors") {
  const InterconnectPower packets = power("pluggable_packets");
  CHECK(packets.links->count() == Approx(kBits * 2 * 17 / 800e9));
  CHECK(packets.a_switch->count() == Approx(11 * 450));  // 518.4 Tb/s are 10.1 chips of 51.2
  CHECK(packets.switch_bit->count() == Approx(450 / 51.2e12));
  CHECK_THAT(packets.assumed, Contains("tomahawk5 has 64 ports") && Contains("split for 72"));
  const InterconnectPower circuits = power("pluggable_circuits");
  CHECK(circuits.links->count() == Approx(kBits * 17 / 800e9));
  // 9 ends of 800 Gb/s a port: 72 of a number in each of 9 devices, as 136 ports hold no two.
  CHECK(circuits.a_switch->count() == Approx(9 * 108));
  CHECK(circuits.assumed.empty());
  CHECK(power("co_packaged_packets").links->count() == Approx(kBits * 2 * 5.5 / 800e9));
}

TEST_CASE("An appliance takes what its own configuration says, at the rate of its ports") {
  // Photonic Fabric s4.2: 10 pJ/bit for a link and 25 for the switch, at 7.2 Tb/s.
  const InterconnectPower paper = power("photonic_appliance");
  CHECK(paper.links->count() == Approx(kBits * 10e-12));
  CHECK(paper.a_switch->count() == Approx(kBits * 25e-12));
  const InterconnectPower later = power("photonic_appliance_2025");
  CHECK(later.links->count() == Approx(kBits * 3.1e-12));
  CHECK(later.a_switch->count() == Approx(kBits * 8.8e-12));
}

TEST_CASE("What has too few ports is scaled, and says so") {
  const InterconnectPower heated = power("thermo_optic_circuits");
  CHECK(heated.a_switch->count() == Approx(10.0 / 32 * 72 * 9));
  CHECK(heated.assumed == "mzi_thermo_optic has 32 ports, and its power is scaled to 72");
  CHECK_THAT(power("photonic_appliance").assumed, Contains("pfa has 16 ports"));
  CHECK(power_of(interconnect_of("photonic_appliance", {"--interconnect", ""}), 16, kPort)
            .assumed.empty());
}

TEST_CASE("A device of mirrors has as many fibres of each NPU as its ports hold") {
  const auto palomars = [](int npus, int switches) {
    const auto one = interconnect_of("pluggable_circuits", {"--interconnect", ""});
    return power_of(one, npus, kPort, switches).a_switch->count() / 108;
  };
  CHECK(palomars(64, 1) == Approx(5));  // 9 fibres, two in a device
  CHECK(palomars(64, 4) == Approx(6));  // 4 x 3 fibres
  CHECK(palomars(72, 18) == Approx(18));
  CHECK(palomars(136, 1) == Approx(9));
}

TEST_CASE("A switch whose power nobody says is left out by name, and not taken for 0") {
  const InterconnectPower fast = power("fast_circuits");
  CHECK(fast.links);
  CHECK(!fast.a_switch);
  CHECK_THAT(fast.unknown, Contains("oriole_prism"));
  CHECK_THAT(power("nvlink_copper").unknown, Contains("nvlink5_switch"));
}

TEST_CASE("Parts of a run are powers over its time, and boards are split") {
  const Setup setup = rack("pluggable_packets");
  const energy::Work work{base::Seconds{10}, 0, 0};
  const EnergyParts parts = energy_parts(setup, 64, work, std::nullopt);
  // Idle boards take 0.29 of 1,200 W (gpu_power.hpp); memories are within.
  CHECK(parts.npus->count() + parts.memories->count() == Approx(0.29 * 1200 * 64 * 10));
  CHECK(parts.links->count() == Approx(10 * 64 * 7.2e12 * 2 * 17 / 800e9));
  CHECK(parts.a_switch->count() == Approx(10 * 9 * 450));  // 460.8 Tb/s are 9 chips
  CHECK(!parts.scheduler);
  CHECK(!parts.moved);
  CHECK(parts.left_out.empty());
  CHECK(parts.assumed.empty());
}

TEST_CASE("Bits that were moved cost what they are, of exchanges that were not simulated too") {
  const Setup setup = rack("pluggable_packets");
  FabricFigures figures;
  figures.exchanges = 116;
  figures.simulated = 8;
  figures.bytes = base::Bytes{1'000'000};
  figures.moved = base::Bytes{3'000'000};
  const EnergyParts parts = energy_parts(setup, 64, {kSecond, 0, 0}, figures);
  CHECK(parts.moved->count() == Approx(24e6 * (2 * 17 / 800e9 + 450 / 51.2e12)));
}

TEST_CASE("Mirrors take their power whatever they carry") {
  const Setup setup = rack("co_packaged_circuits");
  FabricFigures figures;
  figures.exchanges = figures.simulated = 2;
  figures.bytes = figures.moved = base::Bytes{1'000'000};
  const EnergyParts parts = energy_parts(setup, 64, {kSecond, 0, 0}, figures);
  CHECK(parts.moved->count() == Approx(8e6 * 5.5 / 800e9 + 5 * 108));
}

TEST_CASE("A core takes its clocks' energy all the time") {
  Setup setup = rack("");
  setup.config.fabric = "circuit";
  setup.config.exchange.scheduler.name = "ladder";
  setup.config.exchange.scheduler.clock = base::Picoseconds{1'000};
  const EnergyParts parts = energy_parts(setup, 16, {base::Seconds{2}, 0, 0}, std::nullopt);
  REQUIRE(parts.scheduler);
  CHECK(parts.scheduler->count() == Approx(2 * 360.6e-3 * 2.43));
  CHECK_THAT(parts.left_out, Contains("no --interconnect"));
  const EnergyParts wide = energy_parts(setup, 64, {base::Seconds{2}, 0, 0}, std::nullopt);
  CHECK_THAT(wide.assumed, Contains("64 ports is extrapolated"));
}

TEST_CASE("Parallel switches have a scheduler each or one for all, and fibres of their own") {
  Setup setup = rack("pluggable_circuits");
  setup.config.fabric = "circuit";
  setup.config.exchange.scheduler.name = "ladder";
  setup.config.exchange.scheduler.clock = base::Picoseconds{1'000};
  setup.config.exchange.circuit.switches = 4;
  const EnergyParts parts = energy_parts(setup, 16, {base::Seconds{2}, 0, 0}, std::nullopt);
  CHECK(parts.scheduler->count() == Approx(4 * 2 * 360.6e-3 * 2.43));
  // One scheduler for all, which deals out its settings.
  setup.config.exchange.circuit.division = systemc::Division::dealt;
  const EnergyParts dealt = energy_parts(setup, 16, {base::Seconds{2}, 0, 0}, std::nullopt);
  CHECK(dealt.scheduler->count() == Approx(2 * 360.6e-3 * 2.43));
  CHECK(dealt.links->count() == parts.links->count());
  // A link of 1.8 Tb/s needs three fibres of 800 Gb/s: 12 for each NPU, where one switch needs 9.
  // A device of 136 ports has eight of each of 16 NPUs.
  CHECK(parts.a_switch->count() == Approx(2 * 2 * 108));
  CHECK(parts.links->count() == Approx(2 * 16 * 7.2e12 * 17 / 800e9));
}

TEST_CASE("Parts without a name, or without a board, are left out in words that are true") {
  const tb::Folder folder;
  const std::string file = folder.file("mute.json", R"json({"packet_switch": "tomahawk5"})json");
  CHECK(power_of(interconnect_of(file, {"--interconnect", ""}), 2, kPort).unknown ==
        "the power of its links");
  Setup setup = rack("");
  setup.deployment.device.dram.clear();
  const auto left_out = [&] {
    return energy_parts(setup, 64, {kSecond, 0, 0}, std::nullopt).left_out;
  };
  CHECK_THAT(left_out(), Contains("among its NPUs"));
  setup.deployment.device.power = base::Watts{0};
  CHECK_THAT(left_out(), Contains("kind of gb200's is not known") && !Contains("among its NPUs"));
}

TEST_CASE("Links and switch on the way to pooled memory are counted once") {
  ServeConfig config;
  config.model = "deepseek-v2";
  config.system = "16xpfa-described";
  config.fabric = "photonic";
  const energy::Work work{kSecond, 0, 1e12};
  const auto parts_with = [&](const std::string& interconnect) {
    config.interconnect = interconnect;
    return energy_parts(setup_of(config), 16, work, std::nullopt);
  };
  const EnergyParts none = parts_with("");
  const EnergyParts one = parts_with("photonic_appliance");
  // 10 pJ for the link, and 25 for the switch to 15 of 16 modules (gpu_power.hpp).
  CHECK(none.npus->count() - one.npus->count() == Approx(8e12 * (10 + 25 * 15 / 16.0) * 1e-12));
  CHECK_THAT(none.left_out, Contains("bits to memory are among its NPUs"));
  CHECK(one.links->count() == Approx(16 * 7.2e12 * 10e-12));
  CHECK(one.a_switch->count() == Approx(16 * 7.2e12 * 25e-12));
}

TEST_CASE("What has no one switch has no interconnect of this kind") {
  const auto fault = tb::input_fault_of([] {
    ServeConfig config;
    config.model = "llama3-70b";
    config.system = "16xh200";
    config.interconnect = "pluggable_packets";
    setup_of(config);
  });
  CHECK(fault.source == "--interconnect");
  CHECK(fault.expected == "NPUs around one switch");
}

TEST_CASE("Several racks are around no one switch, whatever is between them") {
  for (const char* name : {"pluggable_packets", "photonic_appliance"}) {
    const auto fault = tb::input_fault_of([&] {
      ServeConfig config;
      config.model = "deepseek-v3";
      config.system = "gb200_nvl72_8";
      config.tp = 1;
      config.dp = config.ep = 64;
      config.npus = 576;
      config.interconnect = name;
      setup_of(config);
    });
    CHECK(fault.source == "--interconnect");
    CHECK(fault.expected == "NPUs around one switch");
  }
}

TEST_CASE("Links of one NPU, or of no known rate, are left out and not taken for 0") {
  ServeConfig config;
  config.model = "llama3-8b";
  config.system = "h200";
  config.interconnect = "pluggable_packets";
  Setup setup = setup_of(config);
  const auto check = [&](int npus, const char* why) {
    const EnergyParts parts = energy_parts(setup, npus, {kSecond, 0, 0}, std::nullopt);
    CHECK(!parts.links);
    CHECK(!parts.a_switch);
    CHECK_THAT(parts.left_out, Contains(why));
  };
  check(1, "one NPU is joined to none");
  setup.one_switch.reset();
  setup.deployment.device.link = base::BytesPerSecond{0};
  check(8, "no rate of h200_sxm's links is known");
}

TEST_CASE("An interconnect is of the fabric's kind, or the appliance's") {
  const auto found = [](const char* fabric, const char* interconnect) {
    ServeConfig config;
    config.model = "deepseek-v2";
    config.system = "circuit_64";
    config.fabric = fabric;
    config.interconnect = interconnect;
    return tb::input_fault_of([&] { setup_of(config); });
  };
  CHECK(found("circuit", "pluggable_packets").expected == "circuits, as --fabric circuit has");
  CHECK(found("packet", "fast_circuits").expected == "packets, as --fabric packet has");
  CHECK(found("photonic", "pluggable_packets").found == "pluggable_packets, which is of packets");
}

TEST_CASE("Mirrors that are slower than the guard are said to be") {
  Setup setup = rack("co_packaged_circuits");
  setup.config.fabric = "circuit";
  setup.config.exchange.circuit.guard = base::Picoseconds{10'000};
  const auto assumed = [&] {
    return energy_parts(setup, 64, {kSecond, 0, 0}, std::nullopt).assumed;
  };
  CHECK_THAT(assumed(), Contains("google_palomar takes 1 ms or more to switch") &&
                            Contains("guard that is simulated is 10 ns"));
  setup.config.exchange.circuit.guard = base::Picoseconds{1'000'000'000};
  CHECK_THAT(assumed(), !Contains("guard"));
}

TEST_CASE("An interconnect names one switch") {
  const tb::Folder folder;
  const std::string two = folder.file(
      "two.json", R"json({"packet_switch": "tomahawk5", "optical_switch": "google_palomar"})json");
  CHECK_THROWS_WITH(interconnect_of(two, {"--interconnect", ""}), Contains("two.json"));
  const std::string none = folder.file("none.json", "{}");
  CHECK_THROWS_WITH(interconnect_of(none, {"--interconnect", ""}), Contains("one of"));
}
