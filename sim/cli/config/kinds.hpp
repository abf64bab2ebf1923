// SPDX-License-Identifier: Apache-2.0
// What can be configured: each kind by the table that reads it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {

// A kind of configuration: its table without the struct's type.
struct ConfigKind {
  std::string name;
  std::string folder;  // of configs/
  std::string doc;
  std::function<config::Document()> schema;  // large, so made where it is asked for
  const std::vector<config::FieldInfo>* fields = nullptr;
  // Defaults, then the file (unless ""), then overrides.
  std::function<config::Document(const std::string& path, const std::vector<std::string>& set)>
      effective;
  // What follows from an effective configuration; throws ConfigError where its keys do not fit each
  // other. None: nothing follows.
  std::function<std::vector<report::Printed>(const config::Document& effective)> derived;
};

// A name that stands in several folders is that of the last: tpu_v4 is the device.
std::vector<ConfigKind> config_kinds();

// The system that the word stands for (systems::find_system), such as 8xh100, as a file of its own;
// nothing for another word.
std::optional<ConfigKind> kind_of_system(const std::string& word);

// Experiments on parts of the platform, whose files say their kind.
std::vector<ConfigKind> platform_kinds();

// Part of other configurations, or of a command line.
std::vector<ConfigKind> config_kinds_without_files();

}  // namespace jacquard::cli
