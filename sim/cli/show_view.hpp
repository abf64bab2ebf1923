// SPDX-License-Identifier: Apache-2.0
// --view: what a verb leaves in a folder, as a page that a browser opens.
#pragma once

#include <string>
#include <vector>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// "out/view/VERB", emptied of what an earlier --view left there.
std::string fresh_view_folder(const std::string& verb);

// Writes `page` to `path`, says so, and opens it where there is a display.
void show_page(const std::string& page, const std::string& path);

// Where there is a display and someone at it.
void open_in_browser(const std::string& address);

// FOLDER/view.html of what the verb has left in its folder.
void show_view(const Common& common);

// The command without what changes how it is answered and not what: --json, --out, --view, --quiet.
std::string question_of(const std::vector<std::string>& words);

}  // namespace jacquard::cli
