// SPDX-License-Identifier: Apache-2.0
// Answers to what the papers of the circuit schedulers claim, on sparse demands of our generator.
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::report {

Answer solstice_utilization(const Question& question);  // Liu et al., CoNEXT 2015
Answer solstice_over_optimal(const Question& question);
Answer eclipse_share(const Question& question);  // Bojja Venkatakrishnan et al., SIGMETRICS 2016

}  // namespace jacquard::report
