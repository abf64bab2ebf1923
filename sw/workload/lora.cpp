// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/lora.hpp"

#include <algorithm>

namespace jacquard::workload {

bool Lora::adapts(MatrixOf of) const {
  return freezes() && std::find(modules.begin(), modules.end(), of) != modules.end();
}

const config::FieldTable<Lora>& lora_fields() {
  using config::field;
  static const config::FieldTable<Lora> table(
      "lora", "Low-rank adapters, which are trained in place of a model's weights.",
      {field<Lora>(
           "rank", [](auto& l) -> auto& { return l.rank; }, config::whole_number<int>(0, 1 << 16),
           "Values between the two matrices of an adapter; 0: all weights are trained."),
       field<Lora>(
           "modules", [](auto& l) -> auto& { return l.modules; },
           config::list(config::choice<MatrixOf>({{"qkv", MatrixOf::qkv},
                                                  {"attention_out", MatrixOf::attention_out},
                                                  {"ffn_up", MatrixOf::ffn_up},
                                                  {"ffn_down", MatrixOf::ffn_down}})),
           "Matrices of a layer that have one. Experts, routers and the head have none.")});
  return table;
}

double adapter_parameters(const Model& model, LayerKind kind, const Lora& lora, double tp) {
  double all = 0;
  for (const LayerMatrix& m : layer_matrices(model, kind)) {
    if (!lora.adapts(m.of)) continue;
    const double in = m.split == Split::rows ? m.in / tp : m.in;
    const double out = m.split == Split::columns ? m.out / tp : m.out;
    all += m.count * lora.rank * ((m.first ? in : 0) + out);
  }
  return all;
}

double adapter_parameters(const Model& model, const Lora& lora) {
  double all = 0;
  for (int i = 0; i < kLayerKinds; ++i) {
    const int layers = model.layers_of(layer_kind(i));
    if (layers > 0) all += layers * adapter_parameters(model, layer_kind(i), lora, 1);
  }
  return all;
}

}  // namespace jacquard::workload
