// SPDX-License-Identifier: Apache-2.0
// Jobs that people have for Megatron-LM, torchtitan, NeMo and Megatron-Bridge, as ours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/recipes/settings.hpp"

namespace jacquard::interop::recipes {

struct Recipe {
  Framework framework = Framework::megatron;
  config::Json job;                // keys of a job: model, parallel, batch, sequence, type, ...
  std::vector<std::string> notes;  // what a job cannot say, and what was assumed
  std::string file;
  std::map<std::string, config::Place> places;  // of the file, by pointer in the job

  // The same fault, where the file says the key.
  base::ConfigError in_its_words(const base::ConfigError& error) const;
};

// `npus`: of the system; 0: as many as the file says; -1: as its degrees multiply to. Throws
// ConfigError naming the file's key for a value that a framework would not take, degrees that do
// not divide the NPUs, and a model without sizes and known name.
Recipe read_recipe(const std::string& file, int npus);

}  // namespace jacquard::interop::recipes
