// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/device.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/cost/sustained.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::cost;
using Catch::Contains;
using tb::fault_of;
using tb::Folder;

namespace {

const config::Place kPlace{"--device", ""};

std::string fault_in(const std::string& json) {
  const Folder folder;
  const std::string path = folder.file("mine.json", json);
  return fault_of([&] { device_of(path, kPlace); });
}

}  // namespace

TEST_CASE("every shipped device is complete, says its sources, and reads back") {
  const auto names = config::shipped_configs("devices");
  CHECK(names.size() == 25);
  for (const std::string& name : names) {
    INFO(name);
    const Device device = device_of(name, kPlace);
    CHECK(device.name == name);
    CHECK(device.source.size() > 40);
    CHECK(device.memory.count() > 0);
    CHECK(device.link.count() > 0);
    const config::Document shown = device_fields().show(device);
    Device again;
    device_fields().read(again, config::Json(shown), {"again", ""});
    CHECK(device_fields().show(again) == shown);
  }
}

TEST_CASE(
    "peaks of the data sheets: twice as fast in fp8, and per SM and clock as the white papers") {
  for (const char* name : {"h100_sxm", "h200_sxm", "b200_sxm", "gb200", "b300_sxm", "gb300", "l40s",
                           "rtx4090", "rtx_pro_6000"}) {
    INFO(name);
    const Device d = device_of(name, kPlace);
    CHECK(d.peak.fp8 / d.peak.bf16 == Approx(2).epsilon(0.03));
  }
  // 1,024 fused multiply-adds a clock and SM on A100 at 1,410 MHz, 2,048 on H100 at 1,830 MHz.
  const Device a100 = device_of("a100_sxm", kPlace);
  CHECK(a100.peak.bf16.count() == Approx(2 * 1024 * 1.410e9 * a100.processors).epsilon(0.002));
  const Device h100 = device_of("h100_sxm", kPlace);
  CHECK(h100.peak.bf16.count() == Approx(2 * 2048 * 1.830e9 * h100.processors).epsilon(0.002));
}

// 256 work-group processors at 2.4 GHz, of 8,192 operations a clock in BF16, 32,768 in FP8, 65,536
// in FP4; a rack of 72 has 2.9 EFLOP/s, 31 TB, 1.67 PB/s, 260 TB/s inside and 43 out, both ways.
TEST_CASE("MI455X has the peaks of its processors, and 72 of them what a Helios rack has") {
  const Device d = device_of("mi455x", kPlace);
  CHECK(d.peak.bf16.count() == Approx(8192 * 2.4e9 * d.processors).epsilon(0.001));
  CHECK(d.peak.fp8.count() == Approx(32768 * 2.4e9 * d.processors).epsilon(0.001));
  CHECK(d.peak.fp4.count() == Approx(65536 * 2.4e9 * d.processors).epsilon(0.001));
  CHECK(d.node == 72);
  CHECK(72 * d.peak.fp4.count() == Approx(2.9e18).epsilon(0.005));
  CHECK(72.0 * static_cast<double>(d.memory.count()) == Approx(31e12).epsilon(0.005));
  CHECK(72 * d.memory_bandwidth.count() == Approx(1.67e15).epsilon(0.005));
  CHECK(2 * 72 * d.link.count() == Approx(260e12).epsilon(0.005));
  CHECK(2 * 72 * d.port.count() == Approx(43e12).epsilon(0.005));
}

TEST_CASE(
    "a device is found by its further names, and an unknown name is answered with the nearest") {
  CHECK(device_of("rtx_pro_6000_server", kPlace).name == "rtx_pro_6000");
  CHECK(!shipped_device("h900_sxm").has_value());
  for (const char* const spelling : {"h100", "H100-SXM", "h100_sxm"}) {
    CHECK(device_of(spelling, kPlace).name == "h100_sxm");
  }
  CHECK(device_of("a100-40gb", kPlace).name == "a100_sxm_40gb");
  CHECK_THAT(fault_of([] { device_of("h10_sxm", kPlace); }),
             Contains("--device") && Contains("did you mean 'h100_sxm'"));
  CHECK_THAT(fault_of([] { device_of("no/such.json", kPlace); }), Contains("no/such.json"));
}

