// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/shift_shape.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::schedule {

PortShape digits_of(const CoreShape& shape) {
  if (shape.digits.front() == 0) return balanced_shape(shape.ports);
  std::vector<int> sizes;
  for (const int size : shape.digits) {
    if (size > 0) sizes.push_back(size);
  }
  return PortShape(std::move(sizes));
}

CoreShape with_digits(CoreShape shape, const PortShape& digits) {
  JQ_CHECK(digits.digits() <= kMostDigits, "a shift core has four digits or fewer");
  shape.digits = {};
  for (int k = 0; k < digits.digits(); ++k) base::at(shape.digits, k) = digits.size(k);
  return shape;
}

PortShape core_digits(const std::string& text, int ports, const config::Place& place) {
  if (text == "auto") return balanced_shape(ports);
  PortShape digits = parse_shape(text, ports, place);
  if (digits.digits() > kMostDigits) {
    place.fail("at most " + std::to_string(kMostDigits) + " digits, as the shift core has",
               "'" + text + "'");
  }
  return digits;
}

}  // namespace jacquard::schedule
