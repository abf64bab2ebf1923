// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace jacquard::base {

// read_file into memory that the caller keeps: a thousand files one after the other cost one of
// them. (Mapped, a file that somebody shortens meanwhile would end the program.)
void read_file_into(std::string& buffer, const std::string& path,
                    std::size_t largest_bytes = std::size_t{1} << 30);

}  // namespace jacquard::base
