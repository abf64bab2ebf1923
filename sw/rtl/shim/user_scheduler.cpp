// SPDX-License-Identifier: Apache-2.0
#include "user_model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

namespace {

// A scheduler need not hear of a guard.
template <class Top>
auto tell_guard(Top& top, std::uint16_t guard, int) -> decltype(top.guard_i, void()) {
  top.guard_i = guard;
}
template <class Top>
void tell_guard(Top&, std::uint16_t, long) {}

}  // namespace

extern "C" const char* jq_cycle(void* model, const abi::SchedulerIn* in, abi::SchedulerOut* out) {
  return static_cast<shim::UserModel*>(model)->cycle(
      [&](auto& top) {
        top.rst_ni = in->rst_n;
        top.load_valid_i = in->load_valid;
        shim::put(top.load_row_i, in->load_row);
        top.start_i = in->start;
        top.abort_i = in->abort;
        top.ready_i = in->ready;
        tell_guard(top, in->guard, 0);
        top.top_offset_i = in->top_offset;
        top.floor_i = in->floor;
        top.fill_i = in->fill;
      },
      [&](const auto& top) {
        out->load_ready = top.load_ready_o;
        out->busy = top.busy_o;
        out->done = top.done_o;
        out->valid = top.valid_o;
        out->hold = top.hold_o;
        shim::get(top.match_o, out->match);
        shim::get(top.column_o, out->column);
      });
}
