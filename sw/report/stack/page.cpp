// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/stack/fabric_picture.hpp"
#include "jacquard/report/stack/label_colours.hpp"
#include "jacquard/report/stack/loom.hpp"
#include "jacquard/report/stack/losses.hpp"
#include "jacquard/report/stack/sending.hpp"
#include "jacquard/report/stack/threads.hpp"
#include "jacquard/report/stack/windows.hpp"

namespace jacquard::report {
namespace {

constexpr int kMostRows = 640;        // of a picture
constexpr int kRowsPixels = 512;      // of all rows together, about
constexpr std::int64_t kExact = 100;  // slots that are drawn one by one

std::string facts(const StackReport& report, const stack::Stack& stack) {
  const double step = static_cast<double>(stack.timeline.step.count());
  const double bound = static_cast<double>(stack.bound.time().count());
  std::string html =
      fact(grouped(stack.plan.ranks), "NPUs") + fact(time_text(stack.timeline.step), "step") +
      fact(time_text(stack.bound.time()), "no schedule is shorter") +
      fact(percent(step > 0 ? bound / step : 1), "bound over step") +
      fact(time_text(stack.clock.slot), "slot, T") + fact(grouped(stack.timeline.slots), "slots") +
      fact(grouped(static_cast<std::int64_t>(stack.plan.calls.size())), "calls");
  for (const auto& [value, name] : report.facts) html += fact(escape(value), escape(name));
  return "<div class=\"facts\">\n" + html + "</div>\n";
}

std::string count_of(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string fabric_words(const stack::Stack& stack) {
  const stack::Fabric& f = stack.fabric;
  const std::string switches = stack.sizes.leaves == 0
                                   ? fmt::format("one crossbar of {} ports", stack.sizes.ports)
                                   : fmt::format("{} with {} and {} each, and {}",
                                                 count_of(stack.sizes.leaves, "leaf", "leaves"),
                                                 count_of(stack.sizes.leaf_ports, "NPU", "NPUs"),
                                                 count_of(stack.sizes.uplinks, "uplink", "uplinks"),
                                                 count_of(stack.sizes.spines, "spine", "spines"));
  return fmt::format(
      "<p>The fabric: {}{}. A port has {:g} Gb/s, a change of setting takes {} (t_x), the longest "
      "way {} (t_max), paid {}.</p>\n",
      switches, f.channels > 1 ? fmt::format(", on each of {} channels", f.channels) : "",
      static_cast<double>(f.rate.count()) / 1e9, time_text(f.guard), time_text(f.flight),
      f.sync == stack::Sync::per_slot ? "in every slot" : "where a transfer waits for another");
}

// As many rows as a picture takes, evenly among all.
std::vector<SendingRow> some_of(const std::vector<SendingRow>& rows) {
  if (rows.size() <= kMostRows) return rows;
  std::vector<SendingRow> some;
  for (std::size_t k = 0; k < kMostRows; ++k) some.push_back(rows[k * rows.size() / kMostRows]);
  return some;
}

LoomLook look_of(const std::vector<SendingRow>& rows) {
  LoomLook look;
  look.row_height = std::clamp(kRowsPixels / std::max(1, static_cast<int>(rows.size())), 1, 32);
  return look;
}

std::string looms(const stack::Stack& stack) {
  const std::vector<SendingRow> all = sending_rows(stack);
  const std::vector<SendingRow> rows = some_of(all);
  const LoomLook look = look_of(rows);
  const SlotWindow whole = whole_step(stack);
  const base::Picoseconds slot = stack.clock.slot;
  std::string html = fmt::format(
      "<h2>The whole step</h2>\n<p>Time runs to the right. A row is what {} send{}. A column of "
      "pixels is {:.3g} slots; each colour has the share of the row's height that the parallelism "
      "has of the time. Grey: the ports wait.</p>\n",
      stack.plan.ranks == static_cast<int>(stack.plan.actors.size()) ? "the ports of one NPU"
                                                                     : "all NPUs of a stage",
      rows.size() < all.size() ? fmt::format("; {} of {} rows are drawn", rows.size(), all.size())
                               : "",
      static_cast<double>(whole.slots()) / look.width);
  html += label_legend(stack.plan.labels,
                       stack.timeline.reserved.empty()
                           ? ""
                           : "<span>pale: kept for what only the run knows</span>\n");
  html += loom(rows, whole, look, slot, "The whole step");
  if (const auto one = middle_micro_batch(stack)) {
    LoomLook pale = look;
    pale.micro_batch = one->number;
    html += fmt::format(
        "<h2>One micro-batch</h2>\n<p>Micro-batch {} from its first slot ({}) to its last; all "
        "else is pale.</p>\n",
        one->number, grouped(one->window.from));
    html += loom(rows, one->window, pale, slot, "One micro-batch");
  }
  const SlotWindow exact = richest(stack, kExact);
  LoomLook each = look;
  each.width = static_cast<int>(exact.slots() * std::max<std::int64_t>(1, 1000 / exact.slots()));
  if (exact.slots() < whole.slots()) {
    html += fmt::format(
        "<h2>{} slots, one by one</h2>\n<p>From slot {}, where the most different traffic begins. "
        "A black line marks a slot in which the ports have a new setting.</p>\n",
        exact.slots(), grouped(exact.from));
    html += loom(rows, exact, each, slot, "Slots, one by one");
  }
  return html;
}

std::string threads_section(const stack::Stack& stack, const stack::Routes& routes) {
  const SlotWindow exact = richest(stack, kExact);
  const std::string picture = threads(stack, routes, exact);
  if (picture.empty()) return "";
  return fmt::format(
             "<h2>The threads</h2>\n<p>Successive settings from slot {}. Each thread is a circuit, "
             "from its sender at the left of a column to its receiver at the right.{}</p>\n",
             grouped(exact.from),
             stack.plan.ranks > kMostThreads
                 ? " Shown are the first NPUs of some actors; a thread that ends half way leads to "
                   "another NPU, or comes from there."
                 : " Shown are all NPUs, rank 0 at the top.") +
         label_legend(stack.plan.labels, "") + picture;
}

std::string fabric_section(const stack::Stack& stack, const stack::Routes& routes) {
  const std::int64_t slot = busiest_above(stack, routes, richest(stack, kExact));
  return "<h2>The switches</h2>\n" + fabric_words(stack) + fabric_picture(stack, routes, slot);
}

std::string curve(const StackReport& report) {
  if (report.tried.size() < 2) return "";
  Line line{"step", {}};
  for (const stack::SlotPoint& tried : report.tried) {
    line.points.emplace_back(static_cast<double>(tried.slot.count()) * 1e-6,
                             base::to_seconds(tried.step).count() * 1e3);
  }
  std::sort(line.points.begin(), line.points.end());
  LineChart chart{"Step against T", "T (us)", "step (ms)", false, {std::move(line)}, true};
  return "<h2>Why this T</h2>\n<p>The step for each length of a slot that was tried. Short slots "
         "pay t_max and t_x often; long ones leave the last slot of a message half "
         "empty.</p>\n" +
         inline_svg(chart);
}

}  // namespace

std::string stack_page(const StackReport& report, const stack::Stack& stack,
                       const stack::Routes& routes) {
  const std::string head =
      fmt::format("<h1>{}</h1>\n<p class=\"soft\"><code>{}</code></p>\n",
                  escape(report.title.empty() ? "A stack" : report.title), escape(report.command));
  return document(report.title.empty() ? "A stack" : report.title,
                  head + facts(report, stack) + looms(stack) + threads_section(stack, routes) +
                      fabric_section(stack, routes) + losses_section(stack, routes) +
                      curve(report));
}

}  // namespace jacquard::report
