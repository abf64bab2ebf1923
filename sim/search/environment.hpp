// SPDX-License-Identifier: Apache-2.0
// Verbs of jacquard as environments of a search: docs/search.md.
#pragma once

#include <memory>

#include "jacquard/search/environment.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::searching {

// What a space's `environment` describes; `space` must outlive it. `fidelity`: one of the space's
// `fidelities`, keys in place of those of `environment`; "" for none. Throws ConfigError at its
// place in the space's file.
std::unique_ptr<search::Environment> make_environment(const search::Space& space,
                                                      const std::string& fidelity = "");

}  // namespace jacquard::searching
