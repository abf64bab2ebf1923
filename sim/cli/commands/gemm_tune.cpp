// SPDX-License-Identifier: Apache-2.0
// jacquard gemm tune: mesh, dataflows and slices of a model's block.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/gemm/chip_of_system.hpp"
#include "jacquard/gemm/tune/authors.hpp"
#include "jacquard/gemm/tune/heuristic.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/gemm/reconfigured_row.hpp"
#include "sim/gemm/tune_rows.hpp"

namespace jacquard::cli {
namespace {

constexpr int kLargestBatch = 1 << 24;
constexpr int kLongestSequence = 1 << 24;
constexpr const char* kEveryAlgorithm = "all";
constexpr const char* kTrain = "train";
constexpr const char* kPrefill = "prefill";
constexpr const char* kDecode = "decode";

struct Options {
  std::string model;
  int chips = 0;
  int batch = 0;
  int sequence = 2'048;  // MeshSlice s5
  int blocks = 1;
  std::string mode = "paper";
  std::string task = "train";
  std::string calibration;
  std::string chip;
  std::string system;
  std::string algorithm = "meshslice";
  std::string mesh;
  std::string rings = "one-way";
  std::string open;
  int torus = 0;
  std::string guard;
  Option calibration_given;
  Option chip_given;
  Option system_given;
  Option algorithm_given;
  Option task_given;
  std::array<Option, 3> of_network;
};

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found) {
  throw base::ConfigError({option, "", expected, found, ""});
}

workload::Model model_of(const Options& o) {
  if (o.model.empty()) fail("MODEL", "a name of configs/models, or a file", "none");
  const std::string name = o.model == "megatron-nlg" ? "mt-nlg-530b" : o.model;
  return plan::find_transformer(config::Json(name), {"MODEL", ""});
}

// The authors' simulator, our fit of the paper's results, or the figures of a TPU v4 pod.
std::string shipped_chip(gemm::Mode mode, gemm::Calibration calibration) {
  if (calibration == gemm::Calibration::pod) return "tpu-v4";
  return mode == gemm::Mode::authors ? "tpu-v4-authors" : "tpu-v4-sim";
}

gemm::Calibration calibration_of(const Options& o, gemm::Mode mode) {
  if (o.calibration.empty()) {
    return mode == gemm::Mode::physical ? gemm::Calibration::pod : gemm::Calibration::simulator;
  }
  return o.calibration == "tpu" ? gemm::Calibration::pod : gemm::Calibration::simulator;
}

std::vector<gemm::Algorithm> algorithms_of(const std::string& name) {
  if (name != kEveryAlgorithm) return {gemm::algorithm_named(name, "--algorithm")};
  std::vector<gemm::Algorithm> all;
  for (const std::string& each : gemm::algorithm_names()) {
    all.push_back(gemm::algorithm_named(each, ""));
  }
  return all;
}

void read_mesh(const Options& o, gemm::Question& q) {
  if (o.mesh.empty()) return;
  const gemm::Mesh mesh = gemm::parse_mesh(o.mesh, "--mesh");
  if (mesh.chips() != q.chips) {
    fail("--mesh", fmt::format("sides that multiply to {} chips", q.chips), o.mesh);
  }
  if (q.mesh && !(mesh == *q.mesh)) {
    fail("--mesh", gemm::text_of(*q.mesh) + ", as the dimensions of --system differ", o.mesh);
  }
  q.mesh = mesh;
}

// Of the system, or of so many chips.
void read_chips(const Options& o, gemm::Calibration calibration, gemm::Question& q) {
  if (o.system.empty()) {
    if (o.chips == 0) fail("--chips", "how many chips the mesh has, or a --system", "none");
    q.chips = o.chips;
    q.chip =
        gemm::chip_of(o.chip.empty() ? shipped_chip(q.mode, calibration) : o.chip, {"--chip", ""});
    return;
  }
  const systems::FoundSystem found = systems::find_system(o.system, {"--system", ""});
  gemm::ChipsOfSystem chips = gemm::chips_of(found.system, o.system, found.place);
  if (o.chips != 0 && o.chips != chips.count) {
    fail("--chips", fmt::format("{}, as the system has", chips.count), std::to_string(o.chips));
  }
  q.chip = std::move(chips.chip);
  q.chips = chips.count;
  q.mesh = chips.mesh;
  q.folds = chips.is_torus_of_three;
}

// The paper's mesh is one torus of two dimensions; a pod of TPU v4 has three.
void read_network(const Options& o, gemm::Question& q) {
  for (const Option& option : o.of_network) {
    option.only_if(q.mode != gemm::Mode::authors, "mode authors has closed one-way rings");
  }
  q.network.rings = gemm::rings_named(o.rings, "--rings");
  if (!o.open.empty()) gemm::open_named(q.network, o.open, "--open");
  const bool pod = q.mode == gemm::Mode::physical && (o.system.empty() || q.folds);
  q.folds = o.torus == 0 ? pod : o.torus > 2;
}

int batch_of(const Options& o, int chips) { return o.batch > 0 ? o.batch : std::max(1, chips / 2); }

// Decoding makes one token of each sequence.
std::int64_t tokens_of(const Options& o, std::int64_t batch) {
  return batch * (o.task == kDecode ? 1 : o.sequence);
}

gemm::TuneAnswer answer_of(const Options& o) {
  const workload::Model model = model_of(o);
  gemm::TuneAnswer answer;
  answer.model = model.name;
  answer.task = o.task;
  answer.sequence = o.sequence;
  answer.algorithm = o.algorithm;
  gemm::Question& q = answer.question;
  q.mode = gemm::mode_named(o.mode, "--mode");
  const bool as_authors = q.mode == gemm::Mode::authors;
  q.trains = o.task == kTrain;
  o.task_given.only_if(!as_authors || q.trains, "mode authors tunes training");
  o.chip_given.only_if(!as_authors, "mode authors has its own: --calibration");
  o.system_given.only_if(!as_authors, "mode authors has its own chip: --calibration");
  o.chip_given.only_if(!o.calibration_given.given() && o.system.empty(),
                       o.system.empty() ? "--calibration names a chip" : "--system has NPUs");
  o.calibration_given.only_if(o.system.empty(), "--system has NPUs");
  o.algorithm_given.only_if(!as_authors, "mode authors tunes meshslice");
  const gemm::Calibration calibration = calibration_of(o, q.mode);
  read_chips(o, calibration, q);
  answer.batch = batch_of(o, q.chips);
  const std::int64_t tokens = tokens_of(o, answer.batch);
  if (tokens > gemm::kLargestSize) {
    fail("--batch", fmt::format("batch x sequence of at most {} tokens", gemm::kLargestSize),
         std::to_string(tokens));
  }
  q.layers = as_authors ? gemm::paper_layers(model.hidden, tokens) : gemm::layers_of(model, tokens);
  read_mesh(o, q);
  read_network(o, q);
  q.algorithms = algorithms_of(o.algorithm);
  q.blocks = o.blocks;
  answer.tuned = as_authors ? gemm::tune_as_authors(q, calibration) : gemm::tune(q);
  if (!as_authors) answer.by_rules = gemm::by_rules_of_paper(q);
  return answer;
}

base::Picoseconds guard_of(const Options& o) {
  const config::Place place{"--guard", ""};
  const auto guard = config::parse_quantity<base::Picoseconds>(o.guard, place);
  if (guard < base::Picoseconds{0}) fail("--guard", "at least 0 s", o.guard);
  return guard;
}

int run(const Options& o, const Common& common) {
  const gemm::TuneAnswer answer = answer_of(o);
  report::Result result("gemm tune", common.seed,
                        {{"model", answer.model},
                         {"chips", answer.question.chips},
                         {"batch", answer.batch},
                         {"sequence", answer.sequence},
                         {"blocks", o.blocks},
                         {"task", o.task},
                         {"mode", o.mode},
                         {"chip", gemm::chip_fields().show(answer.question.chip)},
                         {"algorithm", o.algorithm},
                         {"mesh", o.mesh},
                         {"rings", o.rings},
                         {"open", o.open},
                         {"guard", o.guard},
                         {"folds", answer.question.folds}});
  gemm::add_rows(answer, result);
  if (!o.guard.empty()) gemm::add_reconfigured_row(answer, guard_of(o), result);
  print(result, common);
  write_result(result, common, "gemm-tune");
  return 0;
}

std::string fault_of_calibration(const std::string& word) {
  return word == "sim" || word == "tpu" ? "" : "expected sim or tpu, found " + word;
}

std::string fault_of_task(const std::string& word) {
  const bool known = word == kTrain || word == kPrefill || word == kDecode;
  return known ? "" : "expected train, prefill or decode, found " + word;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  const auto o = std::make_shared<Options>();
  app.add_option("MODEL", o->model,
                 "A name of configs/models, megatron-nlg, or the file of a model");
  app.add_option("--chips", o->chips, "Of the mesh").within(1, gemm::Mesh::kMostChips);
  app.add_option("--mode", o->mode,
                 "authors: their tuner's search, to the digit; paper: MeshSlice's cost model, "
                 "every choice; physical: with what the paper leaves out")
      .capture_default_str();
  o->task_given =
      app.add_option("--task", o->task,
                     "train; prefill: the forward pass of all tokens; decode: of one a sequence")
          .capture_default_str()
          .check(fault_of_task);
  app.add_option("--batch", o->batch, "Sequences (default: half as many as chips)")
      .within(1, kLargestBatch);
  app.add_option("--sequence", o->sequence, "Tokens of a sequence")
      .within(1, kLongestSequence)
      .capture_default_str();
  o->calibration_given =
      app.add_option("--calibration", o->calibration,
                     "sim: figures of a simulated TPU v4; tpu: of a TPU v4 pod (default: tpu for "
                     "physical, else sim)")
          .check(fault_of_calibration);
  o->chip_given = app.add_option("--chip", o->chip, "A name of configs/chips, or a file");
  o->system_given =
      add_system_option(app, o->system, "Instead of --chips and --chip: NPUs and links");
  o->algorithm_given =
      app.add_option("--algorithm", o->algorithm, "One for all passes, or all: any for each")
          .capture_default_str();
  app.add_option("--mesh", o->mesh, "ROWSxCOLUMNS, where it is not to be searched");
  o->of_network = {
      app.add_option("--rings", o->rings, "one-way, two-way (halves) or shorter-way (pieces)")
          .capture_default_str(),
      app.add_option("--open", o->open,
                     "row, column or both: no link from the last chip to the first"),
      app.add_option("--torus", o->torus,
                     "Its dimensions: with 3 a side of the mesh may lie in two of them (default: 3 "
                     "for physical, else 2)")
          .within(2, 3)};
  app.add_option("--guard", o->guard,
                 "Dead time in which an optical switch makes another mesh, as \"10 ms\": would "
                 "layers gain by meshes of their own?");
  app.add_option("--blocks", o->blocks,
                 "Blocks whose weights, gradients and activations a chip holds")
      .within(1, 100'000)
      .capture_default_str();
  return [o, &common] { return run(*o, common); };
}

}  // namespace

Command gemm_tune_command() {
  return {"tune",
          "The fastest mesh, dataflows and slice counts for a model's block",
          "  jacquard gemm tune gpt3-175b --chips 256\n"
          "  jacquard gemm tune megatron-nlg --chips 256 --mode authors --calibration sim\n"
          "  jacquard gemm tune gpt3-175b --chips 1024 --mode physical --algorithm all\n"
          "  jacquard gemm tune gpt3-175b --chips 48 --mesh 12x4\n"
          "  jacquard gemm tune llama3-8b --system 8xh100\n",
          setup,
          false,
          true,
          gemm::tune_row_kinds,
          {{"tuned", "block_time_ps", "time of a block", {"algorithm"}}}};
}

}  // namespace jacquard::cli
