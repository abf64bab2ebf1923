// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::report {

// Multiples of 1, 2 or 5 times a power of ten within low..high, ascending: as many as there can be
// up to `most` steps. Requires low < high.
std::vector<double> round_ticks(double low, double high, int most);

// Times in one unit, that of the longest: "0", "50 us", "100 us".
std::vector<std::string> time_names(const std::vector<double>& times_ps);

// About how wide a text is drawn, in pixels; `em` is the size of its letters.
double text_width(const std::string& text, double em);

// The text in lines of at most `width` pixels, broken at spaces where there are any.
std::vector<std::string> wrapped(const std::string& text, double width, double em);

}  // namespace jacquard::report
