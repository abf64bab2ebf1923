// SPDX-License-Identifier: Apache-2.0
// Measured training steps of others: docs/train.md has the table's columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "sim/validate/validation.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::validate {

struct TrainingData {
  train::TrainConfig job;
  config::Place place;  // its line
  std::string device;   // as the table calls it
  std::string type;     // of products, likewise
  std::optional<double> seconds;
  std::optional<double> memory_bytes;  // allocated peak, of the GPU that needs most
};

// Throws ConfigError naming the file, the line and the column.
std::vector<TrainingData> read_training_data(const std::string& path);
// The same fault at the column that a key of the job came from.
base::ConfigError at_column(const base::ConfigError& error, const config::Place& place);

// Whether the file's header has measured_step_s or measured_memory_bytes.
bool is_training_data(const std::string& path);

void run_training_data(const Options& options, const TakeRow& take);
std::vector<report::RowKind> training_data_rows();

}  // namespace jacquard::validate
