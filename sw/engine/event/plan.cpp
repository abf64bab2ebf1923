// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/limits.hpp"

namespace jacquard::engine {
namespace {

using rounds::Collective;
using rounds::Round;

std::size_t index(int i) { return static_cast<std::size_t>(i); }
std::uint32_t small(std::size_t i) { return static_cast<std::uint32_t>(i); }

constexpr std::size_t kMostRounds = std::size_t{1} << 28;      // an event's word holds its kind too
constexpr std::size_t kBetweenReports = std::size_t{1} << 12;  // rounds
constexpr std::size_t kScanned = 16;  // lists of NPUs up to this long have no inverse
constexpr std::size_t kMostStates = std::size_t{1} << 31;

void require_room(bool fits, const char* what, std::size_t most, const Origin& origin) {
  if (fits) return;
  throw base::ConfigError({origin.source, "", fmt::format("less than {} {}", most, what), "more",
                           "fewer chunks, collectives or NPUs, or a symmetric scenario"});
}

void check(const Scenario& s, const Wiring& wiring) {
  const std::vector<rounds::GraphFault> faults = rounds::faults(s.graph());
  if (!faults.empty()) {
    throw base::ConfigError(
        {s.origin.source, faults[0].where, faults[0].expected, faults[0].found, ""});
  }
  if (rounds::npus(s.graph()) > wiring.npus()) {
    throw base::ConfigError({s.origin.source, "", fmt::format("NPUs below {}", wiring.npus()),
                             std::to_string(rounds::npus(s.graph()) - 1),
                             "a larger network, or other NPUs in the collectives"});
  }
  for (std::size_t i = 0; i < s.graph().channels.size(); ++i) {
    const int d = s.graph().channels[i].dimension;
    if (d < 0 || d >= wiring.queues()) {
      throw base::ConfigError(
          {s.origin.source, fmt::format("/channels/{}/dimension", i),
           fmt::format("one of the network's dimensions, 0..{}", wiring.queues() - 1),
           std::to_string(d), ""});
    }
  }
  if (s.rules.active_chunks < 1) {
    throw base::ConfigError(
        {"active chunks", "", "at least 1", std::to_string(s.rules.active_chunks), ""});
  }
  if (s.rules.endpoint_delay < base::Picoseconds{0}) {
    throw base::ConfigError({"endpoint delay", "", "at least 0", "a negative time", ""});
  }
  if (!(s.rules.local_memory_bandwidth > base::BytesPerSecond{0})) {
    throw base::ConfigError({"local memory bandwidth", "", "above 0", "", ""});
  }
  require_room(s.graph().rounds.size() < kMostRounds, "rounds", kMostRounds, s.origin);
}

}  // namespace

Plan::Plan(const Scenario& scenario, const Wiring& wiring, const Classes* standing, bool has_driver)
    : graph(scenario.graph()),
      origin(scenario.origin),
      classes(standing),
      npus(standing != nullptr ? standing->size() : wiring.npus()),
      driven(has_driver) {
  check(scenario, wiring);
  if (classes != nullptr) {
    number_simulated();
  } else {
    invert_lists(wiring.npus());
  }
  find_units();
  find_lanes(scenario, wiring);
  cost_rounds(scenario, wiring);
  find_gates();
  order_units();
  count_waits();
  require_within_limits(scenario, wiring, *this);
}

void Plan::invert_lists(int all) {
  std::map<std::vector<int>, std::uint32_t> known;
  for (const Collective& c : graph.collectives) {
    inverse_of_.push_back(0);
    if (c.npus.size() <= kScanned) continue;
    const auto [at, is_new] = known.try_emplace(c.npus, small(rank_of.size()));
    inverse_of_.back() = at->second;
    if (!is_new) continue;
    std::vector<int>& inverse = rank_of.emplace_back(index(all), -1);
    for (int rank = 0; rank < c.shape.size(); ++rank) inverse[index(c.npu(rank))] = rank;
  }
}

void Plan::number_simulated() {
  class_sizes_.assign(index(npus), 0);
  if (npus == 1) class_sizes_[0] = graph.collectives.front().shape.size();
  for (std::size_t npu = 0; npus > 1 && npu < classes->of.size(); ++npu) {
    ++class_sizes_[index(classes->of[npu])];
  }
  for (int c = 0; c < npus; ++c) simulated_.push_back(c);
  for (std::size_t c = 0; c < graph.collectives.size(); ++c) {
    const int number = static_cast<int>(c);
    simulated_of_.push_back(classes->is_message(number) ? simulated_.size()
                                                        : index(classes->of_collective(number)));
    if (!classes->is_message(number)) continue;
    for (const int npu : graph.collectives[c].npus) simulated_.push_back(classes->of_npu(npu));
  }
}

Lane::Standing Plan::standing(int collective) const {
  if (classes == nullptr) return {};
  const bool is_message = classes->is_message(collective);
  const int own = simulated_[simulated_of_[index(collective)]];
  return {classes, is_message ? rounds::kNobody : base::at(classes->first, own),
          class_sizes_[index(own)]};
}

// Collectives of one number have their lanes in common: where classes stand for NPUs all of a
// class, and the messages between two.
int Plan::whose_lanes(int collective) const {
  if (classes == nullptr) return collective;
  const int* simulated = &simulated_[simulated_of_[index(collective)]];
  return classes->is_message(collective) ? npus * (1 + simulated[0]) + simulated[1] : simulated[0];
}

std::uint32_t Plan::ranks(int collective) const {
  if (classes != nullptr) return classes->is_message(collective) ? 2 : 1;
  return static_cast<std::uint32_t>(graph.collectives[index(collective)].shape.size());
}

int Plan::rank_at(int collective, int npu) const {
  if (classes != nullptr) {
    const int* simulated = &simulated_[simulated_of_[index(collective)]];
    if (simulated[0] == npu) return 0;
    return classes->is_message(collective) && simulated[1] == npu ? 1 : -1;
  }
  const Collective& c = graph.collectives[index(collective)];
  if (c.npus.size() > kScanned) return rank_of[inverse_of_[index(collective)]][index(npu)];
  if (!c.npus.empty()) {
    const auto at = std::find(c.npus.begin(), c.npus.end(), npu);
    return at == c.npus.end() ? -1 : static_cast<int>(at - c.npus.begin());
  }
  return npu < c.shape.size() ? npu : -1;
}

int Plan::npu_of(int collective, int rank) const {
  if (classes != nullptr) return simulated_[simulated_of_[index(collective)] + index(rank)];
  return graph.collectives[index(collective)].npu(rank);
}

bool Plan::takes_part(const Unit& unit, int rank) const {
  return unit_states[unit.base + static_cast<std::uint32_t>(rank)].waits != UnitState::kAbsent;
}

void Plan::find_units() {
  std::map<std::tuple<int, int, int>, std::uint32_t> known;
  units_of.resize(graph.collectives.size());
  unit_of_.reserve(graph.rounds.size());
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const Round& round = graph.rounds[r];
    const auto [at, is_new] =
        known.try_emplace({round.collective, round.chunk, round.phase}, small(units.size()));
    if (is_new) {
      Unit& unit = units.emplace_back();
      unit.collective = round.collective;
      unit.chunk = round.chunk;
      unit.phase = round.phase;
      unit.dimension = graph.channels[index(round.channel)].dimension;
      unit.ranks = ranks(round.collective);
      unit.queued = !driven || graph.collective_of(round).kind != rounds::CollectiveKind::send;
      units_of[index(round.collective)].push_back(at->second);
    }
    unit_of_.push_back(at->second);
    units[at->second].rounds.push_back(small(r));
  }
  std::size_t states = 0;
  for (Unit& unit : units) {
    unit.base = small(states);
    states += unit.ranks;
    require_room(states < kMostStates, "phases at ranks", kMostStates, origin);
  }
  // The map is ordered by collective, chunk and phase.
  for (auto it = known.begin(); it != known.end(); ++it) {
    for (auto next = std::next(it);
         next != known.end() && std::get<0>(next->first) == std::get<0>(it->first) &&
         std::get<1>(next->first) == std::get<1>(it->first);
         ++next) {
      units[it->second].later.push_back(next->second);
    }
  }
}

