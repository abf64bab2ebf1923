// SPDX-License-Identifier: Apache-2.0
// Requests as they are read, row by row, and what each must hold.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "jacquard/serve/traces/read_requests.hpp"
#include "jacquard/serve/traces/request_form.hpp"

namespace jacquard::serve {

class RequestList {
 public:
  explicit RequestList(const ReadRules& rules) : rules_(rules) {}

  // Throws ConfigError as of read_requests().
  void take(const RequestForm& form, const Fields& row);
  // A key, or a kind of record, that is not looked at.
  void pass_over(const std::string& name) { ++read_.passed_over[name]; }
  void leave_out() { ++read_.failed; }
  // Throws ConfigError at `source` if there is no request.
  RecordedRequests taken(const std::string& source);

 private:
  struct Session {
    std::optional<std::int64_t> last;  // id of the turn before
    std::optional<base::Picoseconds> began;
  };

  base::Picoseconds time(const RequestForm& form, const Fields& row);
  std::optional<base::Picoseconds> delay(const RequestForm& form, const Fields& row) const;
  Request request_of(const RequestForm& form, const Fields& row) const;
  void keep(const RequestForm& form, const Fields& row, Request request);
  void start(const RequestForm& form, const Fields& row, Request request, bool timed);

  ReadRules rules_;
  RecordedRequests read_;
  std::map<std::string, Session> sessions_;
  std::optional<std::int64_t> first_ns_;  // of the first row, where times count from it
  base::Picoseconds last_{0};             // arrival of the row above
  std::int64_t rows_ = 0;                 // kept
};

}  // namespace jacquard::serve
