// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/training_software.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
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

TEST_CASE("an exchange beside computations holds up only what comes an exchange later") {
  StepRequest r = tb::request_of("mixtral-8x7b", 2, "ep=8,micro_batches=4", 32);
  const auto waits = [](const StepProgram& program) {
    const ClassProgram& c = program.classes[0];
    int all = 0;
    for (const StepOp& op : c.ops) {
      if (op.label != OpLabel::experts) continue;
      for (std::uint32_t d = 0; d < op.dependencies; ++d) {
        const auto before = c.dependencies[op.first_dependency + d];
        all += c.ops[before].label == OpLabel::ep_dispatch ? 1 : 0;
      }
    }
    return all;
  };
  CHECK(waits(training_program(r)) > 0);
  r.software.experts_beside = true;
  CHECK(waits(training_program(r)) == 0);  // they wait for the combine before
}