TEST_CASE("a bad device file is refused at its key") {
  const std::string good =
      R"json("memory_bandwidth": "1 TB/s", "processors": 4, "peak": {"bf16": "1 TFLOP/s"})json";
  CHECK(fault_in("{" + good + "}").empty());
  CHECK_THAT(fault_in("{}"), Contains("/peak/bf16") && Contains("above 0"));
  CHECK_THAT(fault_in(R"({"peak": {"bf16": "1 TFLOP/s"}})"), Contains("/memory_bandwidth"));
  CHECK_THAT(fault_in(R"({"peak": {"bf16": "1 TFLOP/s"}, "memory_bandwidth": "1 TB/s"})"),
             Contains("/processors"));
  CHECK_THAT(fault_in("{" + good + R"(, "cash": "4 MB"})"), Contains("cache"));
  CHECK_THAT(fault_in("{" + good + R"(, "link": 4})"), Contains("/link") && Contains("unit"));
  CHECK_THAT(fault_in("{" + good + R"(, "memory": "-4 GB"})"), Contains("/memory"));
  CHECK_THAT(fault_in("{" + good + R"(, "architecture": "hoper"})"), Contains("hopper"));
  CHECK_THAT(fault_in("{" + good + R"(, "sustained": 3})"), Contains("/sustained"));
  CHECK_THAT(fault_in("{" + good + R"(, "achieved": -1})"), Contains("/achieved"));
  CHECK_THAT(fault_in("{" + good + R"(, "architecture": "hopper", "power": "100 W"})"),
             Contains("/power") && Contains("125 W"));
  CHECK_THAT(fault_in("{" + good), Contains("mine.json"));
}

TEST_CASE("a type that a device lacks computes in the next wider one") {
  const Device a100 = device_of("a100_sxm", kPlace);
  using workload::NumberType;
  CHECK(peak_of(a100, NumberType::fp8) == a100.peak.bf16);
  CHECK(peak_of(a100, NumberType::nvfp4) == a100.peak.bf16);
  CHECK(peak_of(a100, NumberType::w4a16) == a100.peak.bf16);
  const Device h100 = device_of("h100_sxm", kPlace);
  CHECK(peak_of(h100, NumberType::nvfp4) == h100.peak.fp8);
}

TEST_CASE("long bursts slow the tensor cores and nothing else") {
  const Device d = device_of("h100_sxm", kPlace);
  const Device warm = in_long_bursts(d);
  CHECK(warm.peak.bf16 / d.peak.bf16 == Approx(sustained_share(d, workload::NumberType::bf16)));
  CHECK(warm.peak.fp8 / d.peak.fp8 == Approx(sustained_share(d, workload::NumberType::fp8)));
  CHECK(warm.peak.fp32 == d.peak.fp32);
  CHECK(warm.memory_bandwidth == d.memory_bandwidth);
  Device own = d;
  own.sustained = 0.5;
  CHECK(in_long_bursts(own).peak.bf16 / d.peak.bf16 == Approx(0.5));
  CHECK(in_long_bursts(device_of("tpu_v4", kPlace)).peak.bf16 ==
        device_of("tpu_v4", kPlace).peak.bf16);
}

TEST_CASE("an object is a device as a file of it is, and is refused at its own key") {
  const std::string text = R"({"name": "mine", "peak": {"bf16": "500 TFLOP/s"}, "processors": 64,
    "memory": "96 GB", "memory_bandwidth": "4 TB/s", "link": "200 GB/s", "link_kind": "ualink"})";
  const cost::Device device = cost::device_of(text, {"rack.json", "/npu/device"});
  CHECK(device.name == "mine");
  CHECK(device.peak.bf16.count() == 500e12);
  CHECK(device.link_kind == "ualink");
  CHECK_THROWS_WITH(cost::device_of(R"({"name": "mine"})", {"rack.json", "/npu/device"}),
                    Catch::Contains("rack.json#/npu/device/peak/bf16"));
  CHECK_THROWS_WITH(cost::device_of(R"({"nam": "mine"})", {"rack.json", "/npu/device"}),
                    Catch::Contains("rack.json#/npu/device/nam"));
}
