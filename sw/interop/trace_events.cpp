// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/trace_events.hpp"

#include <cstdlib>

namespace jacquard::interop {

std::string exact_microseconds(std::int64_t ps) {
  return fmt::format("{}{}.{:06}", ps < 0 ? "-" : "", std::abs(ps / 1'000'000),
                     std::abs(ps % 1'000'000));
}

TraceEvents::TraceEvents(const std::string& other) : out_("{\"displayTimeUnit\":\"ns\",") {
  if (!other.empty()) add("\"otherData\":{},", other);
  out_ += "\n\"traceEvents\":[\n";
}

void TraceEvents::begin() {
  if (!first_) out_ += ",\n";
  first_ = false;
}

void TraceEvents::metadata(const char* what, int process, int thread, const std::string& args) {
  begin();
  add("{{\"ph\":\"M\",\"pid\":{},", process);
  if (thread != kNoThread) add("\"tid\":{},", thread);
  add("\"name\":\"{}\",\"args\":{{{}}}}}", what, args);
}

void TraceEvents::begin_interval(int process, int thread, const std::string& from_us,
                                 const std::string& duration_us) {
  begin();
  add("{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},", process, thread, from_us,
      duration_us);
}

std::string TraceEvents::take() { return std::move(out_) + (first_ ? "]}\n" : "\n]}\n"); }

}  // namespace jacquard::interop
