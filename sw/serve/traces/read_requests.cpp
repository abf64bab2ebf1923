// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/read_requests.hpp"

#include "jacquard/serve/traces/append_request.hpp"

namespace jacquard::serve {

RecordedRequests read_requests(const std::string& path, const RequestLimit& limit) {
  return read_requests(demand::file_input(path), limit);
}

RecordedRequests read_requests(const demand::Input& input, const RequestLimit& limit) {
  std::string_view first;
  bool objects = false;
  {
    demand::LineReader lines(input);
    while (lines.next(first) && first.find_first_not_of(" \t") == std::string_view::npos) {
    }
    const std::size_t begin = first.find_first_not_of(" \t");
    objects = begin != std::string_view::npos && first[begin] == '{';
  }
  return objects ? read_request_objects(input, limit) : read_request_table(input, limit);
}

}  // namespace jacquard::serve
