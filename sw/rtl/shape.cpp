// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/shape.hpp"

#include <algorithm>

namespace jacquard::rtl {
namespace {

using Kind = Shape::Kind;

bool is_struct(const Shape& shape) {
  return shape.kind == Kind::members || shape.kind == Kind::overlaid;
}

// `bases` are where the instances of `shape` begin.
void collect(const Shape& shape, std::vector<int> bases, const std::string& path,
             std::vector<Part>& all) {
  const Shape* element = &shape;
  while (element->kind == Kind::packed || element->kind == Kind::unpacked) {
    const Range range = element->range;
    const bool turned = element->kind == Kind::packed && range.ascending();
    element = &element->parts[0].second;
    const int width = element->bits();
    std::vector<int> within;
    for (const int base : bases) {
      for (int k = 0; k < range.size(); ++k) {
        within.push_back(base + width * (turned ? range.size() - 1 - k : k));
      }
    }
    bases = std::move(within);
  }
  Part whole{path, {}};
  for (const int base : bases) {
    for (int bit = 0; bit < element->bits(); ++bit) whole.places.push_back(base + bit);
  }
  all.push_back(std::move(whole));
  if (!is_struct(*element)) return;
  int above = element->bits();
  for (const auto& [name, member] : element->parts) {
    above -= element->kind == Kind::members ? member.bits() : above;
    std::vector<int> members = bases;
    for (int& base : members) base += above;
    collect(member, std::move(members), path.empty() ? name : path + "." + name, all);
  }
}

}  // namespace

int Shape::bits() const {
  if (kind == Kind::bit) return 1;
  int sum = 0, widest = 0;
  for (const auto& [name, part] : parts) {
    const int bits = part.bits();
    if (bits == 0) return 0;
    sum += bits;
    widest = std::max(widest, bits);
  }
  if (kind == Kind::overlaid) return widest;
  return kind == Kind::packed || kind == Kind::unpacked ? sum * range.size() : sum;
}

std::vector<Range> Shape::packed_ranges() const {
  std::vector<Range> ranges;
  for (const Shape* at = this; at->kind == Kind::packed; at = &at->parts[0].second) {
    ranges.push_back(at->range);
  }
  return ranges;
}

std::vector<Range> Shape::unpacked_ranges() const {
  std::vector<Range> ranges;
  for (const Shape* at = this; at->kind == Kind::unpacked; at = &at->parts[0].second) {
    ranges.push_back(at->range);
  }
  return ranges;
}

std::vector<Part> parts_of(const Shape& shape) {
  std::vector<Part> all;
  collect(shape, {0}, "", all);
  return all;
}

}  // namespace jacquard::rtl
