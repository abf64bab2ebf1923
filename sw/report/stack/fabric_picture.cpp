// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/fabric_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/stack/circuits.hpp"
#include "jacquard/report/stack/label_colours.hpp"

namespace jacquard::report {
namespace {

using base::at;
using stack::Routes;

constexpr double kWidth = 1120;
constexpr double kSpines = 26;  // where their bars begin
constexpr double kLeaves = 236;
constexpr double kBar = 44;      // height of a bar
constexpr int kMostBars = 64;    // of a tier; more are drawn together
constexpr int kMostLines = 256;  // circuits of the chosen leaf

// What the senders of a tier's bars do.
struct Bars {
  int switches;
  int each;                                            // switches of a bar
  std::vector<std::map<int, std::int64_t>> local, up;  // circuits by label

  explicit Bars(int count)
      : switches(count),
        each((count + kMostBars - 1) / kMostBars),
        local(base::index((count + each - 1) / each)),
        up(local.size()) {}
  int bars() const { return static_cast<int>(up.size()); }
  double width() const { return kWidth / bars(); }
  double middle(int which) const { return (which / each + 0.5) * width(); }
};

struct UpCircuit {
  int from_leaf, to_leaf, link, label;
};

struct SlotUse {
  Bars leaves, spines;
  std::vector<UpCircuit> up;
  std::int64_t local = 0;
};

SlotUse use_of(const stack::Stack& stack, const Routes& routes, std::int64_t slot) {
  SlotUse use{Bars(stack.sizes.leaves), Bars(stack.sizes.spines), {}, 0};
  for (const std::size_t i : placed_in(stack, 0, slot)) {
    const stack::Placed& p = stack.timeline.placed[i];
    const int label = stack.plan.template_of(at(stack.plan.calls, p.call)).label;
    each_circuit(stack.plan, routes, at(stack.plan.pattern_of_round, p.round), p.part,
                 [&](const Circuit& c) {
                   const int leaf = routes.leaf_of_rank(c.sender);
                   const auto bar = base::index(leaf / use.leaves.each);
                   if (c.link == Routes::kLocal) {
                     ++use.leaves.local[bar][label];
                     ++use.local;
                     return;
                   }
                   ++use.leaves.up[bar][label];
                   const int spine = c.link % stack.sizes.spines;
                   ++use.spines.up[base::index(spine / use.spines.each)][label];
                   use.up.push_back({leaf, routes.leaf_of_rank(c.receiver), c.link, label});
                 });
  }
  return use;
}

// A bar's parts from below: circuits that stay, then those that go up, of `full` ports.
std::string bar(const Bars& bars, int b, double top, double full) {
  const double x = b * bars.width() + 1;
  const double width = std::max(1.0, bars.width() - 2);
  std::string out = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#808080\" "
      "fill-opacity=\"0.16\"/>\n",
      x, top, width, kBar);
  double y = top + kBar;
  for (const auto* kind : {&bars.local, &bars.up}) {
    for (const auto& [label, circuits] : at(*kind, b)) {
      const double height = std::min(kBar, kBar * static_cast<double>(circuits) / full);
      y -= height;
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"{}/>\n", x,
          y, width, height, label_css(label), kind == &bars.local ? " fill-opacity=\"0.45\"" : "");
    }
  }
  return out;
}

// The leaf of which the most circuits go up; of equal ones the first.
int shown_leaf(const SlotUse& use, int leaves) {
  std::vector<int> circuits(base::index(leaves), 0);
  for (const UpCircuit& c : use.up) ++at(circuits, c.from_leaf);
  return static_cast<int>(std::max_element(circuits.begin(), circuits.end()) - circuits.begin());
}

std::string lines(const SlotUse& use, int leaf, int spines) {
  std::string out;
  int drawn = 0;
  for (const UpCircuit& c : use.up) {
    if (c.from_leaf != leaf || ++drawn > kMostLines) continue;
    const double x = use.spines.middle(c.link % spines);
    out += fmt::format(
        "<path d=\"M{:.1f} {}L{:.1f} {}L{:.1f} {}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"0.7\" stroke-opacity=\"0.6\"/>\n",
        use.leaves.middle(c.from_leaf), kLeaves, x, kSpines + kBar, use.leaves.middle(c.to_leaf),
        kLeaves, label_css(c.label));
  }
  return out;
}

