// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/request.hpp"

#include <fmt/format.h>

#include <utility>

#include "jacquard/gemm/sizes_text.hpp"

namespace jacquard::gemm {

MatrixShape parse_shape(const std::string& text, const std::string& source) {
  const auto sizes = parse_sizes(text, 3, 3, kLargestSize);
  if (sizes.empty()) {
    throw base::ConfigError({source, "",
                             fmt::format("MxNxK, three whole numbers in 1..{}", kLargestSize), text,
                             "C[M,N] is summed over K"});
  }
  return {sizes[0], sizes[1], sizes[2]};
}

std::string text_of(const MatrixShape& shape) {
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

Stored stored(const Request& request, Matrix matrix) {
  const auto [m, n, k] = request.shape;
  switch (matrix) {
    case Matrix::a:
      return request.dataflow == Dataflow::rs ? Stored{k, m} : Stored{m, k};
    case Matrix::b:
      return request.dataflow == Dataflow::ls ? Stored{n, k} : Stored{k, n};
    case Matrix::c:
      break;
  }
  return {m, n};
}

Request of_program(const Request& request) {
  Request of = request;
  if (!request.transposed) return of;
  of.transposed = false;
  std::swap(of.shape.m, of.shape.n);
  if (request.dataflow == Dataflow::ls) of.dataflow = Dataflow::rs;
  if (request.dataflow == Dataflow::rs) of.dataflow = Dataflow::ls;
  return of;
}

std::int64_t sliced_size(const Request& request) {
  switch (request.dataflow) {
    case Dataflow::os:
      return request.shape.k;
    case Dataflow::ls:
      return request.shape.n;
    case Dataflow::rs:
      break;
  }
  return request.shape.m;
}

Matrix moves(const Request& request, Direction direction) {
  if (direction == Direction::row) {
    return request.dataflow == Dataflow::ls ? Matrix::c : Matrix::a;
  }
  return request.dataflow == Dataflow::rs ? Matrix::c : Matrix::b;
}

void check(const Request& request) {
  if (auto fault = illegal(request)) throw base::ConfigError(std::move(*fault));
}

}  // namespace jacquard::gemm
