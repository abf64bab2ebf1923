// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/photonic_metrics.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "jacquard/memory/fidelity_words.hpp"

namespace jacquard::platform {
namespace {

using memory::BusTimes;
using report::Unit;
using M = report::Metric<PhotonicRow>;

// The most that the port carries in the mix of reads and writes that it carried: they go opposite
// ways, so the busier way bounds both.
base::BytesPerSecond peak_of_mix(const systemc::ModuleFigures& figures, double asked_share,
                                 base::BytesPerSecond reads, base::BytesPerSecond writes) {
  const base::Bytes all = figures.read + figures.written;
  const double share = all.count() == 0 ? asked_share : figures.read / all;
  if (share <= 0) return writes;
  if (share >= 1) return reads;
  return std::min(reads * (1 / share), writes * (1 / (1 - share)));
}

base::BytesPerSecond payload_peak(const PhotonicRow& r) {
  const systemc::PortConfig& port = r.module.port;
  return peak_of_mix(r.figures, r.traffic.read_share,
                     systemc::payload_peak(r.traffic.access, port.response_header, port),
                     systemc::payload_peak(r.traffic.access, port.request_header, port));
}

M ddr_bus(const char* key, base::Picoseconds BusTimes::*part, const char* doc) {
  return M(
      key, Unit::ratio, [part](const PhotonicRow& r) { return share(r.figures.ddr, part); }, doc);
}

std::vector<M> cache_metrics() {
  return {
      M(
          "hit_rate", Unit::ratio, [](const PhotonicRow& r) { return r.figures.counts.hit_rate(); },
          "Of accesses in the cache, while measured.", "hit_rate"),
      M("needed_hit_rate", Unit::ratio, &PhotonicRow::needed_hit_rate,
        "The smallest one found to keep the port full; a search has it.", "needed"),
      M("closed_form_hit_rate", Unit::ratio, &PhotonicRow::closed_form_hit_rate,
        "1 - DDR's bandwidth when every access misses / (payload of a full port x "
        "amplification); a search has it.",
        "1-ddr/port"),
      M("ddr_saturated_bytes_per_s", Unit::bytes_per_s, &PhotonicRow::ddr_saturated,
        "Lines from DDR when every access misses; a search has it.", "ddr saturated"),
      M(
          "port_fraction", Unit::ratio,
          [](const PhotonicRow& r) { return r.port.figures.achieved() / payload_peak(r); },
          "Achieved over the payload of a full port: what headers leave.", "port"),
      M(
          "port_payload_bytes_per_s", Unit::bytes_per_s,
          [](const PhotonicRow& r) { return payload_peak(r); }, "The payload of a full port."),
      M(
          "ddr_bytes_per_s", Unit::bytes_per_s,
          [](const PhotonicRow& r) { return r.figures.from_ddr(); },
          "Lines from DDR, while measured.", "ddr"),
      M(
          "ddr_written_bytes_per_s", Unit::bytes_per_s,
          [](const PhotonicRow& r) { return r.figures.to_ddr(); },
          "Writes to DDR, while measured."),
      M(
          "ddr_peak_bytes_per_s", Unit::bytes_per_s,
          [](const PhotonicRow& r) { return r.figures.ddr.peak; }, "Of all DDR buses."),
      M(
          "read_amplification", Unit::ratio,
          [](const PhotonicRow& r) { return r.figures.counts.read_amplification(); },
          "Fetched from DDR for each byte that missed.", "amplified"),
      M(
          "merged_reads", Unit::count, [](const PhotonicRow& r) { return r.figures.counts.merged; },
          "Reads that waited for a line which another one fetched."),
  };
}

std::vector<M> part_metrics() {
  return {
      ddr_bus("ddr_bus_data_fraction", &BusTimes::data, "Data was on the DDR's bus."),
      ddr_bus("ddr_bus_activate_fraction", &BusTimes::activate,
              "No data: a waiting request needed an activation or a precharge."),
      ddr_bus("ddr_bus_refresh_fraction", &BusTimes::refresh,
              "No data: a refresh kept waiting requests from their bank."),
      ddr_bus("ddr_bus_turnaround_fraction", &BusTimes::turnaround,
              "No data: the bus turned around between reads and writes."),
      ddr_bus("ddr_bus_idle_fraction", &BusTimes::idle, "No data: nothing waited."),
      M(
          "hbm_energy_j", Unit::j,
          [](const PhotonicRow& r) { return r.figures.hbm.energy.total(); }, "Of the HBM."),
      M(
          "ddr_energy_j", Unit::j,
          [](const PhotonicRow& r) { return r.figures.ddr.energy.total(); }, "Of the DDR."),
      M(
          "port_energy_j", Unit::j, [](const PhotonicRow& r) { return r.figures.port_energy; },
          "Of the optical link."),
      M(
          "tag_storage_bytes", Unit::bytes,
          [](const PhotonicRow& r) { return memory::tag_storage(r.module.cache, r.module.memory); },
          "SRAM for the tags."),
      M(
          "time_ps", Unit::ps, [](const PhotonicRow& r) { return r.figures.measured; },
          "The time that is measured, after the warm-up."),
      M(
          "hbm_fidelity", Unit::text,
          [](const PhotonicRow& r) { return memory::fidelity_codec().show(r.module.hbm.fidelity); },
          "How the HBM was simulated: at, lt, ideal."),
      M(
          "ddr_fidelity", Unit::text,
          [](const PhotonicRow& r) { return memory::fidelity_codec().show(r.module.ddr.fidelity); },
          "How the DDR was simulated."),
  };
}

}  // namespace

PhotonicRow photonic_row(std::string variant, std::string point, systemc::ModuleConfig module,
                         systemc::ModuleTraffic traffic, systemc::ModuleFigures figures) {
  memory::Figures port = figures.hbm;
  port.peak = peak_of_mix(figures, traffic.read_share, module.port.peak(), module.port.peak());
  port.elapsed = figures.measured;
  port.read = figures.read;
  port.written = figures.written;
  port.energy = memory::together(figures.hbm, figures.ddr).energy;
  port.energy.io += figures.port_energy;
  port.latencies = std::exchange(figures.latencies, {});
  PhotonicRow row;
  row.variant = std::move(variant);
  row.point = std::move(point);
  row.module = std::move(module);
  row.traffic = traffic;
  row.figures = std::move(figures);
  row.port = summary_of(std::move(port));
  return row;
}

const report::MetricTable<PhotonicRow>& photonic_metrics() {
  static const report::MetricTable<PhotonicRow> table(
      "photonic", "A run of a photonic module: the keys of a memory are those of its port.", [] {
        std::vector<M> all = {
            M("variant", Unit::text, &PhotonicRow::variant, "Of the experiment.", "variant"),
            M("point", Unit::text, &PhotonicRow::point, "Of the sweep.", "point")};
        for (std::vector<M> more :
             {memory_metrics<PhotonicRow>([](const auto& r) -> auto& { return r.port; }),
              cache_metrics(), part_metrics()}) {
          std::move(more.begin(), more.end(), std::back_inserter(all));
        }
        return all;
      }());
  return table;
}

}  // namespace jacquard::platform
