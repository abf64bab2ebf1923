// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_config.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "support/folder.hpp"
#include "systemc/packet/switch_devices.hpp"

namespace jacquard::systemc {
namespace {

PacketConfig read(const std::string& text) {
  PacketConfig c;
  packet_fields().read(c, config::parse_json(text, "e.json"), config::Place{"e.json", "/fabric"});
  return c;
}

PacketParameters resolved(const std::string& text) {
  return resolve(read(text), config::Place{"e.json", "/fabric"});
}

}  // namespace

// field/packet.md: Kmin 100 bw/25 KB, Kmax 400 bw/25 KB, Pmax .2, R_AI 5 bw/25, R_HAI 50 bw/25
// Mb/s, buffer 16 bw/50 MB, headroom 3 x rate x delay.
TEST_CASE("the HPCC preset scales with the rate") {
  for (const std::int64_t gigabits : {25, 100, 400, 800}) {
    const auto p =
        resolved("{\"device\": \"preset\", \"rate\": \"" + std::to_string(gigabits) + " Gb/s\"}");
    CHECK(p.red.kmin.count() == 4'000 * gigabits);
    CHECK(p.red.kmax.count() == 16'000 * gigabits);
    CHECK(p.red.pmax == 0.2);
    CHECK(p.dcqcn.r_ai.count() == 200'000 * gigabits);
    CHECK(p.dcqcn.r_hai.count() == 2'000'000 * gigabits);
    CHECK(p.dcqcn.min_rate.count() == 1'000'000'000);
    CHECK(p.memory.capacity.count() == (gigabits << 20) * 16 / 50);
    CHECK(p.memory.headroom.count() == gigabits * 3 * 250 / 8);
    CHECK(p.dcqcn.t_alpha.count() == 1'000'000);
    CHECK(p.dcqcn.t_dec.count() == 4'000'000);
    CHECK(p.dcqcn.t_inc.count() == 300'000'000);
    CHECK(p.dcqcn.byte_counter.count() == 0);
    CHECK(p.dcqcn.fast_recovery_steps == 1);
    CHECK(p.window == WindowKind::none);
    CHECK(p.memory.pfc);
    CHECK(p.memory.shift == 3);
    CHECK(p.memory.xon_offset.count() == 3 * 1024);
    CHECK(p.retransmit_timeout.count() == 0);
  }
}

// Bytes that SONiC gives the shared pools of an Arista 7060X6 and an NVIDIA SN5600, and what others
// say of the rest (configs/packet_switches).
TEST_CASE("A switch has the memory of one that is sold for links of its rate") {
  const auto capacity = [](const std::string& text) { return resolved(text).memory.capacity; };
  CHECK(capacity("{}").count() == 166'607'744);
  CHECK(capacity(R"({"rate": "100 Gb/s"})").count() == 42'000'000);
  CHECK(capacity(R"({"rate": "400 Gb/s"})").count() == 132'000'000);
  CHECK(capacity(R"({"rate": "2 Tb/s"})").count() == 166'607'744);
  CHECK(capacity(R"({"device": "spectrum4"})").count() == 158'229'504);
  CHECK(capacity(R"({"device": "spectrum4", "ports": 64})").count() == 158'229'504);
  CHECK(capacity(R"({"device": "trident3", "rate": "100 Gb/s"})").count() == 32'000'000);
  CHECK(capacity(R"({"device": "preset"})").count() == 256 << 20);
  CHECK(capacity(R"({"device": "preset", "preset": "dcqcn-paper"})").count() == 240 << 20);
  CHECK(capacity(R"({"buffer": "50 MB"})").count() == 50'000'000);
  CHECK(capacity(R"({"preset": "ideal-output-queued"})").count() == 0);
  for (const SwitchDevice& device : switch_devices()) {
    CAPTURE(device.name);
    CHECK(device.port_rate > base::BitsPerSecond{0});
    CHECK(device.capacity == device.port_rate * device.ports);
    CHECK(device.buffer > base::Bytes{0});
    CHECK(!device.source.empty());
  }
}

// 72 ports of 14.4 Tb/s are 20.25 times the 51.2 Tb/s of a Tomahawk 5, which shares 166,607,744 B.
TEST_CASE("Ports faster than any sold have memory by their rate, where the headrooms need it") {
  PacketConfig c;
  c.ports = 72;
  c.rate = base::BitsPerSecond{14'400'000'000'000};
  c.link_delay = base::Picoseconds{500'000};
  CHECK(resolve(c).memory.capacity == base::Bytes{3'373'806'816});
  c.rate = base::BitsPerSecond{7'200'000'000'000};
  CHECK(resolve(c).memory.capacity == base::Bytes{166'607'744});
}

TEST_CASE("A switch may be a file; one without a known buffer has no memory to give") {
  const tb::Folder folder;
  const auto device = [&](const std::string& buffer) {
    return R"({"device": ")" +
           folder.file("mine.json", R"json({"ports": 16, "port_rate": "800 Gb/s",
                       "capacity": "12.8 Tb/s", "buffer": )json" +
                                        buffer + "}") +
           "\"}";
  };
  CHECK(resolved(device("\"64 MB\"")).memory.capacity.count() == 64'000'000);
  CHECK_THROWS_WITH(read(device("null")), Catch::Contains("a switch whose buffer is known"));
  CHECK_THROWS_WITH(read(R"({"device": "ualink_25t"})"), Catch::Contains("#/fabric/device"));
}

TEST_CASE("The least buffer named in a refusal is taken, and one byte less is not") {
  const auto with = [](std::int64_t bytes) {
    PacketConfig c;
    c.ports = 4;
    c.pfc.enabled = false;
    c.pfc.headroom = base::Bytes{0};
    c.buffer = base::Bytes{bytes};
    return resolve(c);
  };
  // Four reserves of 4 KiB, and eight packets, of which a port may hold an eighth.
  const std::int64_t least = 4 * 4096 + 8 * 1048;
  CHECK(with(least).memory.capacity.count() == least);
  CHECK_THROWS_AS(with(least - 1), base::ConfigError);
}

TEST_CASE("each preset has what it is named for") {
  const auto paper = resolved(R"({"preset": "dcqcn-paper", "rate": "40 Gb/s"})");
  CHECK(paper.cnp_interval.count() == 50'000'000);
  CHECK(paper.dcqcn.t_alpha.count() == 55'000'000);
  CHECK(paper.dcqcn.byte_counter.count() == 10'000'000);
  CHECK(paper.dcqcn.fast_recovery_steps == 5);
  CHECK(paper.dcqcn.r_ai.count() == 40'000'000);
  CHECK(paper.memory.beta == 8.0);
  CHECK(paper.memory.set_aside.count() == 8 * 16 * paper.memory.headroom.count());
  CHECK(paper.memory.xon_offset.count() == 2 * 1048);
  const auto window = resolved(R"({"preset": "dcqcn-hpcc-vwin"})");
  CHECK(window.window == WindowKind::variable);
  CHECK(window.window_size.count() == 102'000);  // (1 us + 2 x 10 ns) x 800 Gb/s
  const auto timers = resolved(R"({"preset": "dcqcn-hpcc-paper-timers"})");
  CHECK(timers.dcqcn.t_alpha.count() == 50'000'000);
  CHECK(timers.dcqcn.t_dec.count() == 50'000'000);
  CHECK(timers.dcqcn.t_inc.count() == 55'000'000);
  const auto pfc = resolved(R"({"preset": "pfc-only"})");
  CHECK_FALSE(pfc.red.enabled);
  CHECK_FALSE(pfc.dcqcn.enabled);
  CHECK(pfc.memory.pfc);
  const auto ideal = resolved(R"({"preset": "ideal-output-queued"})");
  CHECK_FALSE(ideal.memory.pfc);
  CHECK(ideal.memory.capacity.count() == 0);
}

TEST_CASE(
    "what the user gives goes before the preset, by --set too, and shows again as it was read") {
  auto c = read(R"({"preset": "dcqcn-hpcc", "dcqcn": {"g": 0.5, "kmin": "10 kB", "window": "fixed"},
                    "pfc": {"beta": 4}, "ack_class": "priority"})");
  packet_fields().set(c, "dcqcn.pmax=0.01");
  packet_fields().set(c, "rate=100 Gb/s");
  packet_fields().set(c, "pfc.enabled=false");
  packet_fields().set(c, "dcqcn.r_ai=50 Mb/s");
  const auto p = resolve(c);
  CHECK(p.dcqcn.g == 0.5);
  CHECK(p.red.kmin.count() == 10'000);
  CHECK(p.red.kmax.count() == 1'600'000);
  CHECK(p.red.pmax == 0.01);
  CHECK(p.window == WindowKind::fixed);
  CHECK(p.memory.beta == 4.0);
  CHECK_FALSE(p.memory.pfc);
  CHECK(p.dcqcn.r_ai.count() == 50'000'000);
  CHECK(p.retransmit_timeout.count() == 4'000'000'000);  // as packets may now be dropped
  const std::string shown = packet_fields().show(c).dump();
  CHECK(packet_fields().show(read(shown)).dump() == shown);
}

TEST_CASE("values that make no sense are refused where they stand") {
  const auto [text, place] = GENERATE(table<const char*, const char*>({
      {R"({"rate": "0 b/s"})", "/fabric/rate"},
      {R"({"rate": 800})", "/fabric/rate"},
      {R"({"ports": 0})", "/fabric/ports"},
      {R"({"mtu": "0 B"})", "/fabric/mtu"},
      {R"({"link_delay": "-1 ns"})", "/fabric/link_delay"},
      {R"({"link_delay": "1000 s"})", "/fabric/link_delay"},
      {R"({"ack_class": "fast"})", "/fabric/ack_class"},
      {R"({"preset": "dcqcn-hpc"})", "dcqcn-hpcc"},
      {R"({"buffer": "0 B"})", "/fabric/buffer"},
      {R"({"buffer": "1047 B"})", "/fabric/buffer"},
      {R"({"buffer": "1 MB"})", "headrooms"},
      {R"({"buffer": "1.266 MB"})", "headrooms"},
      {R"({"buffer": "22 kB", "ports": 4, "pfc": {"enabled": false, "headroom": "0 B"}})",
       "at least 24768 B"},
      {R"({"pfc": {"shift": 30, "headroom": "0 B"}})", "pfc.shift"},
      {R"({"pfc": {"beta": 0.001, "headroom": "0 B"}, "buffer": "1 MB"})", "/fabric/buffer"},
      {R"({"device": "tomahawk6"})", "tomahawk5"},
      {R"({"device": "trident3"})", "/fabric/device"},
      {R"({"device": "tomahawk5", "ports": 65})", "65 ports of 800 Gb/s"},
      {R"({"dcqcn": {"kmin": "2 MB", "kmax": "1 MB"}})", "/fabric/dcqcn/kmin"},
      {R"({"dcqcn": {"pmax": 1.5}})", "/fabric/dcqcn/pmax"},
      {R"({"dcqcn": {"pmax": "0.1"}})", "/fabric/dcqcn/pmax"},
      {R"({"dcqcn": {"g": -0.1}})", "/fabric/dcqcn/g"},
      {R"({"dcqcn": {"t_alpha": "0 ns"}})", "/fabric/dcqcn/t_alpha"},
      {R"({"dcqcn": {"t_inc": "0 ns"}})", "/fabric/dcqcn/t_inc"},
      {R"({"dcqcn": {"min_rate": "900 Gb/s"}})", "/fabric/dcqcn/min_rate"},
      {R"({"dcqcn": {"rate_on_first_cnp": 0}})", "/fabric/dcqcn/rate_on_first_cnp"},
      {R"({"dcqcn": {"fast_recovery_steps": -1}})", "/fabric/dcqcn/fast_recovery_steps"},
      {R"({"dcqcn": {"kmni": "1 MB"}})", "'kmin'"},
      {R"({"pfc": {"shift": 3, "beta": 8}})", "/fabric/pfc/beta"},
      {R"({"pfc": {"shift": 64}})", "/fabric/pfc/shift"},
  }));
  CAPTURE(text);
  CHECK_THROWS_AS(resolved(text), base::ConfigError);
  CHECK_THROWS_WITH(resolved(text), Catch::Contains(place));
  PacketConfig c;
  CHECK_THROWS_AS(packet_fields().set(c, "dcqcn.pmax=nan"), base::ConfigError);
  CHECK_THROWS_AS(packet_fields().set(c, "dcqcn.pmax=1e999"), base::ConfigError);
}

}  // namespace jacquard::systemc