void Plan::find_lanes(const Scenario& scenario, const Wiring& wiring) {
  sendings.reserve(graph.rounds.size());
  first_turns.reserve(graph.rounds.size());
  std::uint64_t turns = 0;
  // Chunks repeat each other's permutations: a lane is found again by where it was in the last
  // ones.
  std::map<std::tuple<int, int, int, int, int>, std::vector<std::pair<std::uint32_t, Lane*>>> known;
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const Round& round = graph.rounds[r];
    const rounds::SymbolicPermutation& p = round.permutation;
    const Collective& c = graph.collective_of(round);
    const rounds::Channel channel = graph.channels[index(round.channel)];
    auto& alike = known[{whose_lanes(round.collective), round.channel, static_cast<int>(p.rule()),
                         round.cast ? round.cast->senders.first : p.digit(),
                         round.cast ? round.cast->receivers.first : p.amount()}];
    Lane* lane = nullptr;
    for (const auto& [first, candidate] : alike) {
      const Round& other = graph.rounds[first];
      if (other.permutation == p && other.cast == round.cast) lane = candidate;
    }
    if (lane == nullptr) {
      lanes.push_back(
          round.cast ? std::make_unique<Lane>(c, *round.cast, channel, wiring, origin, r)
                     : std::make_unique<Lane>(c, p, channel, wiring, standing(round.collective)));
      lane = lanes.back().get();
      alike.emplace_back(small(r), lane);
    }
    if (r % kBetweenReports == 0 && scenario.progress) scenario.progress(0);
    const bool walked = lane->path() == Lane::Path::walked && lane->senders() > 0;
    simple = simple && (!walked || wiring.ports() == 0) && !round.cast;
    Sending& sending = sendings.emplace_back();
    sending.lane = lane;
    sending.npus = c.npus.empty() ? nullptr : c.npus.data();
    if (npus > 1 && classes != nullptr) {
      sending.npus = &simulated_[simulated_of_[index(round.collective)]];
    }
    sending.path = lane->path();
    sending.port = lane->port();
    if (lane->rotates()) {
      sending.rotation = lane->rotation();
      sending.ranks = c.shape.size();
    }
    messages += std::int64_t{lane->senders()} * round.repeat;
    first_turns.push_back(turns);
    turns += static_cast<std::uint64_t>(round.repeat);
  }
  simple = simple && !wiring.adaptive();
}

