// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/repro_pfa.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/data_path.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/memory/cache/port_forms.hpp"
#include "jacquard/schedule/arbiter/arbiter.hpp"
#include "papers/photonic/repro_pfa_serving.hpp"
#include "systemc/photonic/appliance_run.hpp"
#include "systemc/photonic/module_run.hpp"
#include "systemc/photonic/switch_run.hpp"

namespace jacquard::studies {
namespace {

using report::Answer;
using report::Question;
using systemc::ApplianceConfig;

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr double kTebi = 1024.0 * 1024 * 1024 * 1024;
constexpr double kGibi = 1024.0 * 1024 * 1024;

ApplianceConfig shipped(const char* name) {
  return config::read_config(systemc::appliance_fields(),
                             base::data_path(fmt::format("configs/appliances/{}.json", name)));
}

double tbps(base::BitsPerSecond rate) { return static_cast<double>(rate.count()) / kTera; }
double gigabytes(base::BytesPerSecond rate) { return rate.count() / kGiga; }

Answer answered(const Question& question, double ours, std::string remark) {
  const bool whole = ours == std::floor(ours);
  return {whole ? config::Json(static_cast<std::int64_t>(ours)) : config::Json(ours),
          report::compared(question.number, ours),
          std::move(remark),
          {},
          {},
          {}};
}

// What one port carries when every access hits, over its bytes on the lanes.
Answer port_rate(const Question& question) {
  systemc::ModuleConfig module = shipped("pfa").module;
  module.hbm.fidelity = module.ddr.fidelity = memory::Fidelity::lt;
  systemc::ModuleTraffic traffic;
  traffic.hit_share = 1;
  const auto figures = systemc::run_module(module, traffic, 1);
  const auto full = systemc::payload_peak(traffic.access, module.port.response_header, module.port);
  return answered(
      question, tbps(module.port.rate()),
      fmt::format(
          "{} lanes of {:.2f} Gb/s. Measured with every access a hit in HBM: {:.1f} GB/s of "
          "payload, {:.4f} of the {:.1f} GB/s that headers of {} B in {} leave",
          module.port.lanes, static_cast<double>(module.port.lane_rate.count()) / kGiga,
          gigabytes(figures.achieved()), figures.achieved() / full, gigabytes(full),
          module.port.response_header.count(),
          (traffic.access + module.port.response_header).count()));
}

Answer switch_rate(const Question& question) {
  const ApplianceConfig config = shipped("pfa");
  const auto throughput = [&config](systemc::SwitchPattern pattern) {
    systemc::SwitchTraffic traffic;
    traffic.pattern = pattern;
    return systemc::run_switch(
               config.fabric, config.modules, config.module.port.rate(), traffic, 1,
               make_arbiter(schedule::find_arbiter(config.fabric.arbiter), config.modules, {}))
        .throughput;
  };
  const double total = tbps(config.module.port.rate()) * config.modules;
  const double permuted = throughput(systemc::SwitchPattern::permutation);
  return answered(
      question, total,
      fmt::format(
          "{} x {} Tb/s. Measured: a permutation fills {:.4f} of the slots, which is {:.1f} "
          "Tb/s, of it {:.1f} payload of cells; uniform traffic at load 1 {:.4f}; all to "
          "one output {:.4f}, one port's share",
          config.modules, tbps(config.module.port.rate()), permuted, permuted * total,
          permuted * total * (config.fabric.cell / config.fabric.on_wire()),
          throughput(systemc::SwitchPattern::uniform),
          throughput(systemc::SwitchPattern::hot_spot)));
}

using FromAppliance = double (*)(const ApplianceConfig&);

// Of a shipped appliance, by arithmetic.
report::ReproEntry given(const char* key, const char* appliance, FromAppliance value,
                         const char* remark) {
  return {fmt::format("pfa.{}", key), [appliance, value, remark](const Question& question) {
            return answered(question, value(shipped(appliance)), remark);
          }};
}

double hbm_bytes(const ApplianceConfig& c) {
  return static_cast<double>(c.module.all_hbm().organisation.capacity.count()) *
         c.module.all_hbm().organisation.channels;
}

double pj(base::Joules energy) { return std::round(energy.count() * 1e15) / 1e3; }

Answer table5_dgx(const Question& question) {
  const cost::Device h100 = cost::device_of("h100_sxm", config::Place{"pfa.table5", ""});
  const config::Json& paper = question.number.value;
  constexpr int processors = 8;
  const config::Json ours = {
      {"procs", processors},
      {"fp8_tflops", std::llround(h100.peak.fp8.count() / kTera)},
      {"hbm_gb_per_s", std::llround(gigabytes(h100.memory_bandwidth) / 10) * 10},
      {"net_gb_per_s", std::llround(gigabytes(h100.link) * 2)},
      {"mem_gb", std::llround(static_cast<double>(h100.memory.count()) / kGibi)}};
  return {ours.dump(),
          ours == paper ? "match" : "differs",
          "configs/devices/h100_sxm.json, rounded as the table is; 900 GB/s are both ways of 18 "
          "NVLinks",
          {},
          {},
          {}};
}

// Reads of all XPUs, by an all-gather whose lines are all in HBM, or none.
systemc::ApplianceFigures gathered(ApplianceConfig config, bool warm) {
  config.module.hbm.fidelity = config.module.ddr.fidelity = memory::Fidelity::lt;
  systemc::ApplianceCollective all;
  all.kind = rounds::CollectiveKind::all_gather;
  all.bytes = base::Bytes{1 << 18};
  all.warm = warm;
  return systemc::run_collective(config, all, 1);
}

double terabytes_per_s(base::Bytes bytes, base::Picoseconds time) {
  return static_cast<double>(bytes.count()) / base::to_seconds(time).count() / kTera;
}

Answer table5_pfa(const Question& /*question*/) {
  const ApplianceConfig config = shipped("pfa"), next = shipped("pfa_next");
  const base::BitsPerSecond port = config.module.port.rate();
  const base::BytesPerSecond table{26.8 * kTera};
  const base::BytesPerSecond ddr = config.module.all_ddr().organisation.peak();
  const base::BytesPerSecond hbm = config.module.all_hbm().organisation.peak();
  const auto ports = [](int count, base::BitsPerSecond each) {
    return memory::of_ports(count, each).count() / kTera;
  };
  const base::BytesPerSecond each = table * (1.0 / config.modules);
  const systemc::ApplianceFigures run = gathered(config, true);
  const config::Json ours = {{"ports_8_tb_per_s", ports(8, port)},
                             {"ports_16_tb_per_s", ports(16, port)},
                             {"next_ports_8_tb_per_s", ports(8, next.module.port.rate())},
                             {"hbm_tb_per_s", hbm.count() * config.modules / kTera},
                             {"ddr_tb_per_s", ddr.count() * config.modules / kTera},
                             {"mem_tb", static_cast<double>(config.memory().count()) / kTebi}};
  return {
      ours.dump(),
      "paper-inconsistent",
      fmt::format(
          "26.8 TB/s are 8 x 3,350 GB/s, the HBM of 8 H100s, not what s3.3 describes: 8 ports of "
          "7.2 Tb/s carry {:.1f} TB/s, 16 carry {:.1f}, 8 of the next generation {:.1f}; 26.8 TB/s "
          "need {} ports, or {:.1f} Tb/s on each of 16. Behind 16 modules HBM has {:.1f} TB/s at "
          "peak and DDR {:.2f} (16 sub-channels of DDR5-5600 each, assumed). Measured: 16 XPUs "
          "that "
          "all read what all wrote get {:.1f} TB/s at a hit rate of {:.3f}, and write {:.2f} TB/s, "
          "as every write goes to DDR. A port of 900 GB/s stays full at a hit rate of {:.3f} or "
          "more, 26.8 TB/s from 16 modules at {:.3f}, both with DDR at its peak",
          ports(8, port), ports(16, port), ports(8, next.module.port.rate()),
          memory::ports_for(table, port), each.count() * 8 / kTera,
          hbm.count() * config.modules / kTera, ddr.count() * config.modules / kTera,
          terabytes_per_s(run.read, run.reading), run.counts.hit_rate(),
          terabytes_per_s(run.written, run.writing),
          memory::needed_hit_rate(config.module.port.peak(), ddr),
          memory::needed_hit_rate(each, ddr)),
      {},
      {},
      {}};
}

}  // namespace

std::vector<report::ReproEntry> pfa_answers() {
  std::vector<report::ReproEntry> all = {
      {"pfa.ports/port_tbps", port_rate},
      {"pfa.ports/total_tbps", switch_rate},
      given(
          "ports/ports", "pfa", [](const ApplianceConfig& c) { return double(c.modules); },
          "configs/appliances/pfa.json: a module for each port of the switch"),
      given(
          "ports/hbm_stacks", "pfa",
          [](const ApplianceConfig& c) { return double(c.module.hbm_stacks); },
          "64 pseudo-channels, 32 in a stack of HBM3E"),
      given(
          "ports/stack_gb", "pfa",
          [](const ApplianceConfig& c) { return hbm_bytes(c) / c.module.hbm_stacks / kGibi; },
          "GiB; a module has 72, an appliance 1,152, of which all are cache"),
      given(
          "ports/ddr_tb", "pfa",
          [](const ApplianceConfig& c) {
            return static_cast<double>(c.module.memory.count()) / kTebi;
          },
          "TiB of DDR5 behind a module"),
      given(
          "ports/pool_tb", "pfa",
          [](const ApplianceConfig& c) { return static_cast<double>(c.memory().count()) / kTebi; },
          "16 x 2 TiB in one address space; HBM holds copies and adds none"),
      given(
          "ports/next_ports", "pfa_next",
          [](const ApplianceConfig& c) { return double(c.modules); },
          "configs/appliances/pfa_next.json"),
      given(
          "ports/next_tbps", "pfa_next",
          [](const ApplianceConfig& c) { return tbps(c.module.port.rate()); },
          "4 x 7.2: twice the wavelengths, and PAM4"),
      given(
          "pj_per_bit/photonic_transceiver", "pfa",
          [](const ApplianceConfig& c) { return pj(c.module.port.link_per_bit) / 2; },
          "configs/photonics/pfm.json: half of a link; pfa_2025 has 3.1 for a link with its laser"),
      given(
          "pj_per_bit/photonic_switch", "pfa",
          [](const ApplianceConfig& c) { return pj(c.fabric.energy_per_bit); },
          "configs/appliances/pfa.json; pfa_2025 has 8.8"),
      given(
          "pj_per_bit/photonic_intra_tray", "pfa",
          [](const ApplianceConfig& c) { return pj(c.module.port.link_per_bit); },
          "a link without a switch: two transceivers"),
      {"pfa.table5/dgx", table5_dgx},
      {"pfa.table5/pfa", table5_pfa},
  };
  for (auto answers : {pfa_serving_answers(), pfa_energy_answers()}) {
    all.insert(all.end(), answers.begin(), answers.end());
  }
  return all;
}

}  // namespace jacquard::studies
