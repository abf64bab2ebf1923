// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <systemc>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::systemc {

inline constexpr int kMostPorts = 256;  // of a core (schedule::CoreShape)

// One value per port of a core, or several, as the value of a SystemC signal. Held in place, so
// that a signal changes without allocation and what a trace points at stays where it is.
template <class T, int kMost = kMostPorts>
class PerPort {
 public:
  PerPort() = default;  // of no ports: a signal that is given no initial value
  explicit PerPort(int ports, T value = T()) : ports_(ports) {
    JQ_CHECK(ports >= 0 && ports <= kMost, "a core has at most 256 ports");
    std::fill_n(values_.begin(), ports, value);
  }
  explicit PerPort(const std::vector<T>& values) : PerPort(static_cast<int>(values.size())) {
    std::copy(values.begin(), values.end(), values_.begin());
  }
  // Of its ports alone: a signal's value is copied each time that it is written.
  PerPort(const PerPort& o) : ports_(o.ports_) { copy(o); }
  PerPort& operator=(const PerPort& o) {
    ports_ = o.ports_;
    copy(o);
    return *this;
  }

  int ports() const { return ports_; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + ports_; }

  bool operator==(const PerPort& o) const { return std::equal(begin(), end(), o.begin(), o.end()); }

 private:
  void copy(const PerPort& o) {
    if (this != &o) std::copy(o.begin(), o.end(), values_.begin());
  }

  int ports_ = 0;
  std::array<T, static_cast<std::size_t>(kMost)> values_{};
};

// The rows of a demand that a core takes in a clock, one after the other.
using LoadRows = PerPort<std::uint32_t, schedule::kMostRowsPerClock * kMostPorts>;

template <class T, int kMost>
std::ostream& operator<<(std::ostream& out, const PerPort<T, kMost>& values) {
  out << '[';
  for (const T& value : values) out << (&value == values.begin() ? "" : " ") << value;
  return out << ']';
}

// One trace per port the value has now: give a signal its number of ports before tracing it.
template <class T, int kMost>
void sc_trace(sc_core::sc_trace_file* file, const PerPort<T, kMost>& values,
              const std::string& name) {
  for (const T& value : values) {
    sc_core::sc_trace(file, value, name + "_" + std::to_string(&value - values.begin()));
  }
}

}  // namespace jacquard::systemc
