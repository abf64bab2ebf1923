// SPDX-License-Identifier: Apache-2.0
// jacquard config: what can be configured, from the same tables that read it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/gemm/chip.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "jacquard/plan/model.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "jacquard/stack/operations.hpp"
#include "jacquard/systems/cluster.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/parallelism.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/memory_rows.hpp"
#include "sim/cli/model_rows.hpp"
#include "sim/cli/named_parts.hpp"
#include "sim/cli/system_rows.hpp"
#include "sim/collective/collective_config.hpp"
#include "sim/experiment/experiment.hpp"
#include "sim/genstack/genstack_config.hpp"
#include "sim/platform/appliance_family.hpp"
#include "sim/platform/job_faults_family.hpp"
#include "sim/platform/memory_experiment.hpp"
#include "sim/platform/npu_collective_family.hpp"
#include "sim/platform/npu_experiment.hpp"
#include "sim/platform/npu_mesh_experiment.hpp"
#include "sim/platform/npu_step_family.hpp"
#include "sim/platform/photonic_family.hpp"
#include "sim/train/train_config.hpp"
#include "systemc/npu/npu_config.hpp"
#include "systemc/photonic/appliance_config.hpp"
#include "systemc/photonic/module_config.hpp"

namespace jacquard::cli {
namespace {

using config::Document;

// A kind of configuration: its table without the struct's type.
struct Kind {
  std::string name;
  std::string folder;  // of configs/
  std::string doc;
  std::function<Document()> schema;  // large, so made where it is asked for
  const std::vector<config::FieldInfo>* fields = nullptr;
  // Defaults, then the file (unless ""), then overrides.
  std::function<Document(const std::string& path, const std::vector<std::string>& set)> effective;
  // What follows from an effective configuration; throws ConfigError where its keys do not fit each
  // other. None: nothing follows.
  std::function<std::vector<report::Printed>(const Document& effective)> derived;
};

template <class T>
Kind kind_of(const config::FieldTable<T>& table, const char* folder) {
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

Kind system_kind() {
  Kind kind = kind_of(topology::system_fields(), systems::kSystems);
  kind.derived = [](const Document& effective) {
    topology::System system;
    const config::Place place{"system", ""};
    topology::system_fields().read(system, config::Json(effective), place);
    require_named_parts(system, place);
    return system_rows(system);
  };
  return kind;
}

// A file may be a Hugging Face config.json, which is shown as the model that it means.
Kind model_kind() {
  Kind kind = kind_of(workload::model_fields(), "models");
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
Kind job_kind() {
  Kind kind = kind_of(train::train_fields(), "jobs");
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

Kind memory_kind() {
  Kind kind = kind_of(memory::memory_fields(), memory::kMemories);
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
Kind checked_kind(const config::FieldTable<T>& table, const char* folder, const Check& check) {
  Kind kind = kind_of(table, folder);
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

Kind npu_kind() {
  return checked_kind(systemc::npu_fields(), systemc::kNpus,
                      [](const systemc::NpuConfig& npu, const config::Place& place) {
                        memory::require_consistent(npu.memory, place / "memory");
                        systemc::require_consistent(npu.nic, place / "nic");
                      });
}

// A product that does not fit its NPU is found before it runs.
Kind npu_experiment_kind() {
  Kind kind = kind_of(platform::npu_experiment_fields(), "");
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

std::vector<Kind> kinds() {
  // A name that stands in several folders is that of the last: tpu_v4 is the device.
  return {kind_of(schedule::schedule_fields(), "schedulers"),
          npu_kind(),
          kind_of(systemc::module_fields(), systemc::kModules),
          kind_of(systemc::appliance_fields(), systemc::kAppliances),
          checked_kind(experiment::experiment_fields(), "experiments", kNamesParts),
          system_kind(),
          kind_of(cost::device_fields(), "devices"),
          model_kind(),
          job_kind(),
          kind_of(stack::fabric_fields(), "fabrics"),
          kind_of(stack::operations_fields(), "operations"),
          memory_kind(),
          checked_kind(plan::model_fields(), plan::kModels, kIsComplete),
          checked_kind(systems::cluster_fields(), "", kIsCompleteAndNamesParts),
          checked_kind(gemm::chip_fields(), gemm::kChips, kIsCompleteAndNamesParts)};
}

// Experiments on parts of the platform, whose files say their kind.
std::vector<Kind> platform_kinds() {
  return {kind_of(platform::memory_experiment_fields(), ""),
          kind_of(platform::photonic_experiment_fields(), ""),
          npu_experiment_kind(),
          kind_of(platform::npu_collective_fields(), ""),
          kind_of(platform::npu_step_fields(), ""),
          kind_of(platform::npu_mesh_fields(), ""),
          kind_of(platform::job_faults_fields(), ""),
          kind_of(platform::appliance_experiment_fields(), "")};
}

// Part of other configurations, or of a command line.
std::vector<Kind> kinds_without_files() {
  std::vector<Kind> all = {kind_of(run::collective_fields(), ""),
                           kind_of(workload::parallelism_fields(), ""),
                           checked_kind(genstack::genstack_fields(), "", kNamesParts)};
  for (Kind& kind : platform_kinds()) all.push_back(std::move(kind));
  return all;
}

// How many of the file's keys the kind has; -1 if it says that it is of another.
std::ptrdiff_t known_keys(const Kind& kind, const config::Json& json) {
  const std::vector<config::FieldInfo>& fields = *kind.fields;
  const auto says_kind = std::find_if(fields.begin(), fields.end(),
                                      [](const config::FieldInfo& f) { return f.key == "kind"; });
  if (json.is_object() && json.contains("kind") && says_kind != fields.end()) {
    const Document& words = says_kind->schema.at("enum");
    const Document word(json.at("kind"));
    if (std::find(words.begin(), words.end(), word) == words.end()) return -1;
  }
  if (kind.name == workload::model_fields().name() && workload::is_hugging_face(json)) {
    return static_cast<std::ptrdiff_t>(json.size());
  }
  return std::count_if(fields.begin(), fields.end(), [&](const config::FieldInfo& f) {
    return json.is_object() && json.contains(f.key);
  });
}

// What the second word stands for: a kind alone, or a file of one.
struct Subject {
  Kind kind;
  std::string path;  // "" for the kind's defaults
  std::string word;  // as the user gave it
};

Subject subject_of(const std::string& word) {
  std::vector<Kind> all = kinds();
  for (Kind& kind : all) {
    if (word == kind.name) return {std::move(kind), "", word};
  }
  for (Kind& kind : kinds_without_files()) {
    if (word == kind.name) return {std::move(kind), "", word};
  }
  std::string folder;
  std::vector<std::string> names;
  for (const Kind& kind : all) {
    const std::vector<std::string> shipped = shipped_configs(kind.folder);
    if (std::find(shipped.begin(), shipped.end(), word) != shipped.end()) folder = kind.folder;
    names.push_back(kind.name);
    names.insert(names.end(), shipped.begin(), shipped.end());
  }
  std::error_code ignored;
  if (folder.empty() && !config::is_path(word) && !std::filesystem::exists(word, ignored)) {
    const std::string near = base::nearest(word, names);
    throw base::ConfigError(
        {"config", "", "a kind, a shipped configuration, or a file", "'" + word + "'",
         near.empty() ? "jacquard config show lists them" : "did you mean '" + near + "'?"});
  }
  for (Kind& kind : platform_kinds()) all.push_back(std::move(kind));
  std::string path = find_config(folder, word, "config");
  const config::Json json = config::read_json(path);
  const auto likest = std::max_element(all.begin(), all.end(), [&](const Kind& a, const Kind& b) {
    return known_keys(a, json) < known_keys(b, json);
  });
  return {std::move(*likest), std::move(path), word};
}

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

struct FieldRow {
  std::string config;
  std::string prefix;
  const config::FieldInfo& field;
};

const MetricTable<FieldRow>& field_metrics() {
  using R = FieldRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "field", "A key of a kind of configuration.",
      {
          M("config", Unit::text, &R::config, "The kind."),
          M(
              "key", Unit::text, [](const R& r) { return r.prefix + r.field.key; },
              "The key, with dots where it is within an object."),
          M(
              "default", Unit::text,
              [](const R& r) {
                return r.field.default_value.is_null() ? "none" : r.field.default_value.dump();
              },
              "Without it."),
          M(
              "value", Unit::text, [](const R& r) { return r.field.expected; }, "What it takes."),
          M(
              "meaning", Unit::text, [](const R& r) { return r.field.doc; }, "What it says."),
      },
      Columns::all);
  return table;
}

struct NamedRow {
  std::string config;
  std::string name;
};

const MetricTable<NamedRow>& shipped_metrics() {
  using M = Metric<NamedRow>;
  static const MetricTable<NamedRow> table(
      "shipped", "A configuration that is shipped.",
      {M("config", Unit::text, &NamedRow::config, "Its kind."),
       M("name", Unit::text, &NamedRow::name, "Its name, as commands take it.")},
      Columns::all);
  return table;
}

const MetricTable<NamedRow>& check_metrics() {
  using M = Metric<NamedRow>;
  static const MetricTable<NamedRow> table(
      "check", "A configuration without a fault.",
      {M("config", Unit::text, &NamedRow::config, "Its kind."),
       M("name", Unit::text, &NamedRow::name, "Name or file, as it was given."),
       M(
           "valid", Unit::flag, [](const NamedRow&) { return true; },
           "True: a fault is an error.")},
      Columns::all);
  return table;
}

const MetricTable<Kind>& schema_metrics() {
  using M = Metric<Kind>;
  static const MetricTable<Kind> table(
      "schema", "The JSON Schema of a kind of configuration.",
      {M("config", Unit::text, &Kind::name, "The kind."),
       M(
           "schema", Unit::any, [](const Kind& k) { return k.schema(); }, "Draft 2020-12.")},
      Columns::all);
  return table;
}

struct EffectiveRow {
  const Kind& kind;
  const Document& effective;
};

const MetricTable<EffectiveRow>& effective_metrics() {
  using R = EffectiveRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "effective", "A configuration with its defaults.",
      {M(
           "config", Unit::text, [](const R& r) { return r.kind.name; }, "Its kind."),
       M(
           report::kFurtherKeys, Unit::any, [](const R& r) { return r.effective; },
           "Every key of the kind, as config schema lists them.")});
  return table;
}

std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> all = {shipped_metrics().kind(), field_metrics().kind(),
                                      effective_metrics().kind(), schema_metrics().kind(),
                                      check_metrics().kind()};
  for (report::RowKind& kind : system_row_kinds()) all.push_back(std::move(kind));
  all.push_back(model_row_kind());
  all.push_back(memory_row_kind());
  return all;
}

void add_fields(const std::string& kind, const std::string& prefix,
                const std::vector<config::FieldInfo>& fields, report::Result& result) {
  for (const config::FieldInfo& f : fields) {
    if (f.inner.empty()) {
      result.add(field_metrics()({kind, prefix, f}));
    } else {
      add_fields(kind, prefix + f.key + ".", f.inner, result);
    }
  }
}

int show_all(const Common& common) {
  report::Result result("config", common.seed, {});
  for (const Kind& kind : kinds()) {
    for (const std::string& name : shipped_configs(kind.folder)) {
      result.add(shipped_metrics()({kind.name, name}));
    }
    add_fields(kind.name, "", *kind.fields, result);
  }
  print(result, common);
  return 0;
}

int show(const Subject& subject, const Common& common) {
  const Document effective = subject.kind.effective(subject.path, common.set);
  if (common.for_people()) {
    fmt::print("{}\n", effective.dump(2));
    return 0;
  }
  report::Result result("config", common.seed, effective);
  result.add(effective_metrics()({subject.kind, effective}));
  if (subject.kind.derived) {
    for (report::Printed& one : subject.kind.derived(effective)) result.add(std::move(one));
  }
  print(result, common);
  return 0;
}

int schema(const Subject& subject, const Common& common) {
  if (common.for_people()) {
    fmt::print("{}\n", subject.kind.schema().dump(2));
    return 0;
  }
  report::Result result("config", common.seed, subject.kind.schema());
  result.add(schema_metrics()(subject.kind));
  print(result, common);
  return 0;
}

// Of every kind; under --json its keys one by one too, with what each takes and means.
int schema_all(const Common& common) {
  std::vector<Kind> all = kinds();
  for (Kind& kind : kinds_without_files()) all.push_back(std::move(kind));
  report::Result result("config", common.seed, {});
  Document schemas = Document::object();
  for (const Kind& kind : all) {
    schemas[kind.name] = kind.schema();
    result.add(schema_metrics()(kind));
    add_fields(kind.name, "", *kind.fields, result);
  }
  if (!common.for_people()) {
    print(result, common);
  } else {
    fmt::print("{}\n", schemas.dump(2));
  }
  return 0;
}

int check(const Subject& subject, const Common& common) {
  const Document effective = subject.kind.effective(subject.path, common.set);
  if (subject.kind.derived) {  // do the keys fit each other, and is there what they name?
    try {
      subject.kind.derived(effective);
    } catch (const base::ConfigError& error) {
      base::InputFault fault = error.fault();
      if (fault.source != subject.kind.name || subject.path.empty() || !common.set.empty()) throw;
      fault.source = subject.path;
      throw base::ConfigError(std::move(fault));
    }
  }
  report::Result result("config", common.seed, effective);
  result.add(check_metrics()({subject.kind.name, subject.word}));
  print(result, common);
  return 0;
}

struct Words {
  std::string action = "show";
  std::string subject;
};

int act(const Words& words, const Common& common) {
  const std::vector<std::string> actions = {"schema", "show", "check"};
  if (std::find(actions.begin(), actions.end(), words.action) == actions.end()) {
    base::throw_unknown_name("config", "an action", words.action, actions);
  }
  if (words.action == "check" && words.subject.empty()) {
    throw base::ConfigError({"config check", "", "a file or the name of a configuration", "", ""});
  }
  const bool all = words.action == "show" && words.subject.empty();
  if ((all || words.action == "schema") && !common.set.empty()) {
    throw base::ConfigError({"--set", "", "the configuration to show or check", "none", ""});
  }
  if (all) return show_all(common);
  if (words.subject.empty()) return schema_all(common);
  const Subject subject = subject_of(words.subject);
  if (words.action == "schema") return schema(subject, common);
  return words.action == "check" ? check(subject, common) : show(subject, common);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  const auto words = std::make_shared<Words>();
  app.add_option("action", words->action,
                 "show: keys, or a configuration with its defaults; schema: as JSON Schema; check: "
                 "read a file and name what is wrong")
      .capture_default_str();
  app.add_option("subject", words->subject,
                 "A kind (schedule, experiment, system, device, model, memory, npu), a shipped "
                 "configuration, or a file");
  return [words, &common] { return act(*words, common); };
}

}  // namespace

Command config_command() {
  return {"config",
          "Explain, show and check configurations",
          "  jacquard config show\n"
          "  jacquard config show ladder_fast_optics --set floor=2\n"
          "  jacquard config show moe_alltoall\n"
          "  jacquard config show cosmic_system1 --json\n"
          "  jacquard config schema experiment\n"
          "  jacquard config check my_scheduler.json",
          setup,
          true,
          false,
          rows,
          {{"network", "cost_usd", "cost of the network"},
           {"network", "npus", "number of NPUs"},
           {"parameters", "parameters", "number of parameters"},
           {"memory_bounds", "streaming_bound_bytes_per_s", "most bandwidth of a stream"}}};
}

}  // namespace jacquard::cli
