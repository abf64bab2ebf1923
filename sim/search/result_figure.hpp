// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::searching {

// A figure of a result: of a key in the rows that match. "time_ps" is that of the first row which
// has the key; {"key": "time_ps", "where": {"row_kind": "run"}, "of": "max"} is the largest of
// those whose other keys are so. `of`: first, last, min, max, sum or mean.
class ResultFigure {
 public:
  // Throws ConfigError at `place` for another form.
  static ResultFigure read(const config::Json& json, const config::Place& place);

  // Nothing where no row that matches has the key as a number.
  std::optional<double> of(const config::Json& result) const;
  const std::string& key() const { return key_; }

 private:
  std::string key_;
  config::Json where_ = config::Json::object();
  std::string of_ = "first";
};

}  // namespace jacquard::searching
