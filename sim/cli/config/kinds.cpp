// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/config/kinds.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/gemm/chip.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "jacquard/plan/model.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "jacquard/schedule/suite/suite.hpp"
#include "jacquard/stack/operations.hpp"
#include "jacquard/systems/cluster.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "jacquard/topology/packet_switch.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/parallelism.hpp"
#include "sim/cli/memory_rows.hpp"
#include "sim/cli/model_rows.hpp"
#include "sim/cli/named_parts.hpp"
#include "sim/cli/system_rows.hpp"
#include "sim/platform/appliance_family.hpp"
#include "sim/platform/in_network_family.hpp"
#include "sim/platform/job_faults_family.hpp"
#include "sim/platform/jobs_family.hpp"
#include "sim/platform/memory_experiment.hpp"
#include "sim/platform/npu_collective_family.hpp"
#include "sim/platform/npu_experiment.hpp"
#include "sim/platform/npu_mesh_experiment.hpp"
#include "sim/platform/npu_step_family.hpp"
#include "sim/platform/photonic_family.hpp"
#include "sim/synth/cell_library.hpp"
#include "systemc/collective/collective_config.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/experiment/technologies.hpp"
#include "systemc/npu/npu_config.hpp"
#include "systemc/photonic/appliance_config.hpp"
#include "systemc/photonic/module_config.hpp"
#include "systemc/serve/interconnect.hpp"
#include "systemc/train/genstack/genstack_config.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::cli {
namespace {

using config::Document;

template <class T>
ConfigKind kind_of(const config::FieldTable<T>& table, const char* folder) {
  return {table.name(),
          folder,
          table.doc(),
          [&table] { return table.schema(); },
          &table.infos(),
          [&table](const std::string& path, const std::vector<std::string>& set) {
            T t;
            if (!path.empty()) t = config::read_config(table, path);
            for (const std::string& assignment : set) table.set(t, assignment);
            return table.show(t);
          },
          {}};
}

ConfigKind system_kind() {
  ConfigKind kind = kind_of(topology::system_fields(), systems::kSystems);
  kind.derived = [](const Document& effective) {
    topology::System system;
    const config::Place place{"system", ""};
    topology::system_fields().read(system, config::Json(effective), place);
    require_named_parts(system, place);
    const topology::Network network = topology::build_network(system.network);
    if (network.fabric) systems::require_whole_nodes(system, *network.fabric, place);
    return system_rows(system);
  };
  return kind;
}

// A file may be a Hugging Face config.json, which is shown as the model that it means.
ConfigKind model_kind() {
  ConfigKind kind = kind_of(workload::model_fields(), "models");
  const auto read = [](const Document& effective) {
    workload::Model model;
    workload::model_fields().read(model, config::Json(effective), config::Place{"model", ""});
    return model;
  };
  kind.effective = [](const std::string& path, const std::vector<std::string>& set) {
    workload::Model model;
    if (!path.empty()) model = workload::read_model(path, config::Place{"config", ""});
    for (const std::string& assignment : set) workload::model_fields().set(model, assignment);
    return workload::model_fields().show(model);
  };
  kind.derived = [read](const Document& effective) { return model_rows(read(effective)); };
  return kind;
}

// Knobs that do not split the model are found before it runs.
ConfigKind job_kind() {
  ConfigKind kind = kind_of(train::train_fields(), "jobs");
  kind.derived = [](const Document& effective) {
    if (!effective.at("model").is_object()) return std::vector<report::Printed>();  // the defaults
    const config::Place place{"job", ""};
    train::TrainConfig job;
    train::train_fields().read(job, config::Json(effective), place);
    require_named_parts(job, place);
    workload::plan_of(train::request_of(job, place / "parallel"));
    return std::vector<report::Printed>();
  };
  return kind;
}

ConfigKind memory_kind() {
  ConfigKind kind = kind_of(memory::memory_fields(), memory::kMemories);
  kind.derived = [](const Document& effective) {
    memory::MemoryConfig config;
    memory::memory_fields().read(config, config::Json(effective), config::Place{"memory", ""});
    return memory_rows(config, config::Place{"memory", ""});
  };
  return kind;
}

// One whose keys have to fit each other, or to name what is there: `check(noun, place)` throws
// ConfigError where they do not.
template <class T, class Check>
ConfigKind checked_kind(const config::FieldTable<T>& table, const char* folder,
                        const Check& check) {
  ConfigKind kind = kind_of(table, folder);
  kind.derived = [&table, check](const Document& effective) {
    const config::Place place{table.name(), ""};
    T t;
    table.read(t, config::Json(effective), place);
    check(t, place);
    return std::vector<report::Printed>();
  };
  return kind;
}

constexpr auto kNamesParts = [](const auto& noun, const config::Place& place) {
  require_named_parts(noun, place);
};
constexpr auto kIsComplete = [](const auto& noun, const config::Place& place) {
  require_complete(noun, place);
};
constexpr auto kIsCompleteAndNamesParts = [](const auto& noun, const config::Place& place) {
  require_complete(noun, place);
  require_named_parts(noun, place);
};

constexpr auto kIsConsistent = [](const auto& noun, const config::Place& place) {
  require_consistent(noun, place);
};

ConfigKind packet_switch_kind() {
  return checked_kind(topology::packet_switch_fields(), topology::kPacketSwitches, kIsConsistent);
}

ConfigKind optical_switch_kind() {
  return checked_kind(experiment::technology_fields(), experiment::kOpticalSwitches, kIsConsistent);
}

ConfigKind interconnect_kind() {
  return checked_kind(serve::interconnect_fields(), serve::kInterconnects, kIsConsistent);
}

ConfigKind npu_kind() {
  return checked_kind(systemc::npu_fields(), systemc::kNpus,
                      [](const systemc::NpuConfig& npu, const config::Place& place) {
                        memory::require_consistent(npu.memory, place / "memory");
                        systemc::require_consistent(npu.nic, place / "nic");
                      });
}

// A product that does not fit its NPU is found before it runs.
ConfigKind npu_experiment_kind() {
  ConfigKind kind = kind_of(platform::npu_experiment_fields(), "");
  kind.derived = [](const Document& effective) {
    const config::Place place{"experiment", ""};
    platform::NpuExperiment experiment;
    platform::npu_experiment_fields().read(experiment, config::Json(effective), place);
    for (const auto& one : platform::cases_of(experiment, platform::npu_experiment_fields())) {
      platform::work_of(one.config, place);
    }
    return std::vector<report::Printed>();
  };
  return kind;
}

}  // namespace

