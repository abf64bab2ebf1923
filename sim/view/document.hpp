// SPDX-License-Identifier: Apache-2.0
// What --out or --json left, read for the page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace jacquard::view {

// A page that stands alone is to stay small; a server hands out what it has.
struct Limits {
  std::size_t spans = 100'000;  // of a timeline
  std::size_t picture = std::size_t{1} << 20;
  std::size_t table = std::size_t{32} << 20;  // 100,000 evaluations of a search have 22 MB
};

// JSON of {"name", "results", "timelines", "schedules", "tables", "pictures", "notes"} for a file
// or a folder ("-": standard input). Files of a folder are taken in the order of their names, not
// those of its folders; what they are is told by their contents. `notes` say what was left out.
// Throws ConfigError where nothing of ours is there.
std::string document_json(const std::string& path, const Limits& limits = {});

}  // namespace jacquard::view
