// SPDX-License-Identifier: Apache-2.0
// The numbers the papers print, as configs/papers/published.json lists them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::report {

struct PublishedNumber {
  std::string id;      // "chronos.slot.llama3.loss"; "id/key" for one key of a dictionary
  config::Json value;  // a number mostly; text, a list, or an object where the paper gives such
  std::string unit;
  std::string kind;                 // exact | model | shape | machine
  std::string compare;              // "=", "<", "<=", ">=", "shape"
  std::optional<double> tolerance;  // relative; absent where the kind does not need one
};

struct Parallelism {  // a row of Chronos Table 1
  int tensor_parallel;
  int data_parallel;
};

struct Published {
  std::vector<PublishedNumber> numbers;  // in the order of the file
  std::vector<Parallelism> llama3_405b;
};

// Throws ConfigError with the pointer of what is missing or of the wrong type.
Published read_published(const std::string& path);

// Those whose id is `id`, or begins with it followed by '.' or '/'; all for "". Throws ConfigError
// with the nearest id if there is none.
std::vector<PublishedNumber> select(const Published& published, const std::string& id);

// Half a unit in the last place that `printed` shows: .0005 for 0.084, .5 for 109.
double half_a_printed_unit(const config::Json& printed);

}  // namespace jacquard::report
