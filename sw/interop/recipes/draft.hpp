// SPDX-License-Identifier: Apache-2.0
// A recipe while it is read: values by their pointers in a job, those below /x not yet made keys.
#pragma once

#include "jacquard/interop/recipes/recipe.hpp"

namespace jacquard::interop::recipes {

struct Draft : Recipe {
  const config::Json* find(const std::string& ours) const;  // null where the file says nothing
  bool has(const std::string& ours) const { return find(ours) != nullptr; }
  int number(const std::string& ours, int otherwise) const;
  bool flag(const std::string& ours, bool otherwise = false) const;
  std::string text(const std::string& ours, const std::string& otherwise = "") const;
  // A list of words, or one with commas.
  std::vector<std::string> words(const std::string& ours) const;
  config::Json& at(const std::string& ours) { return job[config::Json::json_pointer(ours)]; }
  config::Place place(const std::string& ours) const;
};

// What is said of the model becomes "model", of the rest "parallel", "batch", "type" and so on.
void complete_model(Draft& draft);
void complete_parallel(Draft& draft, int npus);  // after the model

}  // namespace jacquard::interop::recipes
