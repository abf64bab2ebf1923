// SPDX-License-Identifier: Apache-2.0
// JSON documents that are too large to hold: one long list, and a little beside it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::config {

// What to do with the elements of the list, each an object.
struct JsonElements {
  // Told each text that stands in an element itself, in the order of the file; false: the element
  // is passed over, and costs no more than its letters.
  std::function<bool(const std::string& key, const std::string& text)> wanted;
  // Given each other element, and its place in the list.
  std::function<void(const Json& element, std::size_t place)> take;
};

// Reads one document, of any size, from `read`, which fills a block with the next bytes and returns
// how many (0 at the end). The elements of the list at the key `list` of the outermost object go to
// `elements`, and are dropped; those that are no objects are passed over. All else is returned, the
// list being empty. Of a key that comes twice the last counts. Throws ConfigError with the line for
// a syntax error, for nesting beyond JsonLimits, and for a document that ends too early.
Json read_json_list(const std::function<std::size_t(char*, std::size_t)>& read,
                    const std::string& source, const std::string& list,
                    const JsonElements& elements);

}  // namespace jacquard::config
