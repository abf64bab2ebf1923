// SPDX-License-Identifier: Apache-2.0
#include "sim/search/environment.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_object.hpp"
#include "sim/search/train_environment.hpp"
#include "sim/search/verb_environment.hpp"

namespace jacquard::searching {

std::unique_ptr<search::Environment> make_environment(const search::Space& space,
                                                      const std::string& fidelity) {
  const config::Place place = space.place() / "environment";
  config::Json description = space.environment();
  if (!description.is_object()) place.fail("an object", config::brief(description));
  if (!fidelity.empty()) {
    const config::Json& patches = space.fidelities();
    if (!patches.is_object() || !patches.contains(fidelity)) {
      (space.place() / "fidelities").fail("a fidelity of this name", "none '" + fidelity + "'");
    }
    if (description.value("verb", "") == "train") {
      description["base"].merge_patch(patches[fidelity]);
    } else {
      description.merge_patch(patches[fidelity]);
    }
  }
  const std::string verb = description.value("verb", "");
  if (verb == "train") return train_environment(space, description, place);
  static const std::vector<std::string> kPrograms = {"collective", "gemm",  "genstack", "plan",
                                                     "schedule",   "serve", "simulate"};
  if (std::find(kPrograms.begin(), kPrograms.end(), verb) != kPrograms.end()) {
    return verb_environment(space, description, place);
  }
  std::vector<std::string> known = kPrograms;
  known.emplace_back("train");
  base::throw_unknown_name(place.source + (place / "verb").where, "a verb", verb, known);
}

}  // namespace jacquard::searching
