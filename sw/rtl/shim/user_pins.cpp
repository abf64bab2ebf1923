// SPDX-License-Identifier: Apache-2.0
#include "user_model.hpp"

namespace shim = jacquard::rtl::shim;
namespace abi = jacquard::rtl::abi;

extern "C" const char* jq_cycle(void* model, const abi::PinsIn* in, abi::PinsOut* out) {
  auto& user = *static_cast<shim::UserModel*>(model);
  const auto drive = [&](auto& top) {
    top.rst_ni = in->rst_n;
    shim::put(top.in_i, in->in);
  };
  const auto sample = [&](const auto& top) { shim::get(top.out_o, out->out); };
  return in->look != 0 ? user.look(drive, sample) : user.cycle(drive, sample);
}
