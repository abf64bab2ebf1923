// SPDX-License-Identifier: Apache-2.0
// Answers to the numbers of Chronos (HotNets '25), each with its arithmetic in the remark.
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::report {

Answer llama3_transfer(const Question& question);       // s6: lowest b/c of Table 1
Answer llama3_loss(const Question& question);           // s6: throughput lost to t_max and t_x
Answer slot_400g_duration(const Question& question);    // s6: T over 200 m links
Answer slot_400g_efficiency(const Question& question);  // s6: its efficiency
Answer mems_transfer(const Question& question);         // s6: b for 75 % with t_x = 1 ms
Answer table2_maximum(const Question& question);        // Table 2, timed here
Answer table2_maximal(const Question& question);
Answer moe_top4_share(const Question& question);      // s8.1, of the calibrated generator
Answer interruption_mtbf(const Question& question);   // s7: 54 days over 419 interruptions
Answer interruption_count(const Question& question);  // s7: do count, days and MTBF agree?
Answer interruption_days(const Question& question);
Answer interruption_share(const Question& question);  // s7: is it a whole number of 419?

}  // namespace jacquard::report
