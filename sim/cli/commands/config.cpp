// SPDX-License-Identifier: Apache-2.0
// jacquard config: what can be configured, from the same tables that read it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/system_rows.hpp"
#include "sim/experiment/experiment.hpp"

namespace jacquard::cli {
namespace {

using config::Document;

// A kind of configuration: its table without the struct's type.
struct Kind {
  std::string name;
  std::string folder;  // of configs/
  std::string doc;
  Document schema;
  std::vector<config::FieldInfo> fields;
  // Defaults, then the file (unless ""), then overrides.
  std::function<Document(const std::string& path, const std::vector<std::string>& set)> effective;
  // What follows from an effective configuration; throws ConfigError where its keys do not fit each
  // other. None: nothing follows.
  std::function<std::vector<report::Row>(const Document& effective)> derived;
};

template <class T>
Kind kind_of(const config::FieldTable<T>& table, const char* folder) {
  return {table.name(),
          folder,
          table.doc(),
          table.schema(),
          table.infos(),
          [&table](const std::string& path, const std::vector<std::string>& set) {
            T t;
            if (!path.empty()) t = config::read_config(table, path);
            for (const std::string& assignment : set) table.set(t, assignment);
            return table.show(t);
          },
          {}};
}

Kind system_kind() {
  Kind kind = kind_of(topology::system_fields(), "systems");
  kind.derived = [](const Document& effective) {
    topology::System system;
    topology::system_fields().read(system, config::Json(effective), config::Place{"system", ""});
    return system_rows(system);
  };
  return kind;
}

std::vector<Kind> kinds() {
  return {kind_of(schedule::schedule_fields(), "schedulers"),
          kind_of(experiment::experiment_fields(), "experiments"), system_kind()};
}

// How many of the file's keys the kind has.
std::ptrdiff_t known_keys(const Kind& kind, const config::Json& json) {
  return std::count_if(kind.fields.begin(), kind.fields.end(), [&](const config::FieldInfo& f) {
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
  std::string folder = all.front().folder;
  for (const Kind& kind : all) {
    const std::vector<std::string> shipped = shipped_configs(kind.folder);
    if (std::find(shipped.begin(), shipped.end(), word) != shipped.end()) folder = kind.folder;
  }
  std::string path = find_config(folder, word, "config");
  const config::Json json = config::read_json(path);
  const auto likest = std::max_element(all.begin(), all.end(), [&](const Kind& a, const Kind& b) {
    return known_keys(a, json) < known_keys(b, json);
  });
  return {std::move(*likest), std::move(path), word};
}

report::Row row_of_field(const std::string& kind, const std::string& prefix,
                         const config::FieldInfo& f) {
  return {{"row_kind", "field"},   {"config", kind},
          {"key", prefix + f.key}, {"default", f.standard.is_null() ? "none" : f.standard.dump()},
          {"value", f.expected},   {"meaning", f.doc}};
}

void add_fields(const std::string& kind, const std::string& prefix,
                const std::vector<config::FieldInfo>& fields, report::Result& result) {
  for (const config::FieldInfo& f : fields) {
    if (f.inner.empty()) {
      result.add(row_of_field(kind, prefix, f));
    } else {
      add_fields(kind, prefix + f.key + ".", f.inner, result);
    }
  }
}

int show_all(const Common& common) {
  report::Result result("config", common.seed, {});
  for (const Kind& kind : kinds()) {
    for (const std::string& name : shipped_configs(kind.folder)) {
      result.add({{"row_kind", "shipped"}, {"config", kind.name}, {"name", name}});
    }
    add_fields(kind.name, "", kind.fields, result);
  }
  print(result, common);
  return 0;
}

int show(const Subject& subject, const Common& common) {
  const Document effective = subject.kind.effective(subject.path, common.set);
  if (!common.json) {
    fmt::print("{}\n", effective.dump(2));
    return 0;
  }
  report::Result result("config", common.seed, effective);
  report::Row row = {{"row_kind", "effective"}, {"config", subject.kind.name}};
  row.update(effective);
  result.add(std::move(row));
  if (subject.kind.derived) {
    for (report::Row& one : subject.kind.derived(effective)) result.add(std::move(one));
  }
  print(result, common);
  return 0;
}

int schema(const Subject& subject, const Common& common) {
  if (!common.json) {
    fmt::print("{}\n", subject.kind.schema.dump(2));
    return 0;
  }
  report::Result result("config", common.seed, subject.kind.schema);
  result.add(
      {{"row_kind", "schema"}, {"config", subject.kind.name}, {"schema", subject.kind.schema}});
  print(result, common);
  return 0;
}

int check(const Subject& subject, const Common& common) {
  const Document effective = subject.kind.effective(subject.path, common.set);
  if (subject.kind.derived) subject.kind.derived(effective);  // do the keys fit each other?
  report::Result result("config", common.seed, effective);
  result.add({{"row_kind", "check"},
              {"config", subject.kind.name},
              {"name", subject.word},
              {"valid", true}});
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
  const Subject subject = subject_of(words.subject.empty() ? kinds().front().name : words.subject);
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
                 "A kind (schedule, experiment, system), a shipped configuration, or a file");
  return [words, &common] { return act(*words, common); };
}

}  // namespace

Command config_command() {
  return {"config", "Explain, show and check configurations",
          "  jacquard config show\n"
          "  jacquard config show ladder_fast_optics --set floor=2\n"
          "  jacquard config show moe_alltoall\n"
          "  jacquard config show cosmic_system1 --json\n"
          "  jacquard config schema experiment\n"
          "  jacquard config check my_scheduler.json",
          setup, true};
}

}  // namespace jacquard::cli
