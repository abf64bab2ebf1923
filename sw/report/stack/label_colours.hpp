// SPDX-License-Identifier: Apache-2.0
// A colour for each kind of parallelism, the same in all pictures of a stack.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/html/picture.hpp"

namespace jacquard::report {

// Okabe and Ito's, which all kinds of colour vision tell apart on light and dark pages. From the
// eighth label on they repeat.
Colour label_colour(int label);

// The same for drawings: rgb(), which stays as it is in the dark, as bitmaps do.
std::string label_css(int label);

// Names with their colours, HTML; and what `more` says, HTML too.
std::string label_legend(const std::vector<std::string>& labels, const std::string& more);
std::string swatch(const std::string& css_colour, const std::string& name);

}  // namespace jacquard::report
