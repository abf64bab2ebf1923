// SPDX-License-Identifier: Apache-2.0
// What --find tried, as a picture.
#pragma once

#include <string>
#include <vector>

#include "jacquard/serve/slo.hpp"
#include "sim/serve/find.hpp"

namespace jacquard::serve {

struct FindPicture {
  std::string title;
  std::string at;               // what TriedRun::at counts
  std::vector<TriedRun> tried;  // in any order
  double found = 0;             // on the same axis
};

// A line for each layout: the share of requests that keep the limits, and the share that is to.
std::string find_picture(const FindPicture& picture, const Slo& slo);

// The same as a page below the answer's sentence, with a table of what was found.
std::string find_page(const std::string& sentence, const FindPicture& picture, const Slo& slo,
                      const std::vector<LayoutRow>& rows, const std::string& command);

}  // namespace jacquard::serve
