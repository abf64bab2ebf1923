// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "jacquard/demand/line_reader.hpp"

namespace jacquard::serve {

// The values of a JSON text one at a time: the elements of a list, or values one behind the other,
// each on one line or on several.
class JsonValues {
 public:
  explicit JsonValues(const demand::Input& input);

  // The text of the next value, not yet parsed. False at the end. Throws ConfigError for what
  // stands between the elements of a list in place of a comma, and for values beyond a GiB.
  bool next(std::string& text);
  std::size_t line_number() const { return began_; }  // where the value begins, from 1

 private:
  bool to_next_character();  // false at the end of the text
  bool after_comma();        // in a list; false at its end
  void take_scalar(std::string& text);
  void take_nested(std::string& text);

  demand::LineReader lines_;
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t began_ = 0;
  bool list_ = false;
  std::size_t values_ = 0;
};

}  // namespace jacquard::serve
