// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/cell_library.hpp"

#include <cstdlib>
#include <filesystem>

#include "jacquard/base/error.hpp"

namespace jacquard::synth {

CellLibrary osu180() {
  CellLibrary library{"OSU 180 nm", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib", "BUFX4",
                      "DFFPOSX1"};
  if (const char* chosen = std::getenv("JACQUARD_LIBERTY")) library.liberty = chosen;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(library.liberty, ignored)) {
    throw base::ConfigError({library.liberty, "", "the OSU 180 nm cell library", "no such file",
                             "apt-get install qflow-tech-osu018, or set JACQUARD_LIBERTY"});
  }
  return library;
}

}  // namespace jacquard::synth
