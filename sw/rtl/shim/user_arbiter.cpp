// SPDX-License-Identifier: Apache-2.0
#include "user_model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

namespace {

// An arbiter need not have a priority, nor say what is valid.
template <class Top>
auto prioritise(Top& top, std::uint8_t priority, int) -> decltype(top.prio_i, void()) {
  top.prio_i = priority;
}
template <class Top>
void prioritise(Top&, std::uint8_t, long) {}
template <class Top>
auto offer(Top& top, std::uint8_t valid, int) -> decltype(top.valid_i, void()) {
  top.valid_i = valid;
}
template <class Top>
void offer(Top&, std::uint8_t, long) {}
template <class Top>
auto answered(const Top& top, int) -> decltype(static_cast<std::uint8_t>(top.valid_o)) {
  return top.valid_o;
}
template <class Top>
std::uint8_t answered(const Top&, long) {
  return 1;
}

}  // namespace

extern "C" const char* jq_cycle(void* model, const abi::UserArbiterIn* in,
                                abi::UserArbiterOut* out) {
  return static_cast<shim::UserModel*>(model)->cycle(
      [&](auto& top) {
        top.rst_ni = in->rst_n;
        prioritise(top, in->priority, 0);
        offer(top, in->valid, 0);
        shim::put(top.req_i, in->request);
      },
      [&](const auto& top) {
        shim::get(top.gnt_o, out->grant);
        out->valid = answered(top, 0);
      });
}
