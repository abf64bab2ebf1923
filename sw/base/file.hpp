// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace jacquard::base {

// Whole contents of `path`; a shipped "configs/..." is found from any folder. Throws ConfigError if
// the file cannot be read, is a directory, or is larger than `largest_bytes` (named in the
// message).
std::string read_file(const std::string& path, std::size_t largest_bytes = std::size_t{1} << 30);

// Replaces `path` with `contents`: written aside, flushed, then renamed, so a reader or a crash
// never sees half of it; a pipe or a device is written to. Creates missing parent folders. Throws
// ConfigError naming the path on failure.
void write_file(const std::string& path, std::string_view contents);

}  // namespace jacquard::base
