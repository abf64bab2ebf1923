// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/config/kinds.hpp"

namespace jacquard::cli {

// What a word stands for: a kind alone, or a file of one.
struct ConfigSubject {
  ConfigKind kind;
  std::string path;  // "" for the kind's defaults
  std::string word;  // as the user gave it
};

// The kind of that name, the shipped configuration, or the file, of the kind that has most of its
// keys. Throws ConfigError for a word that is none of them.
ConfigSubject subject_of(const std::string& word);

}  // namespace jacquard::cli
