// SPDX-License-Identifier: Apache-2.0
// jacquard gemm run: one distributed product on an engine, or each algorithm at its best.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/gemm/chip_of_system.hpp"
#include "jacquard/memory/fidelity_words.hpp"
#include "jacquard/report/timeline/svg.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/gemm/network_options.hpp"
#include "sim/cli/gemm/request_options.hpp"
#include "sim/cli/read_noun.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/gemm/run_files.hpp"
#include "sim/gemm/run_rows.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/gemm/best_slices.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kAll = "all";

struct Options {
  std::shared_ptr<RequestWords> request;
  std::string chip = "tpu-v4-sim";
  Option chip_given;
  std::string system;
  std::string engine = "analytic";
  std::string mode = "paper";
  Option mode_given;
  std::shared_ptr<NetworkWords> network;
  int chips = 0;
  bool traces = false;
  std::int64_t tile = 0;
  Option tile_given;
  std::string memory = "lt";
  Option memory_given;
};

void require_chips(const gemm::Mesh& mesh, int chips, const char* reason) {
  if (mesh.chips() == chips) return;
  throw base::ConfigError({"--mesh", "", fmt::format("{} chips", chips),
                           fmt::format("{}, which is {}", gemm::text_of(mesh), mesh.chips()),
                           reason});
}

gemm::Chip chip_of(const Options& o, const gemm::Mesh& mesh) {
  o.chip_given.only_if(o.system.empty(), "--system has NPUs");
  if (!o.system.empty()) {
    const systems::FoundSystem found = systems::find_system(o.system, {"--system", ""});
    gemm::ChipsOfSystem chips = gemm::chips_of(found.system, o.system, found.place);
    require_chips(mesh, chips.count, "as --system has");
    if (chips.mesh && !(mesh == *chips.mesh)) {
      throw base::ConfigError({"--mesh", "", gemm::text_of(*chips.mesh), gemm::text_of(mesh),
                               "the dimensions of --system differ"});
    }
    return std::move(chips.chip);
  }
  gemm::Chip chip;
  const config::Place place = read_noun(o.chip, "--chip", gemm::kChips, gemm::chip_fields(), chip);
  gemm::require_complete(chip, place);
  return chip;
}

gemm::RunConfig config_of(const Options& o, RequestWords words) {
  gemm::RunConfig config;
  o.mode_given.only_if(run::is_closed_form(o.engine), "engines follow the program itself");
  config.mode = gemm::mode_named(o.mode, "--mode");
  if (o.tile_given.given()) config.cycle.tile = o.tile;
  for (const Option& option : {o.tile_given, o.memory_given}) {
    option.only_if(run::has_clocks(o.engine), "other engines have no tiles and no memories");
  }
  config.cycle.fidelity = memory::fidelity_codec().read(config::Json(o.memory), {"--memory", ""});
  if (words.algorithm == kAll) words.algorithm = gemm::algorithm_names().front();
  config.request = request_of(words);
  config.network = network_of(*o.network, config.request.mesh);
  config.disturbance = disturbance_of(*o.network);
  if (o.chips != 0) require_chips(config.request.mesh, o.chips, "rows x columns are the chips");
  config.chip = chip_of(o, config.request.mesh);
  return config;
}

// Throws what was wrong with the first algorithm if none can run.
void run_all(gemm::RunConfig config, const Options& o, tool::Progress& progress,
             report::Result& result) {
  std::optional<base::ConfigError> first;
  bool any = false;
  const auto names = gemm::algorithm_names();
  std::size_t done = 0;
  for (const std::string& name : names) {
    progress.at(fmt::format("{} of {} algorithms, {}", done++, names.size(), name));
    config.request.algorithm = gemm::algorithm_named(name, "--algorithm");
    try {
      gemm::RunConfig best = config;
      best.request = gemm::at_its_best(config);
      result.add(row_of(gemm::RunRow{&best, o.engine, gemm::run(best, o.engine)}));
      any = true;
    } catch (const base::ConfigError& refused) {
      if (!first) first = refused;
      result.add(row_of(gemm::RefusedAlgorithm{config.request.algorithm, refused.what()}));
    }
  }
  if (!any) throw *first;
}

