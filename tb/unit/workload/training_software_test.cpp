// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/training_software.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "jacquard/workload/training.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::workload;
using Catch::Contains;

namespace {

TrainingSoftware software_in(const std::string& json) {
  const tb::Folder folder;
  return config::read_config(software_fields(), folder.file("mine.json", json));
}

// How many operations of a stage have this label and come before the first computation of a layer.
int before_layers(const StepProgram& program, OpLabel label) {
  int count = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.label == OpLabel::attention_norm) return count;
    count += op.label == label ? 1 : 0;
  }
  return count;
}

int count_of(const StepProgram& program, OpLabel label) {
  const auto& ops = program.classes[0].ops;
  return static_cast<int>(std::count_if(ops.begin(), ops.end(),
                                        [label](const StepOp& op) { return op.label == label; }));
}

// Of products and attention, all passes of all stages.
double flops_of(const StepProgram& program) {
  double all = 0;
  for (const ClassProgram& c : program.classes) {
    for (const StepOp& op : c.ops) {
      if (op.kind == OpKind::compute) all += amounts_of(base::at(program.works, op.work)).flops;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every shipped software says its sources and reads back") {
  const auto names = config::shipped_configs(kSoftwareFolder);
  CHECK(names.size() >= 5);
  for (const std::string& name : names) {
    INFO(name);
    const auto software = config::read_config(
        software_fields(), config::find_config(kSoftwareFolder, name, {"software", ""}));
    CHECK(software.name == name);
    CHECK(software.source.size() > 40);
    TrainingSoftware again;
    const config::Document shown = software_fields().show(software);
    software_fields().read(again, config::Json(shown), {"again", ""});
    CHECK(software_fields().show(again) == shown);
  }
}

TEST_CASE("recipes hold for the models, devices and types that they name, later ones first") {
  const TrainingSoftware software = software_in(R"({"name": "mine", "fused_loss": true, "recipes": [
      {"models": ["a", "b"], "expert_path": "deepep"},
      {"devices": ["gb200"], "types": ["fp8"], "captured": "step"},
      {"models": ["b"], "expert_path": "hybridep", "fused_loss": false}]})");
  const SoftwareKeys a = keys_for(software, "a", "h100_sxm", NumberType::bf16);
  CHECK(a.expert_path == ExpertPath::deepep);
  CHECK(a.captured == Captured::nothing);
  CHECK(a.fused_loss);
  const SoftwareKeys b = keys_for(software, "b", "gb200", NumberType::fp8);
  CHECK(b.expert_path == ExpertPath::hybridep);
  CHECK(b.captured == Captured::step);
  CHECK_FALSE(b.fused_loss);
  CHECK(keys_for(software, "c", "gb200", NumberType::bf16).captured == Captured::nothing);
}

TEST_CASE("keys of a recipe are read as those of the software") {
  const auto fault_in = [](const std::string& json) {
    return tb::fault_of([&] { software_in(json); });
  };
  CHECK_THAT(fault_in(R"({"recipes": [{"experts_besides": true}]})"),
             Contains("/recipes/0/experts_besides") && Contains("experts_beside"));
  CHECK_THAT(fault_in(R"({"recipes": [{"models": "a"}]})"), Contains("/recipes/0/models"));
  CHECK_THAT(fault_in(R"({"recipes": {}})"), Contains("/recipes"));
  CHECK_THAT(fault_in(R"({"expert_path": "nccl"})"), Contains("/expert_path"));
}

TEST_CASE("weights that are gathered beside the next pass are gathered once, before the layers") {
  StepRequest r = tb::request_of("llama3-8b", 4, "dp=8,zero=1,micro_batches=2", 16);
  const StepProgram behind = training_program(r);
  r.software.gathers_beside = true;
  const StepProgram beside = training_program(r);
  CHECK(count_of(beside, OpLabel::weight_gather) == count_of(behind, OpLabel::weight_gather));
  CHECK(before_layers(behind, OpLabel::weight_gather) == 0);
  CHECK(before_layers(beside, OpLabel::weight_gather) > 0);
}

// Megatron-Bridge's comparison on 16 H100: 45 % of HybridEP's exchange is hidden, 55 % of NCCL's.
TEST_CASE("of an exchange beside computations half is waited for") {
  StepRequest r = tb::request_of("mixtral-8x7b", 2, "ep=8,micro_batches=4", 32);
  // Bytes of dispatches that the experts of all passes wait for.
  const auto waited = [](const StepProgram& program) {
    const ClassProgram& c = program.classes[0];
    std::int64_t all = 0;
    for (const StepOp& op : c.ops) {
      if (op.kind != OpKind::compute || op.label != OpLabel::experts) continue;
      for (std::uint32_t d = 0; d < op.dependencies; ++d) {
        const StepOp& before = c.ops[c.dependencies[op.first_dependency + d]];
        if (before.label != OpLabel::ep_dispatch) continue;
        all += base::at(program.comms, before.work).bytes.count();
      }
    }
    return all;
  };
  const std::int64_t alone = waited(training_program(r));
  CHECK(alone > 0);
  r.software.experts_beside = true;
  CHECK(waited(training_program(r)) == alone / 2);
}

