// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/stack/circuits.hpp"
#include "jacquard/report/stack/label_colours.hpp"

namespace jacquard::report {
namespace {

constexpr int kActors = 4;
constexpr double kTop = 40;  // the slots' numbers stand above
constexpr double kLeft = 70;
constexpr double kRight = 1116;
constexpr double kPitch = 10;   // from port to port
constexpr double kBetween = 8;  // actors

struct Warp {
  std::map<int, double> y_of_rank;
  std::map<int, std::string> name_at;  // of the first rank of an actor
  std::set<int> actors;
  double bottom = kTop;
};

int label_of(const stack::Stack& stack, const stack::Placed& p) {
  return stack.plan.template_of(base::at(stack.plan.calls, p.call)).label;
}

const stack::Pattern& pattern_of(const stack::Stack& stack, const stack::Placed& p) {
  return base::at(stack.plan.patterns, base::at(stack.plan.pattern_of_round, p.round));
}

std::vector<std::size_t> placed_within(const stack::Stack& stack, SlotWindow window) {
  std::vector<std::size_t> found;
  const auto& placed = stack.timeline.placed;
  for (std::size_t i = 0; i < placed.size() && placed[i].start < window.to; ++i) {
    if (placed[i].channel == 0 && placed[i].end() > window.from) found.push_back(i);
  }
  return found;
}

// The first of kActors that follow each other and send the most kinds of traffic.
int first_actor(const stack::Stack& stack, const std::vector<std::size_t>& placed) {
  std::vector<std::set<int>> labels(stack.plan.actors.size());
  for (const std::size_t i : placed) {
    const stack::Placed& p = stack.timeline.placed[i];
    for (const int actor : pattern_of(stack, p).senders) {
      base::at(labels, actor).insert(label_of(stack, p));
    }
  }
  std::size_t best = 0;
  std::size_t most = 0;
  for (std::size_t a = 0; a < labels.size(); ++a) {
    std::size_t kinds = 0;
    for (std::size_t b = a; b < std::min(a + kActors, labels.size()); ++b)
      kinds += labels[b].size();
    if (kinds > most) best = a;
    most = std::max(most, kinds);
  }
  return static_cast<int>(best);
}

Warp warp_of(const stack::Stack& stack, const std::vector<std::size_t>& placed) {
  const stack::Plan& plan = stack.plan;
  const bool all = plan.ranks <= kMostThreads;
  const int first = all ? 0 : first_actor(stack, placed);
  const int actors = static_cast<int>(plan.actors.size());
  const int last =
      all ? actors : std::min(first + (actors < kMostThreads ? kActors : kMostThreads), actors);
  const int each = all ? plan.ranks : kMostThreads / std::max(1, last - first);
  std::vector<int> taken(plan.actors.size(), 0);
  std::map<std::pair<int, int>, int> ranks;  // by actor
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const int actor = base::at(plan.actor_of, rank);
    if (actor < first || actor >= last || base::at(taken, actor)++ >= each) continue;
    ranks[{actor, rank}] = rank;
  }
  Warp warp;
  int actor = -1;
  for (const auto& [key, rank] : ranks) {
    const bool begins = key.first != actor && (!all || actors < kMostThreads / 2);
    if (begins && actor >= 0) warp.bottom += kBetween;
    if (begins) warp.name_at[rank] = base::at(plan.actors, key.first).name;
    actor = key.first;
    warp.actors.insert(actor);
    warp.y_of_rank[rank] = warp.bottom + kPitch / 2;
    warp.bottom += kPitch;
  }
  return warp;
}

// What is set on the ports of the picture in a slot: patterns and their parts.
std::set<std::pair<int, int>> setting_of(const stack::Stack& stack, const Warp& warp,
                                         const std::vector<std::size_t>& placed,
                                         std::int64_t slot) {
  std::set<std::pair<int, int>> set;
  const auto shown = [&](const std::vector<int>& actors) {
    return std::any_of(actors.begin(), actors.end(),
                       [&](int actor) { return warp.actors.count(actor) > 0; });
  };
  for (const std::size_t i : placed) {
    const stack::Placed& p = stack.timeline.placed[i];
    const stack::Pattern& pattern = pattern_of(stack, p);
    if (p.start > slot || p.end() <= slot) continue;
    if (!shown(pattern.senders) && !shown(pattern.receivers)) continue;
    set.insert({base::at(stack.plan.pattern_of_round, p.round), p.part});
  }
  return set;
}

struct Column {
  std::int64_t from = 0;
  std::int64_t to = 0;
};

// Times of the window in which the ports of the picture have one setting.
std::vector<Column> columns_of(const stack::Stack& stack, const Warp& warp, SlotWindow window,
                               const std::vector<std::size_t>& placed) {
  std::set<std::int64_t> at{window.to};
  for (const std::size_t i : placed) {
    const stack::Placed& p = stack.timeline.placed[i];
    at.insert(std::max(window.from, p.start));
    at.insert(std::min(window.to, p.end()));
  }
  std::vector<Column> columns;
  std::set<std::pair<int, int>> before;
  std::int64_t from = *at.begin();
  for (const std::int64_t slot : at) {
    const bool last = slot == window.to;
    const auto here = last ? before : setting_of(stack, warp, placed, slot);
    if (here == before && !last) continue;
    if (!before.empty() && slot > from) columns.push_back({from, slot});
    before = here;
    from = slot;
    if (columns.size() == kMostSettings) break;
  }
  return columns;
}

// All threads of one setting, as one path a label.
std::string weft(const stack::Stack& stack, const stack::Routes& routes, const Warp& warp,
                 const std::vector<std::size_t>& placed, std::int64_t slot, double x0, double x1) {
  std::map<int, std::string> paths;
  for (const std::size_t i : placed) {
    const stack::Placed& p = stack.timeline.placed[i];
    if (p.start > slot || p.end() <= slot) continue;
    std::string& path = paths[label_of(stack, p)];
    const int pattern = base::at(stack.plan.pattern_of_round, p.round);
    each_circuit(stack.plan, routes, pattern, p.part, [&](const Circuit& c) {
      const auto from = warp.y_of_rank.find(c.sender);
      const auto to = warp.y_of_rank.find(c.receiver);
      const double middle = (x0 + x1) / 2;
      if (from == warp.y_of_rank.end() && to == warp.y_of_rank.end()) return;
      if (from == warp.y_of_rank.end()) {
        path += fmt::format("M{:.0f} {:.0f}H{:.0f}", middle + 4, to->second, x1);
      } else if (to == warp.y_of_rank.end()) {
        path += fmt::format("M{:.0f} {:.0f}H{:.0f}", x0, from->second, middle - 4);
      } else {
        path += fmt::format("M{0:.0f} {1:.0f}C{2:.0f} {1:.0f} {2:.0f} {3:.0f} {4:.0f} {3:.0f}", x0,
                            from->second, middle, to->second, x1);
      }
    });
  }
  std::string out;
  for (const auto& [label, path] : paths) {
    if (path.empty()) continue;
    out += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.7\"/>\n", path,
                       label_css(label));
  }
  return out;
}

}  // namespace

