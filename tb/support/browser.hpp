// SPDX-License-Identifier: Apache-2.0
// Opens pages as a reader does, in a Chromium without a window.
#pragma once

#include <string>
#include <vector>

namespace jacquard::tb {

// The name of a Chromium on PATH, "" if there is none.
std::string browser();

struct Opened {
  std::string document;                 // the page after it was loaded, as HTML
  std::vector<std::string> complaints;  // lines of the browser's console
};

// Requires a browser(). `path` is absolute.
Opened open_in_browser(const std::string& path);

}  // namespace jacquard::tb
