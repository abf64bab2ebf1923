// SPDX-License-Identifier: Apache-2.0
// What the scripts of InferenceX's nightly benchmark set on their servers, and tables of its
// measurements do not say: configs/measured/serving_scripts.csv.
#pragma once

#include <optional>
#include <string>

#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// Of a loop as its row has it; nothing or "" where the script leaves the engine's own.
struct ScriptSettings {
  std::string kv_precision;
  std::optional<int> max_batched_tokens;
  std::optional<double> memory_share;
  int batch_wait = 0;
  double batch_wait_share = 0;
};

// A loop of the benchmark, as tables name it.
struct ScriptedLoop {
  std::string engine;
  std::string model;
  std::string device;
  std::string date;  // "2025-10-29"
  int input = 0;
  int output = 0;
  int tp = 1;
  int clients = 1;
};

// Of all lines that apply the last one's cell counts.
ScriptSettings script_settings(const ScriptedLoop& loop);

// Whether the row is of that benchmark: its source is a file with a date, or a dump of its
// database.
bool is_inferencex(const CsvRow& row);

// When a row was measured, else the date in its source; "" where neither is there.
std::string date_of(const CsvRow& row);

}  // namespace jacquard::validate