std::optional<ConfigKind> kind_of_system(const std::string& word) {
  topology::System system;
  try {
    system = systems::find_system(word, {"system", ""}).system;
  } catch (const base::ConfigError&) {
    return std::nullopt;
  }
  // A device's name alone, without a count, is meant as the device.
  const bool counts = word.front() >= '0' && word.front() <= '9';
  if (!counts && topology::build_network(system.network).npus() < 2) return std::nullopt;
  ConfigKind kind = system_kind();
  kind.effective = [system](const std::string&, const std::vector<std::string>& set) {
    topology::System own = system;
    for (const std::string& assignment : set) topology::system_fields().set(own, assignment);
    return topology::system_fields().show(own);
  };
  return kind;
}

std::vector<ConfigKind> config_kinds() {
  return {kind_of(schedule::schedule_fields(), "schedulers"),
          checked_kind(schedule::suite_fields(), schedule::kSuites, kIsConsistent),
          npu_kind(),
          kind_of(systemc::module_fields(), systemc::kModules),
          kind_of(systemc::appliance_fields(), systemc::kAppliances),
          checked_kind(experiment::experiment_fields(), "experiments", kNamesParts),
          system_kind(),
          kind_of(cost::device_fields(), "devices"),
          kind_of(workload::software_fields(), workload::kSoftwareFolder),
          model_kind(),
          job_kind(),
          kind_of(stack::fabric_fields(), "fabrics"),
          kind_of(stack::operations_fields(), "operations"),
          memory_kind(),
          packet_switch_kind(),
          optical_switch_kind(),
          interconnect_kind(),
          checked_kind(plan::model_fields(), plan::kModels, kIsComplete),
          checked_kind(systems::cluster_fields(), "", kIsCompleteAndNamesParts),
          checked_kind(gemm::chip_fields(), gemm::kChips, kIsCompleteAndNamesParts),
          kind_of(synth::library_fields(), synth::kLibraries)};
}

std::vector<ConfigKind> platform_kinds() {
  return {kind_of(platform::memory_experiment_fields(), ""),
          kind_of(platform::photonic_experiment_fields(), ""),
          npu_experiment_kind(),
          kind_of(platform::npu_collective_fields(), ""),
          kind_of(platform::npu_step_fields(), ""),
          kind_of(platform::npu_mesh_fields(), ""),
          kind_of(platform::job_faults_fields(), ""),
          kind_of(platform::in_network_fields(), ""),
          kind_of(platform::jobs_fields(), ""),
          kind_of(platform::appliance_experiment_fields(), "")};
}

std::vector<ConfigKind> config_kinds_without_files() {
  std::vector<ConfigKind> all = {kind_of(run::collective_fields(), ""),
                                 kind_of(workload::parallelism_fields(), ""),
                                 checked_kind(genstack::genstack_fields(), "", kNamesParts)};
  for (ConfigKind& kind : platform_kinds()) all.push_back(std::move(kind));
  return all;
}

}  // namespace jacquard::cli
