// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace jacquard::base {

// A path that starts the running program once more.
std::string running_program();

// The folder that holds its file. Empty where the system does not say it.
std::filesystem::path running_program_folder();

}  // namespace jacquard::base
