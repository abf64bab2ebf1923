// SPDX-License-Identifier: Apache-2.0
// A timeline of Chrome trace events, as the page takes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jacquard::view {

// JSON of {"lanes", "names", "categories", "details", "spans", "from_ps", "left_out"}. Spans are
// columns of equal length, sorted by lane and beginning: "lane", "begin" (picoseconds after the
// span before it in its lane), "length" (picoseconds), and places in names, categories and details
// (-1: none). Of more than `most` spans the longest are taken. Complete ("X") events are spans;
// metadata names their lanes. Throws ConfigError naming `source` for anything but trace events.
std::string timeline_json(std::string_view trace, const std::string& source, std::size_t most);

}  // namespace jacquard::view
