// SPDX-License-Identifier: Apache-2.0
#include "sim/search/measured_text.hpp"

#include <cmath>
#include <limits>

namespace jacquard::searching {

using config::Document;

config::Document as_json(const search::Measured& measured) {
  Document values = Document::array();
  for (const double value : measured.metrics) {
    if (std::isfinite(value)) {
      values.push_back(value);
    } else {
      values.push_back(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    }
  }
  return {{"why_not", measured.why_not}, {"metrics", std::move(values)}};
}

search::Measured measured_of(const Document& json) {
  search::Measured measured;
  measured.why_not = json.at("why_not").get<std::string>();
  for (const Document& value : json.at("metrics")) {
    measured.metrics.push_back(value.is_number() ? value.get<double>()
                                                 : std::stod(value.get<std::string>()));
  }
  return measured;
}

}  // namespace jacquard::searching
