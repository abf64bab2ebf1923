// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace jacquard::cli {

// What a run that failed has made itself goes again if nothing was finished. A journal that was
// there before is somebody's work, and so is one with results: a killed worker or a full disk are
// no reason to lose them.
int or_leave_nothing(const std::string& journal_path,
                     const std::function<int(bool& finished_any)>& act);

}  // namespace jacquard::cli
