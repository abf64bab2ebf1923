// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

// The plan run backwards: what waited for something goes before it. Nodes of an actor, and rounds
// of a template, are in reversed order; calls and templates keep their numbers.
Plan reversed(const Plan& plan);

}  // namespace jacquard::stack