std::string threads(const stack::Stack& stack, const stack::Routes& routes, SlotWindow window) {
  const std::vector<std::size_t> placed = placed_within(stack, window);
  if (placed.empty()) return "";
  const Warp warp = warp_of(stack, placed);
  const std::vector<Column> columns = columns_of(stack, warp, window, placed);
  if (columns.empty()) return "";
  std::string out = fmt::format(
      "<div class=\"wide\"><svg viewBox=\"0 0 1120 {:.0f}\" role=\"img\"><title>{}</title>\n",
      warp.bottom + 8, "Circuits of successive settings");
  out += fmt::format("<text x=\"{}\" y=\"16\" text-anchor=\"end\">slot</text>\n", kLeft - 8);
  for (const auto& [rank, name] : warp.name_at) {
    out += fmt::format("<text x=\"{}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8,
                       warp.y_of_rank.at(rank) + 8, escape(name));
  }
  const double width = (kRight - kLeft) / static_cast<double>(columns.size());
  double x = kLeft;
  for (const Column& column : columns) {
    out += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} {1}V{2:.0f}\"/>\n<text x=\"{3:.1f}\" y=\"16\" "
        "text-anchor=\"middle\">{4}</text><text class=\"soft\" x=\"{3:.1f}\" y=\"30\" "
        "text-anchor=\"middle\">for {5}</text>\n",
        x, kTop - 6, warp.bottom, x + width / 2, grouped(column.from), column.to - column.from);
    out += weft(stack, routes, warp, placed, column.from, x + 3, x + width - 3);
    x += width;
  }
  return out + "</svg></div>\n";
}

}  // namespace jacquard::report
