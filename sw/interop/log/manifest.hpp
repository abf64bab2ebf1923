// SPDX-License-Identifier: Apache-2.0
// manifest.json of a folder of logs.
#pragma once

#include <string>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

inline constexpr const char* kManifest = "manifest.json";

// Everything but the calls; files are named as in the folder. Throws ConfigError for another format
// or version, and for groups and classes that are no sets of ranks. Throws it for a rank of no
// class or of two, and for peers that are not of every rank of their class.
Log parse_manifest(const config::Json& json, const std::string& folder);

config::Document show_manifest(const Log& log);

}  // namespace jacquard::interop
