// SPDX-License-Identifier: Apache-2.0
// Colours of tables for a terminal.
#pragma once

#include <string>

namespace jacquard::report {

// While one lives, tables that this thread writes have colours. A table for a page or a file is
// written without one.
class Colours {
 public:
  explicit Colours(bool wanted);
  ~Colours();
  Colours(const Colours&) = delete;
  Colours& operator=(const Colours&) = delete;

 private:
  bool before_;
};

// Bold where there are colours, else as it is; without the spaces at its ends.
std::string in_bold(const std::string& text);

// A cell, perhaps with spaces about it, of the column `heading`: verdicts are green or red.
std::string in_colour(const std::string& heading, const std::string& cell);

}  // namespace jacquard::report
