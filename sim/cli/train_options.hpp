// SPDX-License-Identifier: Apache-2.0
// A job on the command line: JOB or MODEL, and an option for each key of a job.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/interop/recipes/recipe.hpp"
#include "sim/cli/config_options.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::cli {

struct TrainOptions {
  std::string input;  // JOB or MODEL, as given
  std::string model;
  std::string system;
  std::string placement;
  std::string overlap;
  std::vector<std::string> texts;  // by field of train::train_fields()
  struct Key {
    std::size_t field = 0;
    Option option;
  };
  std::vector<Key> options;
};

std::shared_ptr<TrainOptions> add_train_options(Arguments& app);

struct TrainJob {
  train::TrainConfig config;
  train::JobPlaces places;
  bool usual_batch = false;                             // nobody said a batch
  bool usual_degrees = false;                           // nor how the model is spread
  bool usual_engine = false;                            // nor by which engine
  std::optional<interop::recipes::Recipe> recipe = {};  // that INPUT is
};

// --system, --set and an option for each key, over what a file says.
void take_options(const TrainOptions& options, const Common& common, TrainJob& job);
// Throws ConfigError where neither the file nor an option has a word of the system.
void require_system(bool in_file, const train::JobPlaces& places);

// The job of a file (a recipe of a training framework too) or a shipped name, or the defaults with
// the model that INPUT names; then --set and the options. A step of training for which nobody says
// a batch has the usual one. Throws ConfigError naming file or option.
TrainJob resolve_train(const TrainOptions& options, const Common& common);

}  // namespace jacquard::cli
