// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/read_requests.hpp"

#include "jacquard/serve/traces/request_files.hpp"
#include "jacquard/serve/traces/request_form.hpp"

namespace jacquard::serve {
namespace {

// Numbers and times alone.
bool nameless(std::string_view line) {
  return line.find_first_not_of(" \t,.:+-TZ0123456789") == std::string_view::npos;
}

}  // namespace

RecordedRequests read_requests(const std::string& path, const ReadRules& rules) {
  return read_requests(demand::file_input(path), rules);
}

RecordedRequests read_requests(const demand::Input& input, const ReadRules& rules) {
  std::string_view first;
  demand::LineReader lines(input, kJsonLines);
  std::size_t begin = std::string_view::npos;
  while (begin == std::string_view::npos && lines.next(first)) {
    begin = first.find_first_not_of(" \t");
  }
  if (begin != std::string_view::npos) {
    if (first[begin] == '{' || first[begin] == '[') return read_request_objects(input, rules);
    if (nameless(first)) lines.here().fail(kHeaderExpected, "numbers");
  }
  return read_request_table(input, rules);
}

}  // namespace jacquard::serve
