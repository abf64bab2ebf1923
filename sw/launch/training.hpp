// SPDX-License-Identifier: Apache-2.0
// A step of training as the settings of a framework that trains.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/recipes/key.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::launch {

using interop::recipes::Framework;

struct Training {
  Framework framework = Framework::megatron;
  int nodes = 1;
  int npus_of_node = 1;
  std::vector<std::pair<std::string, config::Json>> settings;  // "section.name", in their order
  // What the framework cannot run: the source is our key. --launch refuses it, a plan notes it.
  std::vector<base::InputFault> refused;
  std::vector<std::string> notes;

  // torchrun with every setting as an option; of nemo too, whose program takes them so.
  std::string line() const;
  // As people keep it: a script, YAML of Megatron-Bridge, TOML; and the name for it.
  std::string file() const;
  const char* file_name() const;
};

// By the table of interop/recipes; a recipe that is read has the same strategy. `node`: NPUs of a
// node, 0 if not known. Data, tokenizer and learning rates are of none.
Training write_training(const workload::StepRequest& request, int node, Framework framework);

// "megatron", "nemo", "torchtitan". Throws ConfigError at --launch, naming them.
Framework framework_of(const std::string& word);

// Throws ConfigError for the first that the framework cannot run.
void require_runs(const Training& training);

}  // namespace jacquard::launch
