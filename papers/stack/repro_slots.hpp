// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::studies {

// chronos.stack.llama3.loss: Chronos s6's loss, of stacks of whole steps.
std::vector<report::ReproEntry> stack_answers();

}  // namespace jacquard::studies
