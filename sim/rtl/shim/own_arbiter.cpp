// SPDX-License-Identifier: Apache-2.0
#include "own_model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

namespace {

// An arbiter need not have a priority.
template <class Top>
auto prioritise(Top& top, std::uint8_t priority, int) -> decltype(top.prio_i, void()) {
  top.prio_i = priority;
}
template <class Top>
void prioritise(Top&, std::uint8_t, long) {}

}  // namespace

extern "C" const char* jq_cycle(void* model, const abi::OwnArbiterIn* in, abi::OwnArbiterOut* out) {
  return static_cast<shim::OwnModel*>(model)->cycle(
      [&](auto& top) {
        top.rst_ni = in->rst_n;
        prioritise(top, in->priority, 0);
        shim::put(top.req_i, in->request);
      },
      [&](const auto& top) { shim::get(top.gnt_o, out->grant); });
}
