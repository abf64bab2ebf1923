// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::view {

// A page with these documents (document_json()) that stands alone: scripts, style and data are in
// it, and it asks for nothing. `comparisons`: [{"a", "b", "sentence", "rows"}] of places in
// documents. Equal documents give equal bytes.
std::string page(const std::vector<std::string>& documents, const std::string& comparisons = "[]");

// The same of a server, which hands out the data: JSON as page() has it.
std::string page_of_server();
std::string data_json(const std::vector<std::string>& documents, const std::string& comparisons);

// level: 1 (fast) to 9.
std::string gzip(const std::string& text, int level = 9);

}  // namespace jacquard::view
