// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/small.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jacquard::gemm {
namespace {

constexpr double kMostEntries = 1 << 26;       // of all buffers of all chips
constexpr double kMostMultiplyAdds = 1e9;      // multiply-adds
constexpr std::int64_t kMostSummed = 1 << 22;  // random_dense()
constexpr double kMostStarts = 1 << 24;        // operations of chips
constexpr double kMostEnds = 1 << 25;          // rounds of chips

double entries(const Program& program) {
  double values = 0;
  for (const Buffer& buffer : program.buffers) values += static_cast<double>(buffer.values());
  return values * program.request.mesh.chips();
}

double ends(const Program& program) {
  const Mesh& mesh = program.request.mesh;
  double rounds = 0;
  for (const Op& op : program.ops) {
    const bool chain = op.kind == OpKind::broadcast || op.kind == OpKind::reduce;
    if (op.communicates()) rounds += double{1} * mesh.size(op.direction) * (chain ? op.packets : 2);
  }
  return rounds * mesh.chips();
}

void refuse(const char* source, const std::string& found, const char* hint) {
  throw base::ConfigError(
      {source, "", "a product small enough to move every number of", found, hint});
}

}  // namespace

double multiply_adds(const MatrixShape& shape) {
  return static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k);
}

void require_small(const Program& program) {
  const Request& request = program.request;
  const MatrixShape& shape = request.shape;
  if (entries(program) > kMostEntries || multiply_adds(shape) > kMostMultiplyAdds ||
      shape.k > kMostSummed) {
    refuse("--shape", fmt::format("{} on {}", text_of(shape), text_of(request.mesh)),
           "a program is right for all shapes of so many blocks, or for none");
  }
  if (static_cast<double>(program.ops.size()) * request.mesh.chips() > kMostStarts) {
    refuse("--mesh", fmt::format("{} operations on {}", program.ops.size(), text_of(request.mesh)),
           "take fewer chips or slices");
  }
  if (ends(program) > kMostEnds) {
    refuse("--packets",
           fmt::format("{} broadcasts, gathers and sums on {}",
                       std::count_if(program.ops.begin(), program.ops.end(),
                                     [](const Op& op) { return op.communicates(); }),
                       text_of(request.mesh)),
           "take fewer packets or chips");
  }
}

}  // namespace jacquard::gemm
