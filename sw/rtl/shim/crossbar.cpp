// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

extern "C" void jq_show(void* model, abi::CrossbarOut* out) {
  const Vjq& top = *static_cast<shim::Model*>(model)->top;
  out->ready = top.config_ready_o;
  out->active = top.active_o;
  out->guard = top.guard_o;
  out->error = top.error_o;
  out->slots = top.slots_o;
  out->connected = top.connected_o;
  out->valid = top.valid_o;
  if (top.valid_o) shim::get(top.data_o, out->data);
}

extern "C" void jq_clock(void* model, const abi::CrossbarIn* in) {
  auto& self = *static_cast<shim::Model*>(model);
  Vjq& top = *self.top;
  top.rst_ni = in->rst_n;
  top.abort_i = in->abort;
  top.config_valid_i = in->offer;
  if (in->offer) {
    top.hold_i = in->hold;
    shim::put(top.match_i, &in->match[0]);
    shim::put(top.column_i, in->column);
    top.slot_i = in->slot;
    top.guard_i = in->guard;
  }
  shim::put(top.valid_i, &in->valid[0]);
  shim::put(top.data_i, in->data);
  self.clock();
}