std::string tiers(const stack::Stack& stack, const SlotUse& use, int leaf) {
  const auto caption = [](double y, const std::string& words) {
    return fmt::format("<text x=\"1\" y=\"{:.0f}\">{}</text>\n", y, escape(words));
  };
  const auto together = [](const Bars& bars) {
    return bars.each == 1 ? std::string() : fmt::format(", {} to a bar", bars.each);
  };
  std::string out = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>\n",
                                kWidth, kLeaves + kBar + 24, "Leaves and spines in one slot");
  out += caption(kSpines - 8, fmt::format("{}{}: links in use",
                                          use.spines.switches == 1
                                              ? std::string("1 spine")
                                              : fmt::format("{} spines", use.spines.switches),
                                          together(use.spines)));
  if (!use.up.empty()) out += lines(use, leaf, stack.sizes.spines);
  for (int b = 0; b < use.spines.bars(); ++b) {
    out +=
        bar(use.spines, b, kSpines, 1.0 * use.spines.each * stack.sizes.links * stack.sizes.leaves);
  }
  for (int b = 0; b < use.leaves.bars(); ++b) {
    out += bar(use.leaves, b, kLeaves, 1.0 * use.leaves.each * stack.sizes.leaf_ports);
  }
  return out +
         caption(
             kLeaves + kBar + 16,
             fmt::format("{}{}: ports that send within the leaf (light) and up (full)",
                         use.leaves.switches == 1 ? std::string("1 leaf")
                                                  : fmt::format("{} leaves", use.leaves.switches),
                         together(use.leaves))) +
         "</svg>\n";
}

std::string bitmap(const stack::Stack& stack, const SlotUse& use) {
  Picture picture(stack.sizes.uplinks, stack.sizes.leaves, kNothingSent);
  for (const UpCircuit& c : use.up) picture.at(c.link, c.from_leaf) = label_index(c.label, false);
  const double height = std::clamp(4.0 * stack.sizes.leaves, 24.0, 320.0);
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1:.0f}\" role=\"img\"><title>Uplinks in one slot</title>\n<image "
      "width=\"{0}\" height=\"{1:.0f}\" preserveAspectRatio=\"none\" style=\"image-rendering:"
      "pixelated\" href=\"{2}\"/></svg>\n",
      kWidth, height, png_uri(picture, loom_palette()));
}

}  // namespace

std::int64_t busiest_above(const stack::Stack& stack, const Routes& routes, SlotWindow window) {
  const std::vector<CircuitCount> counts = count_circuits(stack.plan, routes);
  std::map<std::int64_t, std::int64_t> change;  // circuits that begin, less those that end
  for (const stack::Placed& p : stack.timeline.placed) {
    if (p.channel != 0 || p.end() <= window.from || p.start >= window.to) continue;
    const auto up = at(counts, routes.setting(at(stack.plan.pattern_of_round, p.round), p.part)).up;
    change[std::max(p.start, window.from)] += up;
    change[p.end()] -= up;
  }
  std::int64_t best = window.from;
  std::int64_t most = 0;
  std::int64_t now = 0;
  for (const auto& [slot, by] : change) {
    now += by;
    if (now > most) {
      most = now;
      best = slot;
    }
  }
  return best;
}

std::string fabric_picture(const stack::Stack& stack, const Routes& routes, std::int64_t slot) {
  if (stack.sizes.leaves == 0) return "";
  const SlotUse use = use_of(stack, routes, slot);
  const int leaf = shown_leaf(use, stack.sizes.leaves);
  std::string html = fmt::format(
      "<p>Slot {}: {} circuits stay within their leaf, {} go through a spine.</p>\n", grouped(slot),
      grouped(use.local), grouped(static_cast<std::int64_t>(use.up.size())));
  html += wide(tiers(stack, use, leaf));
  if (use.up.empty()) return html;
  return html +
         fmt::format(
             "<p>The lines are the circuits that leaf {} sends up. Below, all uplinks: a "
             "row for each leaf, a column for each of its {} uplinks.</p>\n",
             leaf, stack.sizes.uplinks) +
         wide(bitmap(stack, use));
}

}  // namespace jacquard::report
