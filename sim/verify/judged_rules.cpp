// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/judged_rules.hpp"

namespace jacquard::verify {

std::vector<std::string> judged_rules(const WiredModule& module, bool history) {
  const Contract& c = module.contract;
  const auto has = [&](const char* role) { return module.wiring.bus(role).there(); };
  std::vector<std::string> rules;
  const auto add = [&](const char* rule, bool judged) {
    if (judged) rules.emplace_back(rule);
  };
  const bool valid_first = c.valid_first && has("ready") && has("valid");
  if (module.kind == rtl::RtlKind::crossbar) {
    for (const char* rule : {"data", "order", "dest", "once", "lost", "fair"}) add(rule, true);
    add("held", c.stable != Stable::no);
    add("valid first", valid_first);
    return rules;
  }
  const bool points = has("index") || has("select");
  const bool taking = c.ends == Ends::ready;
  add("asked", true);
  add("one grant", true);
  add("index", points);
  add("valid", has("gnt") && has("valid") && !points);
  add("blocked", c.grants_transfers() && has("gnt"));
  add("held", taking ? c.stable != Stable::no && c.requests == Requests::hold
                     : c.ends == Ends::ack || c.ends == Ends::release);
  add("order", module.kind == rtl::RtlKind::n_to_1 &&
                   (c.order == Order::fixed || c.order == Order::fixed_high));
  add("fair", c.order == Order::fair || c.order == Order::weighted);
  add("weight", c.order == Order::weighted);
  add("progress", c.progress != Serves::no || c.ends == Ends::done);
  add("data", has("data") && has("data_out"));
  add("valid first", valid_first);
  add("power-up", c.resets);
  add("reset", c.resets);
  add("history", history);
  return rules;
}

}  // namespace jacquard::verify
