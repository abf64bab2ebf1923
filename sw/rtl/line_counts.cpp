// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/line_counts.hpp"

#include <sstream>

#include "jacquard/base/error.hpp"

namespace jacquard::rtl {
namespace {

// "C '^Akey^Bvalue^Akey^Bvalue' count"
std::map<std::string, std::string> fields_of(const std::string& point) {
  std::map<std::string, std::string> fields;
  std::istringstream text(point);
  std::string field;
  while (std::getline(text, field, '\x01')) {
    const std::size_t split = field.find('\x02');
    if (split != std::string::npos) fields[field.substr(0, split)] = field.substr(split + 1);
  }
  return fields;
}

}  // namespace

void add_line_counts(const std::string& coverage, LineCounts& counts) {
  std::istringstream text(coverage);
  std::string line;
  bool any = false;
  while (std::getline(text, line)) {
    const std::size_t open = line.find('\''), close = line.rfind('\'');
    if (line.rfind("C ", 0) != 0 || open == close) continue;
    auto fields = fields_of(line.substr(open + 1, close - open - 1));
    LinePoint point;
    point.file = fields["f"];
    point.line = std::stoi("0" + fields["l"]);
    point.what = fields["o"] + (fields.count("S") != 0 ? " " + fields["S"] : "");
    point.column = fields["n"];
    point.module = fields["page"].substr(fields["page"].find('/') + 1);
    counts[point] += std::stoll("0" + line.substr(close + 2));
    any = true;
  }
  if (!any) throw base::ConfigError({"lines.dat", "", "points of coverage", "none", ""});
}

}  // namespace jacquard::rtl
