// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

extern "C" void jq_show(void* model, abi::SchedulerOut* out) {
  const Vjq& top = *static_cast<shim::Model*>(model)->top;
  out->load_ready = top.load_ready_o;
  out->busy = top.busy_o;
  out->done = top.done_o;
  out->shifts = top.shifts_o;
  out->parity_error = top.parity_error_o;
  out->valid = top.valid_o;
  out->hold = top.hold_o;
  if (!top.valid_o) return;
  shim::get(top.match_o, out->match);
  shim::get(top.column_o, out->column);
}

extern "C" void jq_clock(void* model, const abi::SchedulerIn* in) {
  auto& self = *static_cast<shim::Model*>(model);
  Vjq& top = *self.top;
  top.rst_ni = in->rst_n;
  top.load_valid_i = in->load_valid;
  if (in->load_valid) shim::put(top.load_row_i, in->load_row);
  top.start_i = in->start;
  top.abort_i = in->abort;
  top.ready_i = in->ready;
  top.guard_i = in->guard;
  top.top_offset_i = in->top_offset;
  top.floor_i = in->floor;
  top.fill_i = in->fill;
  self.clock();
}
