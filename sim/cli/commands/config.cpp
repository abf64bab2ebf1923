// SPDX-License-Identifier: Apache-2.0
// jacquard config: what can be configured, from the same tables that read it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config/rows.hpp"
#include "sim/cli/config/subject.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/memory_rows.hpp"
#include "sim/cli/model_rows.hpp"
#include "sim/cli/system_rows.hpp"

namespace jacquard::cli {
namespace {

using config::Document;

std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> all = {
      config_shipped_metrics().kind(), config_listed_metrics().kind(),
      config_field_metrics().kind(),   config_effective_metrics().kind(),
      config_schema_metrics().kind(),  config_check_metrics().kind()};
  for (report::RowKind& kind : system_row_kinds()) all.push_back(std::move(kind));
  all.push_back(model_row_kind());
  all.push_back(memory_row_kind());
  return all;
}

void add_fields(const std::string& kind, const std::string& prefix,
                const std::vector<config::FieldInfo>& fields, report::Result& result) {
  for (const config::FieldInfo& f : fields) {
    if (f.inner.empty()) {
      result.add(config_field_metrics()({kind, prefix, f}));
    } else {
      add_fields(kind, prefix + f.key + ".", f.inner, result);
    }
  }
}

int show_all(const Common& common) {
  report::Result result("config", common.seed, {});
  for (const ConfigKind& kind : config_kinds()) {
    for (const std::string& name : shipped_configs(kind.folder)) {
      result.add(config_shipped_metrics()({kind.name, name}));
    }
    add_fields(kind.name, "", *kind.fields, result);
  }
  print(result, common);
  return 0;
}

std::string source_of(const ConfigKind& kind, const std::string& name) {
  const std::string path = config::find_config(kind.folder, name, config::Place{"config", ""});
  const config::Json json = config::read_json(path);
  const auto source = json.find("source");
  return json.is_object() && source != json.end() && source->is_string()
             ? source->get<std::string>()
             : "";
}

// Every noun that is shipped; people see names, and sources of one kind alone.
int list(const std::string& wanted, const Common& common) {
  report::Result result("config", common.seed, {});
  bool any = false;
  std::vector<std::string> known;
  for (const ConfigKind& kind : config_kinds()) {
    if (std::string(kind.folder).empty()) continue;  // none ships
    known.push_back(kind.name);
    if (!wanted.empty() && kind.name != wanted) continue;
    any = true;
    for (const std::string& name : shipped_configs(kind.folder)) {
      if (common.for_people() && wanted.empty()) {
        result.add(config_shipped_metrics()({kind.name, name}));
      } else {
        result.add(config_listed_metrics()({kind.name, name, source_of(kind, name)}));
      }
    }
  }
  if (!any) base::throw_unknown_name("config list", "a kind", wanted, known);
  print(result, common);
  return 0;
}

// Rows of what follows from a configuration. Do its keys fit each other, and is there what they
// name?
std::vector<report::Printed> derived(const ConfigSubject& subject, const Document& effective,
                                     const Common& common) {
  if (!subject.kind.derived) return {};
  try {
    return subject.kind.derived(effective);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (fault.source != subject.kind.name || subject.path.empty() || !common.set.empty()) throw;
    fault.source = subject.path;
    throw base::ConfigError(std::move(fault));
  }
}

int show(const ConfigSubject& subject, const Common& common) {
  const Document effective = subject.kind.effective(subject.path, common.set);
  if (common.for_people()) {
    if (!subject.path.empty()) derived(subject, effective, common);
    fmt::print("{}\n", effective.dump(2));
    return 0;
  }
  report::Result result("config", common.seed, effective);
  result.add(config_effective_metrics()({subject.kind, effective}));
  for (report::Printed& one : derived(subject, effective, common)) result.add(std::move(one));
  print(result, common);
  return 0;
}

int schema(const ConfigSubject& subject, const Common& common) {
  if (common.for_people()) {
    fmt::print("{}\n", subject.kind.schema().dump(2));
    return 0;
  }
  report::Result result("config", common.seed, subject.kind.schema());
  result.add(config_schema_metrics()(subject.kind));
  print(result, common);
  return 0;
}

// Of every kind; under --json its keys one by one too, with what each takes and means.
int schema_all(const Common& common) {
  std::vector<ConfigKind> all = config_kinds();
  for (ConfigKind& kind : config_kinds_without_files()) all.push_back(std::move(kind));
  report::Result result("config", common.seed, {});
  Document schemas = Document::object();
  for (const ConfigKind& kind : all) {
    schemas[kind.name] = kind.schema();
    result.add(config_schema_metrics()(kind));
    add_fields(kind.name, "", *kind.fields, result);
  }
  if (!common.for_people()) {
    print(result, common);
  } else {
    fmt::print("{}\n", schemas.dump(2));
  }
  return 0;
}

int check(const ConfigSubject& subject, const Common& common) {
  const Document effective = subject.kind.effective(subject.path, common.set);
  derived(subject, effective, common);
  report::Result result("config", common.seed, effective);
  result.add(config_check_metrics()({subject.kind.name, subject.word}));
  print(result, common);
  return 0;
}

struct Words {
  std::string action = "show";
  std::string subject;
};

int act(const Words& words, const Common& common) {
  const std::vector<std::string> actions = {"schema", "show", "check", "list"};
  if (std::find(actions.begin(), actions.end(), words.action) == actions.end()) {
    base::throw_unknown_name("config", "an action", words.action, actions);
  }
  if (words.action == "check" && words.subject.empty()) {
    throw base::ConfigError({"config check", "", "a file or the name of a configuration", "", ""});
  }
  const bool all = words.action == "show" && words.subject.empty();
  const bool lists = words.action == "list";
  if ((all || lists || words.action == "schema") && !common.set.empty()) {
    throw base::ConfigError({"--set", "", "the configuration to show or check", "none", ""});
  }
  if (all) return show_all(common);
  if (lists) return list(words.subject, common);
  if (words.subject.empty()) return schema_all(common);
  const ConfigSubject subject = subject_of(words.subject);
  if (words.action == "schema") return schema(subject, common);
  return words.action == "check" ? check(subject, common) : show(subject, common);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  const auto words = std::make_shared<Words>();
  app.add_option("action", words->action,
                 "show: keys, or a configuration with its defaults; list: names that are shipped, "
                 "and sources; schema: as JSON Schema; check: read a file and name what is "
                 "wrong")
      .capture_default_str();
  app.add_option("subject", words->subject,
                 "A kind (schedule, experiment, system, device, model, memory, packet_switch, "
                 "optical_switch, npu), a shipped "
                 "configuration, or a file");
  return [words, &common] { return act(*words, common); };
}

}  // namespace

Command config_command() {
  return {"config",
          "Explain, show and check configurations",
          "  jacquard config show\n"
          "  jacquard config list packet_switch\n"
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
