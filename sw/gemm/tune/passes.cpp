// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/passes.hpp"

#include <utility>

namespace jacquard::gemm {
namespace {

using Row = std::array<Dataflow, 3>;  // by Pass

constexpr Row row_of(Stationary stays) {
  switch (stays) {
    case Stationary::y:
      return {Dataflow::os, Dataflow::ls, Dataflow::rs};
    case Stationary::x:
      return {Dataflow::ls, Dataflow::os, Dataflow::rs};
    case Stationary::w:
      break;
  }
  return {Dataflow::rs, Dataflow::ls, Dataflow::os};
}

// What a pass computes, where nothing is transposed: Y, X' and W', but X'^T where W stays and W'^T
// where X stays.
MatrixShape shape_of(const Layer& l, Stationary stays, Pass pass) {
  MatrixShape shape{l.rows, l.outputs, l.inputs};
  bool turned = false;
  if (pass == Pass::backward_data) {
    shape = {l.rows, l.inputs, l.outputs};
    turned = stays == Stationary::w;
  } else if (pass == Pass::backward_weight) {
    shape = {l.inputs, l.outputs, l.rows};
    turned = stays == Stationary::x;
  }
  if (turned) std::swap(shape.m, shape.n);
  return shape;
}

Layout layout_of(bool transposed) { return transposed ? Layout::transposed : Layout::plain; }

}  // namespace

const char* name_of(Stationary stays) {
  return stays == Stationary::y ? "y" : stays == Stationary::x ? "x" : "w";
}

const char* name_of(Pass pass) {
  switch (pass) {
    case Pass::forward:
      return "forward";
    case Pass::backward_data:
      return "backward_data";
    case Pass::backward_weight:
      break;
  }
  return "backward_weight";
}

Layout Choice::input() const { return layout_of(transposed != (stays == Stationary::w)); }
Layout Choice::output() const { return layout_of(transposed); }

Request request_of(const Layer& layer, const Choice& choice, Pass pass, const Mesh& mesh) {
  Request request;
  request.dataflow = row_of(choice.stays)[static_cast<std::size_t>(pass)];
  request.mesh = mesh;
  request.shape = shape_of(layer, choice.stays, pass);
  request.transposed = choice.transposed;
  return request;
}

Stationary largest_of(const Layer& l) {
  if (l.outputs > l.inputs && l.rows >= l.inputs) return Stationary::y;
  if (l.inputs >= l.outputs && l.rows >= l.outputs) return Stationary::x;
  return Stationary::w;
}

}  // namespace jacquard::gemm