// DeepSeek-V3 s2.2: a module is a matrix of two rows, a layer, and the head.
TEST_CASE("a module that predicts a further token computes a layer, a matrix and the head") {
  const auto flops = [](int layers, int modules) {
    StepRequest r = tb::request_of("llama3-8b", layers, "micro_batch=1", 1);
    r.software.mtp_layers = modules;
    return flops_of(training_program(r));
  };
  const StepRequest r = tb::request_of("llama3-8b", 3, "micro_batch=1", 1);
  const double tokens = r.model.sequence;
  const double product = 3 * 2 * tokens * r.model.hidden;  // with two gradients, of each column
  const double layer = flops(3, 0) - flops(2, 0);
  const double wanted = layer + product * (2.0 * r.model.hidden + r.model.vocabulary);
  CHECK(flops(2, 1) - flops(2, 0) == Approx(wanted).epsilon(0.002));
  CHECK(flops(2, 2) - flops(2, 0) == Approx(2 * wanted).epsilon(0.002));
}

// Weights, gradients and states of the parameters that a model's card counts.
TEST_CASE("modules that predict further tokens take the memory of their parameters") {
  for (const std::string parallel : {"micro_batch=1", "pp=2,micro_batch=1"}) {
    StepRequest r = tb::request_of("deepseek-v3", 4, parallel, 4);
    r.model.mtp_layers = 2;
    const int last = r.parallelism.pp - 1;
    const Memory without = memory_of(r, last);
    r.software.mtp_layers = 2;
    const Memory with = memory_of(r, last);
    // The last stage of several looks tokens up itself.
    const double copy = last > 0 ? double(r.model.vocabulary) * r.model.hidden : 0;
    const double parameters = mtp_parameters(r.model) + copy;
    const auto more = [&](base::Bytes Memory::*part) {
      return double((with.*part).count() - (without.*part).count());
    };
    CHECK(more(&Memory::weights) == Approx(2 * parameters));
    CHECK(more(&Memory::gradients) == Approx(4 * parameters));
    CHECK(more(&Memory::optimizer) == Approx(12 * parameters));
    const StepPlan plan = plan_of(r);
    const double layer =
        layer_activations(r, plan, LayerKind{Mixer::attention, FeedForward::experts});
    CHECK(more(&Memory::activations) > 2 * layer);
    if (last > 0) CHECK(memory_of(r, 0).total().count() < with.total().count());
  }
}

TEST_CASE("what a user says is computed again holds, whatever the software does") {
  const TrainingSoftware software =
      software_in(R"({"recipes": [{"recompute": "moe", "launch": "5 us"}]})");
  const auto keys = [&](const std::vector<std::string>& said) {
    return keys_for(software, "a", "gb200", NumberType::bf16, said);
  };
  CHECK(keys({}).recompute == Recompute::experts);
  CHECK_FALSE(keys({"recompute"}).recompute);
  CHECK(keys({"recompute"}).launch.count() == 5'000'000);
  CHECK_FALSE(parse_parallelism("tp=2", "--parallel").recompute);
  CHECK(parse_parallelism("recompute=none", "--parallel").recompute == Recompute::none);
  CHECK(text_of(parse_parallelism("recompute=none", "--parallel")) == "recompute=none");
}

TEST_CASE("experts are not computed again where there are none") {
  const StepRequest r = tb::request_of("llama3-8b", 2, "recompute=moe,micro_batch=1", 1);
  CHECK_THAT(tb::fault_of([&] { plan_of(r); }),
             Contains("recompute") && Contains("without experts") && Contains("moe"));
}

TEST_CASE("layers of experts that are computed again send their tokens again") {
  StepRequest r = tb::request_of("mixtral-8x7b", 2, "ep=8,micro_batch=1", 8);
  const StepProgram kept = training_program(r);
  r.parallelism.recompute = Recompute::experts;
  const StepProgram again = training_program(r);
  CHECK(count_of(kept, OpLabel::ep_dispatch) == 4);
  CHECK(count_of(again, OpLabel::ep_dispatch) == 6);
  CHECK(count_of(again, OpLabel::ep_combine) == 6);
  StepRequest cheap = r;
  cheap.parallelism.recompute = Recompute::selective;
  CHECK(memory_of(r, 0).activations < memory_of(cheap, 0).activations);
}

// Transformer Engine, distributed.py: what is gathered was cast before.
TEST_CASE("tp gathers rows in the type of a layer's products, and sums them in bf16") {
  const auto bytes = [](NumberType type, CollectiveKind kind) {
    StepRequest r = tb::request_of("llama3-8b", 1, "tp=8,micro_batch=1", 1);
    r.type = type;
    const StepProgram program = training_program(r);
    std::int64_t least = 0;
    for (const CommWork& comm : program.comms) {
      if (comm.kind != kind || comm.axes != mask_of(Axis::tp)) continue;
      least = least == 0 ? comm.bytes.count() : std::min(least, comm.bytes.count());
    }
    return least;
  };
  const std::int64_t wide = 8192 / 8 * 4096 * 2;  // Llama 3's sequence and width
  CHECK(bytes(NumberType::bf16, CollectiveKind::all_gather) == wide);
  CHECK(bytes(NumberType::fp8, CollectiveKind::all_gather) == wide / 2);
  CHECK(bytes(NumberType::nvfp4, CollectiveKind::all_gather) ==
        wide / 4);  // scales are not counted
  CHECK(bytes(NumberType::nvfp4, CollectiveKind::reduce_scatter) == 8 * wide);
}
