// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/sending.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::report {
namespace {

std::vector<SendingRow> empty_rows(const stack::Stack& stack) {
  std::vector<SendingRow> rows;
  const int channels = stack.fabric.channels;
  for (std::size_t a = 0; a < stack.plan.actors.size(); ++a) {
    for (int c = 0; c < channels; ++c) {
      const std::string& name = stack.plan.actors[a].name;
      rows.push_back({static_cast<int>(a),
                      c,
                      channels == 1 ? name : fmt::format("{} channel {}", name, c),
                      {}});
    }
  }
  return rows;
}

}  // namespace

std::vector<SendingRow> sending_rows(const stack::Stack& stack) {
  const stack::Plan& plan = stack.plan;
  std::vector<SendingRow> rows = empty_rows(stack);
  const auto add = [&](int actor, int channel, const Sent& sent) {
    base::at(rows, actor * stack.fabric.channels + channel).sent.push_back(sent);
  };
  for (std::size_t i = 0; i < stack.timeline.placed.size(); ++i) {
    const stack::Placed& p = stack.timeline.placed[i];
    const stack::Call& call = base::at(plan.calls, p.call);
    const Sent sent{p.start,
                    p.end(),
                    plan.template_of(call).label,
                    call.micro_batch,
                    static_cast<std::int32_t>(i),
                    !p.held,
                    false};
    for (const int actor :
         base::at(plan.patterns, base::at(plan.pattern_of_round, p.round)).senders) {
      add(actor, p.channel, sent);
    }
  }
  for (std::size_t i = 0; i < stack.timeline.reserved.size(); ++i) {
    const stack::Reserved& r = stack.timeline.reserved[i];
    const stack::Call& call = base::at(plan.calls, r.call);
    const Sent sent{r.start,
                    r.start + r.slots,
                    plan.template_of(call).label,
                    call.micro_batch,
                    static_cast<std::int32_t>(i),
                    true,
                    true};
    for (const stack::Side& side : plan.sides_of(call)) add(side.actor, r.channel, sent);
  }
  for (SendingRow& row : rows) {
    std::stable_sort(row.sent.begin(), row.sent.end(),
                     [](const Sent& a, const Sent& b) { return a.begin < b.begin; });
    std::int64_t free_from = 0;
    for (Sent& sent : row.sent) {
      sent.begin = std::max(sent.begin, free_from);
      sent.end = std::max(sent.end, sent.begin);
      free_from = sent.end;
    }
  }
  return rows;
}

}  // namespace jacquard::report
