// SPDX-License-Identifier: Apache-2.0
// jacquard synth: what a core costs in gates and nanoseconds, and how long it takes to decide.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/rtl/combinational_loop.hpp"
#include "jacquard/rtl/port_roles.hpp"
#include "jacquard/rtl/user_rtl.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/rtl_options.hpp"
#include "sim/synth/scaling.hpp"
#include "sim/synth/synth_rows.hpp"

namespace jacquard::cli {
namespace {

const std::vector<std::string> kCores{"unit", "ladder", "minhold", "shift",
                                      "few",  "choose", "wwfa",    "crossbar"};

struct Options : synth::SynthOptions, RtlOptions {
  std::string clock;  // of the user's RTL
  std::string library = synth::kUsualLibrary, corner = synth::kUsualCorner;
  std::optional<int> given_offset;
  Option core_given, ports_given, bits_given, diagonals_given, shape_given, demand_given,
      matrices_given, top_offset_given, descend_given, rows_given, parity_given, whole_given,
      power_given, placed_given;

  // The default of the ladder scheduler, where the counters are wide enough to have it.
  int offset() const {
    return given_offset.value_or(std::min(schedule::SchedulerOptions{}.top_offset, bits - 1));
  }
};

void check_options(const Options& o) {
  if (std::find(kCores.begin(), kCores.end(), o.core) == kCores.end()) {
    base::throw_unknown_name("--core", "a core", o.core, kCores);
  }
  const std::string decides_nothing = o.core + " decomposes nothing";
  for (const Option* option : {&o.demand_given, &o.matrices_given, &o.power_given}) {
    option->only_if(o.kind().has_value(), decides_nothing);
  }
  for (const Option* option : {&o.diagonals_given, &o.whole_given}) {
    option->only_if(o.has_diagonals(), o.core + " has no diagonals");
  }
  o.placed_given.only_if(!o.kind() || o.core == "ladder",
                         "only a ladder's diagonal, wwfa and crossbar are placed");
  for (const Option* option : {&o.demand_given, &o.matrices_given, &o.power_given,
                               &o.diagonals_given, &o.whole_given, &o.top_offset_given}) {
    option->only_if(!o.is_placed_diagonal(), "a diagonal is placed, not the core");
  }
  o.shape_given.only_if(o.has_digits(), o.core + " knows no digits of ports");
  o.top_offset_given.only_if(o.kind() && schedule::has_levels(*o.kind()),
                             o.core + " has no levels");
  o.descend_given.only_if(o.core == "ladder", o.core + " is no ladder");
  o.rows_given.only_if(o.core == "ladder", o.core + " is no ladder");
  o.parity_given.only_if(o.has_diagonals() && o.core != "choose", o.core + " has no parity");
  require_range("--ports", o.ports, 2, o.kind() ? schedule::kMostCorePorts : base::kWordBits);
  require_range("--bits", o.bits, 1, 16);
  schedule::require_rows_per_clock(o.rows_per_clock, o.ports, {"--rows-per-clock", ""});
  require_range("--matrices", o.matrices, 1, 100'000);
  if (o.given_offset) require_range("--top-offset", *o.given_offset, 0, o.bits - 1);
  for (const int s : o.diagonals_per_clock) {
    require_range("--diagonals-per-clock", s, 1, o.ports);
  }
  for (const std::string& name : o.demand_classes) demand::demand_class(name);
}

// Its ports say which input is the clock, unless --clock does.
std::string clock_of(const Options& o, const rtl::Interface& found) {
  std::string guessed;
  for (const rtl::Port& port : found.ports) {
    const bool may_be = port.direction == "input" && port.width == 1;
    if (may_be && (o.clock.empty() ? rtl::is_clock_name(port.name) : port.name == o.clock)) {
      guessed = port.name;
      break;
    }
  }
  if (guessed.empty() && (found.clocked || !o.clock.empty())) {
    throw base::ConfigError({"--clock", "", "an input of " + o.module() + " of one bit",
                             o.clock.empty() ? "none that is called a clock" : o.clock, ""});
  }
  return guessed;
}

synth::Design user_design(const Options& o) {
  const rtl::UserRtl sources = sources_of(o, o.parameters);
  if (sources.top.empty()) throw base::ConfigError({"--top", "", "a module", "none", ""});
  const rtl::Elaborated elaborated = rtl::elaborate(sources, {});
  return {sources.top,
          {},
          rtl::top_parameters(elaborated.spec),
          clock_of(o, elaborated.interface),
          elaborated.spec.text};
}

void check_user_options(const Options& o) {
  for (const Option* option :
       {&o.core_given, &o.ports_given, &o.bits_given, &o.diagonals_given, &o.shape_given,
        &o.demand_given, &o.matrices_given, &o.top_offset_given, &o.descend_given, &o.rows_given,
        &o.parity_given, &o.whole_given}) {
    option->only_if(false, "--rtl is synthesised");
  }
  o.power_given.only_if(false, "no demand is known for the ports of --rtl");
}

void check_our_options(const Options& o) {
  for (const auto& [name, given] : {std::pair{"--top", !o.top.empty()},
                                    {"--include", !o.include_folders.empty()},
                                    {"--define", !o.defines.empty()},
                                    {"--param", !o.parameters.empty()},
                                    {"--clock", !o.clock.empty()}}) {
    if (given) throw base::ConfigError({name, "", "--rtl beside it", "none", ""});
  }
  check_options(o);
}

void write_files(const Options& o, const Common& common, const report::Result& result) {
  if (common.out.empty()) return;
  write_result(result, common, "synth");
  if (result.rows()[0].contains("demand_class") && o.has_diagonals())
    base::write_file(common.out + "/synth.svg", synth_picture(o, result));
}

int run_synth(const Options& o, const Common& common) {
  o.has_user_rtl() ? check_user_options(o) : check_our_options(o);
  const synth::Cells cells = synth::cells_of(o.library, o.corner, o.power, o.placed);
  synth::Design user = o.has_user_rtl() ? user_design(o) : synth::Design{};
  user.placed = o.placed;
  const report::Result empty("synth", common.seed,
                             {{"core", o.core},
                              {"ports", o.ports},
                              {"bits", o.bits},
                              {"diagonals_per_clock", o.diagonals_per_clock},
                              {"shape", o.shape},
                              {"demand_classes", o.demand_classes},
                              {"matrices", o.matrices},
                              {"top_offset", o.offset()},
                              {"descend", o.descend},
                              {"rows_per_clock", o.rows_per_clock},
                              {"parity", o.parity},
                              {"whole", o.whole},
                              {"power", o.power},
                              {"placed", o.placed},
                              {"library", cells.library.name},
                              {"corner", o.corner},
                              {"rtl", user.text},
                              {"parameters", user.parameters}});
  synth::SynthOptions options = o;
  options.top_offset = o.offset();
  options.seed = common.seed;
  options.threads = common.threads;
  Rows rows(empty, common);
  const synth::SynthSink sink{[&](report::Printed row) { rows.add(std::move(row)); },
                              [&](const std::string& name, const synth::CoreCost& cost) {
                                if (common.out.empty()) return;
                                base::write_file(common.out + "/" + name + "-critical-path.txt",
                                                 cost.critical_path);
                              }};
  if (o.has_user_rtl()) {
    synthesise_row(user, cells, sink);
  } else {
    synthesise_rows(options, cells, sink);
  }
  report::Result result = rows.finish();
  write_files(o, common, result);
  print(result, common);
  if (common.for_people()) {
    const bool scaled = cells.library.node_nm == synth::kScaledFrom;
    fmt::print("\n{}{}\n{}", o.placed ? synth::kPlacedAssumptions : synth::kAssumptions,
               o.has_user_rtl() ? "" : " Times include the load.",
               scaled ? std::string(synth::kScaling) + "\n" : "");
  }
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  o->core_given = app.add_option("--core", o->core,
                                 "unit, ladder, minhold, shift, few, choose, wwfa or crossbar")
                      .capture_default_str();
  o->ports_given =
      app.add_option("--ports", o->ports, "N, 2..256; wwfa and crossbar: 2..64")
          .capture_default_str();
  o->bits_given =
      app.add_option("--bits", o->bits, "B, width of a demand counter, 1..16 (wwfa has none)")
          .capture_default_str();
  o->diagonals_given = app.add_option("--diagonals-per-clock", o->diagonals_per_clock,
                                      "S, 1..N, one or several (default 1,2,4,8; choose: 4)")
                           .delimiter(',');
  o->shape_given = app.add_option("--shape", o->shape,
                                  "shift, choose: values of the ports' digits, up to four, such as "
                                  "4x4 (auto: two of like size)");
  o->demand_given = app.add_option("--demand-class", o->demand_classes,
                                   fmt::format("What the clocks are counted on: {}",
                                               fmt::join(demand::demand_class_names(), ", ")))
                        .delimiter(',')
                        .capture_default_str();
  o->matrices_given =
      app.add_option("--matrices", o->matrices, "Matrices the clocks are counted on")
          .capture_default_str();
  o->top_offset_given = app.add_option("--top-offset", o->given_offset,
                                       "ladder, choose: levels to start below the largest entry's "
                                       "(1; 0 if B is 1)");
  o->descend_given = app.add_flag("--descend", o->descend,
                                  "ladder: an empty wave's second lap serves the next level");
  o->rows_given = app.add_option("--rows-per-clock", o->rows_per_clock,
                                 "ladder: rows of a load, 1..4; divides the ports")
                      .capture_default_str();
  o->parity_given =
      app.add_flag("--parity", o->parity, "unit, ladder, minhold: counters have a parity bit");
  o->whole_given = app.add_flag("--whole", o->whole,
                                "Synthesise the whole array, however large (hours at 64 ports)");
  o->power_given =
      app.add_flag("--power", o->power,
                   "Power by the toggles of the netlist on demands of each class (whole, so slow "
                   "beyond 16 ports)");
  o->placed_given = app.add_flag("--placed", o->placed,
                                 "Place and route it by graywolf and qrouter; of a ladder a "
                                 "diagonal");
  add_rtl_options(app, *o);
  app.add_option("--clock", o->clock, "Clock of your module (an input that is called one)");
  app.add_option("--library", o->library,
                 "Standard cells: osu018, asap7, gf180mcu, or your own JSON file (docs/cores.md)")
      .capture_default_str();
  app.add_option("--corner", o->corner, "tt, ss or ff, of the library").capture_default_str();
  return [o, &common] { return run_synth(*o, common); };
}

}  // namespace

Command synth_command() {
  return {"synth",
          "Gates, clock and decision time of an RTL core, or of your RTL, by Yosys and OpenSTA",
          "  jacquard synth --core ladder --ports 64\n"
          "  jacquard synth --core unit --ports 32 --bits 5 --diagonals-per-clock 2,4 --json\n"
          "  jacquard synth --core ladder --ports 16 --whole --out synth/\n"
          "  jacquard synth --core ladder --ports 16 --power --demand-class moe,sparse\n"
          "  jacquard synth --core wwfa --ports 16\n"
          "  jacquard synth --core ladder --library asap7 --corner ss\n"
          "  jacquard synth --rtl mine.sv --top mine --param N=8",
          setup,
          false,
          true,
          synth::synth_rows,
          {{"", "time_us", "time of a decision", {"core"}},
           {"", "clock_ns", "critical path", {"core"}}}};
}

}  // namespace jacquard::cli
