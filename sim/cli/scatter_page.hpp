// SPDX-License-Identifier: Apache-2.0
// "Is this believable?": our numbers against published ones, as a page.
#pragma once

#include <string>
#include <vector>

namespace jacquard::cli {

struct ComparedNumber {
  std::string panel;    // numbers of one panel share its axes
  std::string verdict;  // its colour
  std::string name;     // in its tooltip
  double published = 0;
  double ours = 0;
};

struct ScatterPage {
  std::string title;
  std::string intro;  // HTML
  std::string command;
  std::vector<std::string> verdicts;  // in the order of the legend
  std::vector<ComparedNumber> numbers;
  std::string rest;  // HTML below the panels
};

// A panel for each name: ours over published, both by logarithm, with the line on which they are
// equal. Numbers that are not above 0 are counted below their panel and not drawn.
std::string scatter_page(const ScatterPage& page);

// "within 10 %", "within 30 %" or "further off".
std::string verdict_of_error(double error);
const std::vector<std::string>& verdicts_of_errors();

}  // namespace jacquard::cli
