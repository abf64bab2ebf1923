// SPDX-License-Identifier: Apache-2.0
// Answers to the numbers of COSMIC, each with its arithmetic in the remark.
#pragma once

#include <cstdint>

#include "papers/published/answers.hpp"

namespace jacquard::report {

// Ways to write 2^exponent as an ordered product of `factors` powers of two, each 2^least ..
// 2^most.
std::int64_t power_of_two_products(int exponent, int factors, int least, int most);

Answer cosmic_parallelisms(const Question& question);  // s3.2: DP x PP x SP x TP = 1,024
Answer cosmic_table1(const Question& question);        // Table 1: points of the whole space
Answer cosmic_table3(const Question& question);        // Table 3: our shipped systems, their cost

}  // namespace jacquard::report