void Plan::cost_rounds(const Scenario& scenario, const Wiring& wiring) {
  uneven.resize(graph.rounds.size());
  uneven_reduction.resize(graph.rounds.size());
  receipts.resize(graph.rounds.size());
  first_stay_.reserve(graph.rounds.size());
  for (const Wiring::LinkClass& c : wiring.classes()) latencies.push_back(c.latency.count());
  const auto stay_on = [&](const Wiring::LinkClass& link, base::Bytes bytes,
                           const rounds::Protocol& protocol) {
    const base::BytesPerSecond reached{link.bandwidth.count() * protocol.share};
    return serialisation(bytes, reached, origin).count() + protocol.sync.count();
  };
  const auto add_stays = [&](base::Bytes bytes, const rounds::Protocol& protocol) {
    for (const Wiring::LinkClass& c : wiring.classes()) {
      stays_.push_back(stay_on(c, bytes, protocol));
    }
  };
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const Round& round = graph.rounds[r];
    Sending& sending = sendings[r];
    Receipt& receipt = receipts[r];
    const Wiring::LinkClass& links = wiring.classes()[index(sending.lane->link_class())];
    const rounds::Protocol& protocol = graph.collective_of(round).protocol;
    const bool reduces = round.action == rounds::Action::reduce;
    receipt.repeat = static_cast<std::uint32_t>(round.repeat);
    receipt.told = !units[unit_of_[r]].queued;
    sending.latency = links.latency.count();
    const bool as_before = r > 0 && round.uneven.empty() && uneven[r - 1].empty() &&
                           round.bytes == graph.rounds[r - 1].bytes &&
                           protocol == graph.collective_of(graph.rounds[r - 1]).protocol;
    first_stay_.push_back(as_before ? first_stay_.back() : stays_.size());
    if (round.uneven.empty() && !as_before) add_stays(round.bytes, protocol);
    for (const base::Bytes bytes : round.uneven) add_stays(bytes, protocol);
    if (round.uneven.empty()) {
      sending.serialisation = stay_on(links, round.bytes, protocol);
      if (reduces) receipt.reduction = reduction(round.bytes, scenario.rules, origin).count();
      continue;
    }
    receipt.uneven = reduces;
    uneven_reduction[r].resize(round.uneven.size());
    for (std::size_t rank = 0; rank < round.uneven.size(); ++rank) {
      uneven[r].push_back(stay_on(links, round.uneven[rank], protocol));
      const int to = sending.lane->receiver(static_cast<int>(rank));
      if (to != rounds::kNobody) {
        uneven_reduction[r][index(to)] =
            reduction(round.uneven[rank], scenario.rules, origin).count();
      }
    }
    sending.uneven = uneven[r].data();
  }
}

