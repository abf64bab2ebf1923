// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

extern "C" void jq_show(void* model, abi::ArbiterOut* out) {
  const Vjq& top = *static_cast<shim::Model*>(model)->top;
  out->valid = top.valid_o;
  shim::get(top.gnt_o, out->grant);
}

extern "C" void jq_clock(void* model, const abi::ArbiterIn* in) {
  auto& self = *static_cast<shim::Model*>(model);
  Vjq& top = *self.top;
  top.rst_ni = in->rst_n;
  top.valid_i = in->valid;
  shim::put(top.req_i, in->request);
  self.clock();
}
