// SPDX-License-Identifier: Apache-2.0
// Who sends to whom, setting after setting: each circuit a thread from its sender to its receiver.
#pragma once

#include <string>

#include "jacquard/report/stack/loom.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

inline constexpr int kMostThreads = 64;   // ports of the picture
inline constexpr int kMostSettings = 12;  // columns of it

// SVG: the settings of channel 0 in `window`, at most kMostSettings. It shows all ports, or the
// first ports of up to four actors that follow each other. A thread to a port that is not in the
// picture ends half way. "" where nothing is sent.
std::string threads(const stack::Stack& stack, const stack::Routes& routes, SlotWindow window);

}  // namespace jacquard::report