void Plan::find_gates() {
  outside.resize(graph.rounds.size());
  std::vector<std::vector<std::uint32_t>> released(graph.rounds.size());  // gates, per round
  std::vector<std::vector<std::uint32_t>> waited(units.size());           // units, per unit
  std::vector<int> alike_until(graph.rounds.size());  // the last of the rounds of one unit in a row
  for (std::size_t r = graph.rounds.size(); r-- > 0;) {
    const bool goes_on = r + 1 < graph.rounds.size() && unit_of_[r + 1] == unit_of_[r];
    alike_until[r] = goes_on ? alike_until[r + 1] : static_cast<int>(r);
  }
  std::size_t states = 0;
  for (std::size_t u = 0; u < units.size(); ++u) {
    Unit& unit = units[u];
    std::map<rounds::RoundSet, std::uint32_t> shared;
    rounds::RoundSet last_elsewhere;  // of the round before: rounds alike stand together
    for (const std::uint32_t r : unit.rounds) {
      const Round& round = graph.rounds[r];
      rounds::RoundSet inside;
      rounds::RoundSet elsewhere;
      for (rounds::RoundSet::Run run : round.after.runs()) {
        for (int first = run.first; first <= run.last; first = run.first) {
          run.first = std::min(run.last, alike_until[index(first)]) + 1;
          const bool here = unit_of_[index(first)] == u;
          (here ? inside : elsewhere).add(rounds::RoundSet::Run{first, run.first - 1});
        }
      }
      if (elsewhere != last_elsewhere) {
        for (const int before : elsewhere) {
          std::vector<Outside>& list = outside[index(before)];
          if (!list.empty() && list.back().unit == u) continue;
          list.push_back({small(u), round.collective == graph.rounds[index(before)].collective});
          waited[u].push_back(unit_of_[index(before)]);
        }
      }
      last_elsewhere = std::move(elsewhere);
      const auto found = round.repeat == 1 ? shared.find(inside) : shared.end();
      if (found != shared.end()) {
        gates[found->second].rounds.push_back(r);
        receipts[r].gate_base = gates[found->second].base;
      } else {
        const std::uint32_t g = small(gates.size());
        Gate& gate = gates.emplace_back();
        gate.base = small(states);
        states += unit.ranks;
        require_room(states < kMostStates, "rounds at ranks", kMostStates, origin);
        gate.unit = small(u);
        gate.rounds.push_back(r);
        unit.gates.push_back(g);
        for (const int before : inside) released[index(before)].push_back(g);
        receipts[r].gate_base = gate.base;
        if (round.repeat == 1) shared.emplace(std::move(inside), g);
      }
      receipts[r].unit = small(u);
      receipts[r].unit_base = unit.base;
    }
    for (const std::uint32_t next : unit.later) waited[next].push_back(small(u));
  }
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    receipts[r].first_release = small(releases.size());
    releases.insert(releases.end(), released[r].begin(), released[r].end());
    receipts[r].last_release = small(releases.size());
    receipts[r].outside = !outside[r].empty();
  }
  for (std::size_t u = 0; u < units.size(); ++u) {
    std::sort(waited[u].begin(), waited[u].end());
    waited[u].erase(std::unique(waited[u].begin(), waited[u].end()), waited[u].end());
    units[u].waits_for = small(waited[u].size());
    for (const std::uint32_t v : waited[u]) units[v].waiters.push_back(small(u));
  }
}

