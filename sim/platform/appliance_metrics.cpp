// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/appliance_metrics.hpp"

#include <iterator>
#include <utility>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/memory/fidelity_words.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::platform {
namespace {

using report::Unit;
using R = ApplianceRow;
using M = report::Metric<R>;

std::vector<M> what_ran() {
  return {
      M("variant", Unit::text, &R::variant, "Of the experiment.", "variant"),
      M("point", Unit::text, &R::point, "Of the sweep.", "point"),
      M(
          "collective", Unit::text,
          [](const R& r) { return rounds::name_of(r.config.collective.kind); }, "What ran.",
          "collective"),
      M(
          "algorithm", Unit::text,
          [](const R& r) { return systemc::name_of(r.config.collective.algorithm); },
          "shared_memory or ring.", "algorithm"),
      M(
          "xpus", Unit::count,
          [](const R& r) {
            return std::int64_t{r.config.appliance.modules} * r.config.scale_out.appliances;
          },
          "That take part: one for each module.", "xpus"),
      M(
          "bytes", Unit::bytes, [](const R& r) { return r.config.collective.bytes; },
          "What each XPU puts in, or the root.", "bytes"),
      M(
          "warm", Unit::flag, [](const R& r) { return r.config.collective.warm; },
          "True: HBM had the buffers' lines at the start, as far as they fit."),
  };
}

std::vector<M> how_long() {
  return {
      M(
          "time_ps", Unit::ps, [](const R& r) { return r.figures.time; },
          "Until the last XPU has what is its own.", "time"),
      M(
          "closed_form_ps", Unit::ps, [](const R& r) { return r.form.time; },
          "By rates and latencies alone.", "closed form"),
      M(
          "difference", Unit::ratio, [](const R& r) { return r.figures.time / r.form.time - 1; },
          "time_ps / closed_form_ps - 1.", "difference"),
      M(
          "bound_by", Unit::text, [](const R& r) { return systemc::name_of(r.form.bound); },
          "What limits the longest phase in closed form: port, switch, hbm or ddr.", "bound"),
      M(
          "writing_ps", Unit::ps, [](const R& r) { return r.figures.writing; },
          "Of the time, phases that write to the shared memory."),
      M(
          "reading_ps", Unit::ps, [](const R& r) { return r.figures.reading; },
          "Of the time, phases that read from it."),
      M("between_ps", Unit::ps, &R::between,
        "Of the time, the ring over the second tier; 0 of one appliance."),
      M(
          "bytes_per_s", Unit::bytes_per_s,
          [](const R& r) { return base::mean_rate(r.config.collective.bytes, r.figures.time); },
          "What an XPU puts in, over the time.", "bytes/time"),
      M(
          "write_bytes_per_s", Unit::bytes_per_s,
          [](const R& r) { return base::mean_rate(r.figures.written, r.figures.writing); },
          "Of all XPUs, while they write: DDR bounds it.", "writes"),
      M(
          "read_bytes_per_s", Unit::bytes_per_s,
          [](const R& r) { return base::mean_rate(r.figures.read, r.figures.reading); },
          "Of all XPUs, while they read.", "reads"),
  };
}

std::vector<M> of_parts() {
  return {
      M(
          "hit_rate", Unit::ratio, [](const R& r) { return r.figures.counts.hit_rate(); },
          "Of accesses in the caches; 0 of a ring, which asks nothing of them.", "hit_rate"),
      M(
          "sent_bytes", Unit::bytes, [](const R& r) { return r.figures.sent; },
          "From XPU to XPU, past the shared memory."),
      M(
          "ddr_peak_bytes_per_s", Unit::bytes_per_s, [](const R& r) { return r.figures.ddr.peak; },
          "Of all DDR buses."),
      M(
          "ddr_bus_data_fraction", Unit::ratio,
          [](const R& r) { return share(r.figures.ddr, &memory::BusTimes::data); },
          "Data was on the DDR's bus."),
      M(
          "switch_fraction", Unit::ratio,
          [](const R& r) {
            const systemc::SwitchConfig& fabric = r.config.appliance.fabric;
            const base::Bytes moved{r.figures.cells * fabric.on_wire().count()};
            const base::BytesPerSecond all =
                r.config.appliance.module.port.peak() * r.config.appliance.modules;
            return base::mean_rate(moved, r.figures.time) / all;
          },
          "Cells through the switch, over what its slots carry.", "switch"),
      M(
          "hbm_energy_j", Unit::j, [](const R& r) { return r.figures.hbm.energy.total(); },
          "Of the HBM."),
      M(
          "ddr_energy_j", Unit::j, [](const R& r) { return r.figures.ddr.energy.total(); },
          "Of the DDR."),
      M(
          "port_energy_j", Unit::j, [](const R& r) { return r.figures.port_energy; },
          "Of the optical links."),
      M(
          "switch_energy_j", Unit::j, [](const R& r) { return r.figures.switch_energy; },
          "Of the switch."),
      M(
          "arbiter", Unit::text, [](const R& r) { return r.config.appliance.fabric.arbiter; },
          "Of the switch."),
      M(
          "fidelity", Unit::text,
          [](const R& r) { return memory::fidelity_codec().show(r.config.fidelity); },
          "How the memories were simulated: at, lt, ideal."),
  };
}

}  // namespace

ApplianceRow appliance_row(std::string variant, std::string point, ApplianceExperiment config,
                           systemc::ScaleOutFigures outcome) {
  systemc::ApplianceFigures figures = std::move(outcome.all);
  memory::Figures ports = figures.hbm;
  ports.peak = config.appliance.module.port.peak() * config.appliance.modules;
  ports.elapsed = figures.time;
  ports.read = figures.read + figures.sent;
  ports.written = figures.written;
  ports.energy = memory::together(figures.hbm, figures.ddr).energy;
  ports.energy.io += figures.port_energy + figures.switch_energy;
  ports.latencies = std::exchange(figures.latencies, {});
  ApplianceRow row;
  row.variant = std::move(variant);
  row.point = std::move(point);
  row.between = outcome.between;
  row.form = systemc::closed_form(config.simulated(), config.scale_out, config.collective);
  row.config = std::move(config);
  row.figures = std::move(figures);
  row.ports = summary_of(std::move(ports));
  return row;
}

const report::MetricTable<ApplianceRow>& appliance_metrics() {
  static const report::MetricTable<ApplianceRow> table(
      "photonic_collective",
      "A collective on a photonic appliance: the keys of a memory are those of all its ports.", [] {
        std::vector<M> all = what_ran();
        for (std::vector<M> more :
             {how_long(), memory_metrics<R>([](const auto& r) -> auto& { return r.ports; }),
              of_parts()}) {
          std::move(more.begin(), more.end(), std::back_inserter(all));
        }
        return all;
      }());
  return table;
}

}  // namespace jacquard::platform
