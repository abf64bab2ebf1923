// SPDX-License-Identifier: Apache-2.0
// Who writes requests under which names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/serve/traces/fields.hpp"

namespace jacquard::serve {

// Columns of a table, or keys of an object. Empty: the form has none.
struct RequestForm {
  std::string whose;               // "Vidur's"
  std::string key;                 // that no form above has
  std::string time;                // of the arrival
  std::int64_t per_second = 1;     // units of times and delays; kStamp: "2023-11-16 18:17:03"
  bool since_first = false;        // the first request arrives at 0
  bool texts = false;              // lengths are of characters_per_token
  std::string input, output;       // tokens
  std::string ids;                 // of the prompt's blocks
  int block = 512;                 // tokens of each
  std::string session;             // which requests are turns of one
  std::vector<std::string> delay;  // from the end of the turn before; any of them
  std::string id;
  std::string one;                  // holds 1 in every row
  std::vector<std::string> others;  // without effect on a server
};

inline constexpr std::int64_t kStamp = 0;

// The form of which the row has the key. Throws ConfigError naming the keys there are.
const RequestForm& request_form(const Fields& row);

bool knows(const RequestForm& form, const std::string& key);

// "expected ... such as" of a file without names.
extern const char* const kHeaderExpected;

}  // namespace jacquard::serve
