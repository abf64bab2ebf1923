// SPDX-License-Identifier: Apache-2.0
// The calls of all ranks of a training step, as a folder of logs has them (docs/genstack_log.md).
// Ranks that do the same in groups of their own are one class, logged once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/log/call.hpp"

namespace jacquard::interop {

struct LogGroup {
  std::string name;
  // Groups of one family play the same role side by side: no rank is in two of them. "": the group
  // is its own.
  std::string family;
  std::vector<int> ranks;  // in the order of the group
};

struct LogClass {
  int representative = 0;  // whose calls these are
  std::vector<int> ranks;
  // For each rank to which the representative sends, or from which it receives, that of each of
  // `ranks`.
  std::map<int, std::vector<int>> peers;
  std::string file;  // as errors name it
  // Of ranks that logged the same by themselves (merge_classes.hpp).
  std::map<int, std::string> files = {};
  std::vector<LogCall> calls;

  const std::string& file_of(int rank) const {
    const auto own = files.find(rank);
    return own == files.end() ? file : own->second;
  }
};

struct Log {
  std::string source;  // the folder
  std::string producer;
  std::string script;
  int ranks = 0;
  std::map<int, LogGroup> groups;  // by number, from 1; 0 is all ranks
  std::vector<LogClass> classes;
};

// A folder with manifest.json; or with a JSON list of calls for each rank (Chronos s5.1) in files
// that end in the number of their rank: rank_0.json, rank_1.json; or the same as lines (.jsonl).
// Every line is checked on its own; check_log() checks them against each other.
// Throws ConfigError naming file and line, or the rank that is missing or there twice.
Log read_log(const std::string& folder);

// Writes a new or empty folder: manifest.json and a file for each class. Nothing is left half done.
// Throws ConfigError for a folder that has files, or that cannot be made.
void write_log(const Log& log, const std::string& folder);

}  // namespace jacquard::interop