void write_files(const gemm::RunConfig& config, const gemm::Answer& answer, bool traces,
                 const std::string& folder) {
  if (traces) gemm::write_traces(config, folder + "/trace");
  if (answer.intervals.empty()) return;
  const gemm::Program program = gemm::program_of(config.request);
  const report::Timeline timeline = gemm::timeline(program, answer.intervals);
  base::write_file(folder + "/timeline.json", report::trace_events(timeline));
  base::write_file(folder + "/timeline.svg", report::svg(report::without_empty_lanes(timeline)));
}

int run_gemm(const Options& o, const Common& common) {
  const gemm::RunConfig config = config_of(o, *o.request);
  const bool all = o.request->algorithm == kAll;
  if (o.traces && (all || common.out.empty())) {
    throw base::ConfigError({"--traces", "", "one algorithm, and --out DIR", "", ""});
  }
  report::Result result("gemm", common.seed,
                        {{"run", all ? kAll : gemm::name_of(config.request.algorithm)},
                         {"mesh", gemm::text_of(config.request.mesh)},
                         {"shape", gemm::text_of(config.request.shape)},
                         {"chip", gemm::chip_fields().show(config.chip)},
                         {"engine", o.engine}});
  tool::Progress progress("gemm run");
  if (all) {
    run_all(config, o, progress, result);
  } else {
    progress.at(fmt::format("{} on {} chips by the engine {}",
                            gemm::name_of(config.request.algorithm),
                            gemm::text_of(config.request.mesh), o.engine));
    const gemm::Answer answer = gemm::run(config, o.engine);
    result.add(row_of(gemm::RunRow{&config, o.engine, answer}));
    if (!common.out.empty()) {
      progress.at("its files into " + common.out);
      write_files(config, answer, o.traces, common.out);
    }
  }
  print(result, common);
  write_result(result, common, "run");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  o->request = add_request_options(app);
  o->chip_given =
      app.add_option("--chip", o->chip, "A name of configs/chips, a file, or a JSON object")
          .capture_default_str();
  add_system_option(app, o->system, "Instead of --chip: NPUs and links");
  app.add_option("--chips", o->chips, "How many the mesh should have").within(1, 1 << 20);
  app.add_option("--engine", o->engine, "analytic, event or cycle").capture_default_str();
  o->mode_given = app.add_option("--mode", o->mode, "Of closed forms: authors, paper or physical")
                      .capture_default_str();
  o->network = add_network_options(app);
  o->tile_given =
      app.add_option("--tile", o->tile, "Side of square tiles, for --engine cycle (about 1,024)")
          .within(std::int64_t{1}, cost::kLargestSide);
  o->memory_given =
      app.add_option("--memory", o->memory, "at, lt or ideal: how --engine cycle has memories")
          .capture_default_str();
  app.add_flag("--traces", o->traces, "Also DIR/trace of --out: a Chakra trace of each chip");
  return [o, &common] { return run_gemm(*o, common); };
}

}  // namespace

Command gemm_run_command() {
  return {"run",
          "One product on a mesh of chips: its time, and where it goes",
          "  jacquard gemm run --algorithm meshslice --dataflow os --mesh 32x8 \\\n"
          "    --shape 262144x36864x12288 --slices 8 --engine event\n"
          "  jacquard gemm run --algorithm all --dataflow os --mesh 16x16 \\\n"
          "    --shape 262144x36864x12288\n"
          "  jacquard gemm run --algorithm meshslice --dataflow ls --mesh 8x4 \\\n"
          "    --shape 65536x12288x12288 --slices 4 --chip tpu-v4 --mode physical --rings two-way\n"
          "  jacquard gemm run --algorithm all --dataflow os --mesh 4x2 \\\n"
          "    --shape 16384x8192x8192 --system 8xh100\n",
          setup,
          false,
          true,
          gemm::run_row_kinds,
          {{"product", "time_ps", "time of the product", {"algorithm", "dataflow"}}}};
}

}  // namespace jacquard::cli
