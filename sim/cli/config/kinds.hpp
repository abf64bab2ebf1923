// SPDX-License-Identifier: Apache-2.0
// What can be configured: each kind by the table that reads it.
#pragma once

#include <functional>
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

// Experiments on parts of the platform, whose files say their kind.
std::vector<ConfigKind> platform_kinds();

// Part of other configurations, or of a command line.
std::vector<ConfigKind> config_kinds_without_files();

}  // namespace jacquard::cli
