// SPDX-License-Identifier: Apache-2.0
// A question that somebody asks of a fabric, and what commands of ours answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "papers/findings2026/answers.hpp"

namespace jacquard::studies::findings2026 {

// A command without the program's name. No word of it has a blank.
struct Run {
  std::string name;
  std::string line;
};

enum class Verdict { holds, fails, depends };
const char* name_of(Verdict verdict);

struct Table {
  std::string heading;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Answer {
  double at_a = 0;  // the key figure at each fidelity
  double at_b = 0;
  Verdict verdict = Verdict::depends;
  std::string words;
  std::vector<Table> tables;
  report::LineChart chart;
};

struct Finding {
  int number;
  const char* title;
  const char* question;
  const char* who;    // asks: a paper or a product
  const char* claim;  // in our words
  const char* read;   // what we know the claim from
  const char* figure;
  std::optional<double> claimed;  // of the figure, where a number is claimed
  const char* fidelity_a;
  const char* fidelity_b;
  const char* change;  // what would change the answer
  std::vector<Run> (*runs)(bool quick);
  Answer (*answer)(const Answers& answers);
};

// In the order of their numbers, which count from 1.
const std::vector<Finding>& findings();

// Throws ConfigError, naming `option`, for what is no list of such numbers.
std::vector<Finding> chosen_findings(const std::string& list, const std::string& option);

}  // namespace jacquard::studies::findings2026
