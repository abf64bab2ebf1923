// SPDX-License-Identifier: Apache-2.0
// JSON documents that are too large to hold: one long list, and a little beside it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::config {

// Reads one document, of any size, from `read`, which fills a block with the next bytes and returns
// how many (0 at the end). Each element of the list that stands at the key `list` of the outermost
// object goes to `take`, with its place in the list, and is dropped. All else is returned, the list
// being empty. Of a key that comes twice the last counts. Throws ConfigError with the line for a
// syntax error, and for a document that ends too early.
Json read_json_list(const std::function<std::size_t(char*, std::size_t)>& read,
                    const std::string& source, const std::string& list,
                    const std::function<void(const Json&, std::size_t)>& take);

}  // namespace jacquard::config
