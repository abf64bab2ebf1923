// SPDX-License-Identifier: Apache-2.0
#include "systemc/rounds/link_out.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using topology::Block;

[[noreturn]] void refuse(int from, int to, int round, const char* what, const char* passes) {
  throw base::ConfigError({what, "", "messages that pass one circuit each",
                           fmt::format("one of round {} from NPU {} to NPU {}, which passes {}",
                                       round, from, to, passes),
                           "--engine event routes over several links"});
}

}  // namespace

LinkOut link_out(const topology::Fabric& fabric, int from, int to, int round, const char* what) {
  const int d = fabric.first_difference(from, to);
  const topology::Dimension& dimension = fabric.dimension(d);
  const int n = dimension.size;
  const int offset = (fabric.digit(to, d) - fabric.digit(from, d) + n) % n;
  if (fabric.with_digit(from, d, fabric.digit(to, d)) != to) {
    refuse(from, to, round, what, "several dimensions");
  }
  if (dimension.block == Block::fully_connected) return {d, offset};
  if (dimension.block != Block::ring) return {d, 0};
  if (offset != 1 && offset != n - 1) refuse(from, to, round, what, "several links of a ring");
  return {d, offset == 1 ? 0 : 1};  // of two NPUs each has one link
}

}  // namespace jacquard::systemc
