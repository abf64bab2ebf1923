// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/port_shape.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kMostInEachOrder = 256;  // ports

}  // namespace

PortShape::PortShape(std::vector<int> sizes) : sizes_(std::move(sizes)) {
  for (const int size : sizes_) {
    JQ_CHECK(size >= 2, "a digit has two values or more");
    strides_.push_back(ports_);
    ports_ *= size;
  }
}

int PortShape::settings() const {
  int sum = 0;
  for (const int size : sizes_) sum += size - 1;
  return sum;
}

std::string text_of(const PortShape& shape) {
  std::string text;
  for (int k = 0; k < shape.digits(); ++k) {
    text += (k > 0 ? "x" : "") + std::to_string(shape.size(k));
  }
  return text;
}

PortShape parse_shape(const std::string& text, int ports, const config::Place& place) {
  const auto fail = [&] {
    place.fail("sizes whose product is " + std::to_string(ports) + ", such as " +
                   text_of(shapes_of(ports).back()),
               "'" + text + "'");
  };
  std::vector<int> sizes;
  std::int64_t product = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const auto size = base::parse_number<int>(text.substr(begin, end - begin));
    if (!size || *size < 2 || *size > ports) fail();
    sizes.push_back(*size);
    product *= *size;
    if (product > ports) fail();
    begin = end + 1;
  }
  if (product != ports) fail();
  return PortShape(std::move(sizes));
}

std::vector<PortShape> shapes_of(int ports) {
  std::vector<PortShape> all;
  std::vector<int> sizes;
  const std::function<void(int)> split = [&](int left) {
    if (left == 1) {
      all.emplace_back(sizes);
      return;
    }
    const bool ascending = ports > kMostInEachOrder && !sizes.empty();
    for (int size = ascending ? sizes.back() : 2; size <= left; ++size) {
      if (left % size != 0) continue;
      sizes.push_back(size);
      split(left / size);
      sizes.pop_back();
    }
  };
  split(ports);
  std::stable_sort(all.begin(), all.end(),
                   [](const PortShape& a, const PortShape& b) { return a.digits() < b.digits(); });
  return all;
}

PortShape balanced_shape(int ports) {
  if (ports == 1) return PortShape({});
  int small = 1;
  for (int size = 2; size * size <= ports; ++size) {
    if (ports % size == 0) small = size;
  }
  return small == 1 ? PortShape({ports}) : PortShape({small, ports / small});
}

}  // namespace jacquard::schedule