// Units must have an order in which each comes after those it waits for: then one that is begun
// never waits for one behind it in a queue (docs/engines.md).
void Plan::order_units() {
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> free;
  for (std::size_t u = 0; u < units.size(); ++u) {
    left.push_back(units[u].waits_for);
    if (left[u] == 0) free.push_back(small(u));
  }
  for (std::size_t i = 0; i < free.size(); ++i) {
    for (const std::uint32_t v : units[free[i]].waiters) {
      if (--left[v] == 0) free.push_back(v);
    }
  }
  if (free.size() == units.size()) return;
  std::size_t u = 0;
  while (left[u] == 0) ++u;
  // Of a unit on a cycle or behind one, one it waits for is so too: that way lies the cycle.
  std::vector<bool> seen(units.size(), false);
  const auto behind = [&](std::size_t w) {
    for (std::size_t v = 0; v < units.size(); ++v) {
      const auto& waiters = units[v].waiters;
      if (left[v] > 0 && std::find(waiters.begin(), waiters.end(), w) != waiters.end()) return v;
    }
    return w;
  };
  while (!seen[u]) {
    seen[u] = true;
    u = behind(u);
  }
  const std::size_t v = behind(u);
  const auto name = [&](std::size_t w) {
    return fmt::format("phase {} of chunk {} of collective {}", units[w].phase, units[w].chunk,
                       units[w].collective);
  };
  throw base::ConfigError({origin.source, fmt::format("/rounds/{}", units[u].rounds[0]),
                           "phases of which none waits for another that waits for it",
                           fmt::format("{} and {}", name(u), name(v)),
                           "give the rounds other phase numbers"});
}

void Plan::count_waits() {
  for (std::size_t g = 0; g < gates.size(); ++g) {
    gate_states.resize(gate_states.size() + units[gates[g].unit].ranks, GateState{1, 0, 0});
  }
  for (const Unit& unit : units) {
    unit_states.resize(unit_states.size() + unit.ranks, UnitState{UnitState::kAbsent, 1, 0});
  }
  const auto each_receiver = [&](std::size_t r, std::uint32_t count, const auto& visit) {
    const Lane& lane = *sendings[r].lane;
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      if (lane.receives(static_cast<int>(rank))) visit(rank);
    }
  };
  // Rounds in which all of a unit's ranks receive, and so send.
  std::vector<std::int32_t> by_all_of_unit(units.size(), 0);
  std::vector<std::int32_t> by_all_of_gate(gates.size(), 0);
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const Receipt& receipt = receipts[r];
    const Unit& unit = units[receipt.unit];
    const Lane& lane = *sendings[r].lane;
    by_all_of_unit[receipt.unit] += lane.all_send();
    for (std::uint32_t rank = 0; rank < unit.ranks && !lane.all_send(); ++rank) {
      UnitState& state = unit_states[unit.base + rank];
      const bool receives = lane.receives(static_cast<int>(rank));
      const bool sends = lane.sends(static_cast<int>(rank));
      state.left += receives + sends;
      if (receives || sends) state.waits = 0;
    }
    for (std::uint32_t i = receipt.first_release; i < receipt.last_release; ++i) {
      by_all_of_gate[releases[i]] += lane.all_send();
      if (lane.all_send()) continue;
      GateState* states = &gate_states[gates[releases[i]].base];
      each_receiver(r, unit.ranks, [&](std::uint32_t rank) { ++states[rank].waits; });
    }
  }
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (by_all_of_unit[u] == 0) continue;
    for (std::uint32_t rank = 0; rank < units[u].ranks; ++rank) {
      UnitState& state = unit_states[units[u].base + rank];
      state.left += 2 * by_all_of_unit[u];
      state.waits = 0;
    }
  }
  for (std::size_t g = 0; g < gates.size(); ++g) {
    GateState* states = &gate_states[gates[g].base];
    for (std::uint32_t rank = 0; rank < units[gates[g].unit].ranks; ++rank) {
      states[rank].waits += by_all_of_gate[g];
    }
  }
  const auto wait = [&](const Unit& unit, int rank) {
    if (rank < 0) return;
    UnitState& state = unit_states[unit.base + static_cast<std::uint32_t>(rank)];
    if (state.waits != UnitState::kAbsent) ++state.waits;
  };
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const Unit& from = units[receipts[r].unit];
    for (const Outside& o : outside[r]) {
      each_receiver(r, from.ranks, [&](std::uint32_t rank) {
        const int same = static_cast<int>(rank);
        wait(units[o.unit], o.same_ranks
                                ? same
                                : rank_at(units[o.unit].collective, npu_of(from.collective, same)));
      });
    }
  }
  for (const Unit& unit : units) {
    for (std::uint32_t rank = 0; rank < unit.ranks; ++rank) {
      if (!takes_part(unit, static_cast<int>(rank))) continue;
      for (const std::uint32_t next : unit.later) {
        if (!takes_part(units[next], static_cast<int>(rank))) continue;
        wait(units[next], static_cast<int>(rank));
        break;
      }
    }
  }
}

}  // namespace jacquard::engine
