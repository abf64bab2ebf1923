// SPDX-License-Identifier: Apache-2.0
// Logs written in a test.
#pragma once

#include <string>
#include <vector>

#include "support/folder.hpp"

namespace jacquard::tb {

// A folder with a plain log: the calls of each rank.
inline void write_plain(const Folder& folder, const std::vector<std::string>& calls) {
  for (std::size_t rank = 0; rank < calls.size(); ++rank) {
    folder.file("rank_" + std::to_string(rank) + ".json", "[" + calls[rank] + "]");
  }
}

// With a manifest: {"world_size": ..., ...} without format and version.
inline void write_log(const Folder& folder, const std::string& manifest,
                      const std::vector<std::string>& files) {
  folder.file("manifest.json", R"({"format": "jacquard-log", "version": 1, )" + manifest + "}");
  for (std::size_t c = 0; c < files.size(); ++c) {
    folder.file("class_" + std::to_string(c) + ".jsonl", files[c]);
  }
}

// Two ranks, each with a file of its own, and a group "pair" of both.
inline void write_pair(const Folder& folder, const std::string& first, const std::string& second) {
  write_log(folder, R"("world_size": 2, "groups": [{"id": 1, "name": "pair", "ranks": [0, 1]}],
    "classes": [{"representative": 0, "ranks": [0], "file": "class_0.jsonl"},
                {"representative": 1, "ranks": [1], "file": "class_1.jsonl"}])",
            {first, second});
}

}  // namespace jacquard::tb
