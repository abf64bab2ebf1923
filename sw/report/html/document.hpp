// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::report {

// A whole page with our style sheet around `body`, which is HTML; `title` is text.
std::string document(const std::string& title, const std::string& body);

// A picture too wide for a narrow window, which scrolls by itself there; `picture` is an <svg>.
std::string wide(const std::string& picture);

// A figure in a box, with what it counts below; both are HTML.
std::string fact(const std::string& value, const std::string& name);

}  // namespace jacquard::report
