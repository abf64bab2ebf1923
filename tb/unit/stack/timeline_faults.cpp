// SPDX-License-Identifier: Apache-2.0
#include "unit/stack/timeline_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "jacquard/base/at.hpp"

namespace {

namespace base = jacquard::base;
using namespace jacquard::stack;
using base::Bytes;
using base::index;

using Key = std::tuple<int, int, int>;  // call, round, repetition

std::int64_t size_of(const jacquard::rounds::Round& round) {
  std::int64_t most = round.bytes.count();
  for (const Bytes bytes : round.uneven) most = std::max(most, bytes.count());
  return most;
}

// What one repetition's messages go in.
struct Piece {
  std::int64_t start = 0;  // slot
  std::int64_t end = 0;
  int channel = 0;
  int part = 0;
  std::int64_t from = 0;
  std::int64_t bytes = 0;
  std::int64_t lead = 0;
  bool held = false;
  std::int64_t arrival = 0;
};

class Reader {
 public:
  Reader(const Plan& plan, const SlotClock& clock, const Timeline& timeline, const Routes* routes)
      : plan_(plan), clock_(clock), timeline_(timeline), routes_(routes) {
    collect();
    find_ends();
    run_actors();
  }

  std::int64_t step() const { return step_; }

  std::vector<std::string> faults() {
    for (std::size_t k = 1; k < timeline_.placed.size(); ++k) {
      if (timeline_.placed[k].start < timeline_.placed[k - 1].start) say("{} is out of order", k);
    }
    check_coverage();
    check_ports();
    check_conflicts();
    check_readiness();
    check_program_order();
    if (timeline_.step.count() != step_) {
      say("step {} and its messages lead to {}", timeline_.step.count(), step_);
    }
    return std::move(faults_);
  }

 private:
  template <class... Args>
  void say(fmt::format_string<Args...> text, Args&&... args) {
    if (faults_.size() < 5) faults_.push_back(fmt::format(text, std::forward<Args>(args)...));
  }
  const jacquard::rounds::Round& round(int r) const { return base::at(plan_.rounds.rounds, r); }

  void collect() {
    for (const Placed& placed : timeline_.placed) {
      for (int k = 0; k < placed.repetitions; ++k) {
        Piece piece;
        piece.start = placed.start + std::int64_t{k} * placed.slots;
        piece.end = piece.start + placed.slots;
        piece.channel = placed.channel;
        piece.part = placed.part;
        piece.from = placed.from.count();
        piece.bytes = placed.bytes.count();
        piece.lead = k == 0 ? placed.lead.count() : 0;
        piece.held = k > 0 || placed.held;
        piece.arrival =
            clock_.arrival(piece.start, piece.held, Bytes{piece.lead}, placed.bytes).count();
        pieces_[{placed.call, placed.round, placed.first_repetition + k}].push_back(piece);
      }
    }
  }

  std::int64_t arrival(const Key& key) const {
    const auto found = pieces_.find(key);
    std::int64_t last = 0;
    if (found == pieces_.end()) return last;
    for (const Piece& piece : found->second) last = std::max(last, piece.arrival);
    return last;
  }

  void find_ends() {
    call_end_.assign(plan_.calls.size(), 0);
    for (const auto& [key, pieces] : pieces_) {
      std::int64_t& end = call_end_[index(std::get<0>(key))];
      end = std::max(end, arrival(key));
    }
    for (const Reserved& reserved : timeline_.reserved) {
      std::int64_t& end = base::at(call_end_, reserved.call);
      end = (reserved.start + reserved.slots) * clock_.slot.count();
      if (clock_.sync == Sync::on_dependency) end += clock_.flight.count();
    }
  }

  // Each actor's nodes, calls ending when the timeline says (or, without rounds, when all sides are
  // ready: found by running the actors until nothing changes).
  void run_actors() {
    ready_.resize(plan_.actors.size());
    for (bool changed = true; changed;) {
      changed = false;
      step_ = 0;
      for (std::size_t a = 0; a < plan_.actors.size(); ++a) run_actor(a);
      call_begin_.assign(plan_.calls.size(), 0);
      for (std::size_t c = 0; c < plan_.calls.size(); ++c) {
        for (const Side& side : plan_.sides_of(plan_.calls[c])) {
          call_begin_[c] = std::max(call_begin_[c], ready_[index(side.actor)][index(side.node)]);
        }
        if (plan_.template_of(plan_.calls[c]).rounds == 0 && call_end_[c] < call_begin_[c]) {
          call_end_[c] = call_begin_[c];
          changed = true;
        }
      }
    }
  }

  void run_actor(std::size_t a) {
    const Actor& actor = plan_.actors[a];
    constexpr std::int64_t kUnknown = -1;
    std::vector<std::int64_t> end(actor.nodes.size(), kUnknown);
    std::vector<std::int64_t>& ready = ready_[a];
    ready.assign(actor.nodes.size(), kUnknown);
    std::vector<std::size_t> computations;  // not begun
    std::int64_t free = 0;
    for (;;) {
      for (std::size_t n = 0; n < actor.nodes.size(); ++n) {
        const Node& node = actor.nodes[n];
        if (ready[n] != kUnknown) continue;
        std::int64_t from = 0;
        bool known = true;
        for (const std::uint32_t before : actor.waits_for(node)) {
          known = known && end[before] != kUnknown;
          from = std::max(from, end[before]);
        }
        if (!known) continue;
        ready[n] = from;
        if (node.call != Node::kNone) {
          end[n] = call_end_[index(node.call)];
        } else if (node.computes) {
          computations.push_back(n);
        } else {
          end[n] = from + node.duration.count();
        }
      }
      if (computations.empty()) break;
      // The next to begin: at the earliest instant; of those ready then, the first.
      std::int64_t begin = std::numeric_limits<std::int64_t>::max();
      for (const std::size_t n : computations) begin = std::min(begin, std::max(free, ready[n]));
      std::sort(computations.begin(), computations.end());
      const auto chosen = std::find_if(computations.begin(), computations.end(),
                                       [&](std::size_t n) { return ready[n] <= begin; });
      end[*chosen] = begin + actor.nodes[*chosen].duration.count();
      free = end[*chosen];
      computations.erase(chosen);
    }
    for (const std::int64_t e : end) step_ = std::max(step_, e);
  }

  int parts(int round) const {
    return routes_ == nullptr ? 1 : routes_->parts(base::at(plan_.pattern_of_round, round));
  }

  void check_coverage() {
    for (std::size_t c = 0; c < plan_.calls.size(); ++c) {
      if (plan_.calls[c].kind == Call::Kind::placeholder) continue;
      const Template& of = plan_.template_of(plan_.calls[c]);
      for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
        for (int k = 0; k < round(r).repeat; ++k) {
          const auto found = pieces_.find({static_cast<int>(c), r, k});
          if (found == pieces_.end()) {
            say("call {} round {} repetition {} is not placed", c, r, k);
            continue;
          }
          std::vector<Piece>& pieces = found->second;
          std::sort(pieces.begin(), pieces.end(), [](const Piece& x, const Piece& y) {
            return std::tie(x.part, x.from) < std::tie(y.part, y.from);
          });
          std::map<int, std::int64_t> reached;
          for (const Piece& piece : pieces) {
            if (piece.bytes == 0 && size_of(round(r)) > 0) say("call {}: an empty piece", c);
            if (piece.bytes == 0 && reached.count(piece.part) > 0) say("call {}: doubled", c);
            if (piece.from != reached[piece.part]) {
              say("call {} round {} repetition {}: bytes from {} instead of {}", c, r, k,
                  piece.from, reached[piece.part]);
            }
            reached[piece.part] = piece.from + piece.bytes;
            const Bytes room = clock_.capacity(piece.end - piece.start, piece.held);
            if (room.count() < piece.lead + piece.bytes) {
              say("call {} round {} repetition {}: {} bytes where {} fit", c, r, k,
                  piece.lead + piece.bytes, room.count());
            }
          }
          if (static_cast<int>(reached.size()) != parts(r)) {
            say("call {} round {} repetition {}: {} parts of {}", c, r, k, reached.size(),
                parts(r));
          }
          for (const auto& [part, bytes] : reached) {
            if (bytes != size_of(round(r))) {
              say("call {} round {} repetition {} part {}: {} bytes in all", c, r, k, part, bytes);
            }
          }
        }
      }
    }
    std::int64_t expected = 0;
    std::size_t placeholders = 0;
    for (const Call& call : plan_.calls) {
      const Template& of = plan_.template_of(call);
      if (call.kind == Call::Kind::placeholder) {
        placeholders += of.rounds > 0 ? 1 : 0;
        continue;
      }
      for (int r = of.first_round; r < of.first_round + of.rounds; ++r) expected += round(r).repeat;
    }
    if (static_cast<std::int64_t>(pieces_.size()) != expected) {
      say("{} repetitions are placed, {} are due", pieces_.size(), expected);
    }
    if (timeline_.reserved.size() != placeholders) {
      say("{} placeholders of {}", timeline_.reserved.size(), placeholders);
    }
  }

  struct Use {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t first_byte = 0;  // in its first slot
    std::int64_t last_byte = 0;   // in its last slot
    std::pair<int, int> setting;
    bool held = false;
  };

  void check_ports() {
    std::map<std::tuple<int, bool, int>, std::vector<Use>> uses;  // actor, receives, channel
    for (const auto& [key, pieces] : pieces_) {
      const int pattern = base::at(plan_.pattern_of_round, std::get<1>(key));
      for (const Piece& piece : pieces) {
        Use use;
        use.start = piece.start;
        use.end = piece.end;
        use.first_byte = piece.lead;
        const std::int64_t before =
            piece.end - piece.start == 1
                ? 0
                : clock_.capacity(piece.end - piece.start - 1, piece.held).count();
        use.last_byte = piece.lead + piece.bytes - before;
        use.setting = {pattern, piece.part};
        use.held = piece.held;
        for (const int actor : base::at(plan_.patterns, pattern).senders) {
          uses[{actor, false, piece.channel}].push_back(use);
        }
        for (const int actor : base::at(plan_.patterns, pattern).receivers) {
          uses[{actor, true, piece.channel}].push_back(use);
        }
      }
    }
    for (const Reserved& reserved : timeline_.reserved) {
      Use use;
      use.start = reserved.start;
      use.end = reserved.start + reserved.slots;
      use.setting = {-1, 0};
      const Template& of = plan_.template_of(base::at(plan_.calls, reserved.call));
      const Pattern& first =
          base::at(plan_.patterns, base::at(plan_.pattern_of_round, of.first_round));
      for (const int actor : first.senders) {
        uses[{actor, false, reserved.channel}].push_back(use);
      }
      for (const int actor : first.receivers) {
        uses[{actor, true, reserved.channel}].push_back(use);
      }
    }
    for (auto& [port, all] : uses) {
      std::sort(all.begin(), all.end(), [](const Use& x, const Use& y) {
        return std::tie(x.start, x.first_byte) < std::tie(y.start, y.first_byte);
      });
      const auto& [actor, receives, channel] = port;
      const char* side = receives ? "input" : "output";
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (all[k].held && (k == 0 || all[k].setting != all[k - 1].setting)) {
          say("actor {} {} channel {}: slot {} claims a held setting", actor, side, channel,
              all[k].start);
        }
        if (k == 0 || all[k - 1].end <= all[k].start) {
          if (all[k].first_byte > 0) {
            say("actor {} {} channel {}: a lead in slot {} without what leads", actor, side,
                channel, all[k].start);
          }
          continue;
        }
        const bool shares = all[k - 1].end == all[k].start + 1 &&
                            all[k - 1].setting == all[k].setting &&
                            all[k - 1].last_byte <= all[k].first_byte;
        if (!shares) {
          say("actor {} {} channel {} is used twice in slot {}", actor, side, channel,
              all[k].start);
        }
      }
    }
  }

  // No two settings in conflict at once on a channel.
  void check_conflicts() {
    if (routes_ == nullptr || !routes_->conflicts().any()) return;
    struct Set {
      std::int64_t start, end;
      std::uint32_t setting;
    };
    std::map<int, std::vector<Set>> sets;
    for (const auto& [key, pieces] : pieces_) {
      const int pattern = base::at(plan_.pattern_of_round, std::get<1>(key));
      for (const Piece& piece : pieces) {
        sets[piece.channel].push_back(
            {piece.start, piece.end, routes_->setting(pattern, piece.part)});
      }
    }
    for (const auto& [channel, all] : sets) {
      for (const Set& a : all) {
        for (const Set& b : all) {
          if (a.start < b.end && b.start < a.end &&
              routes_->conflicts().between(a.setting, b.setting)) {
            say("channel {}: settings {} and {} share slot {}", channel, a.setting, b.setting,
                std::max(a.start, b.start));
          }
        }
      }
    }
  }

  void check_readiness() {
    for (const Reserved& reserved : timeline_.reserved) {
      if (reserved.start * clock_.slot.count() < base::at(call_begin_, reserved.call)) {
        say("call {} is kept slots before it can begin", reserved.call);
      }
    }
    for (const auto& [key, pieces] : pieces_) {
      const auto [c, r, k] = key;
      std::int64_t ready = base::at(call_begin_, c);
      if (k > 0) {
        ready = std::max(ready, arrival({c, r, k - 1}));
      } else {
        for (const int before : round(r).after) {
          ready = std::max(ready, arrival({c, before, round(before).repeat - 1}));
        }
      }
      for (const Piece& piece : pieces) {
        if (piece.start * clock_.slot.count() < ready) {
          say("call {} round {} repetition {} in slot {} begins before its data are there at {}", c,
              r, k, piece.start, ready);
        }
      }
    }
  }

  void check_program_order() {
    std::vector<std::pair<std::int64_t, std::int64_t>> spans(plan_.calls.size(), {-1, -1});
    for (const auto& [key, pieces] : pieces_) {
      auto& [first, last] = spans[index(std::get<0>(key))];
      for (const Piece& piece : pieces) {
        first = first < 0 ? piece.start : std::min(first, piece.start);
        last = std::max(last, piece.end);
      }
    }
    for (const Reserved& reserved : timeline_.reserved) {
      base::at(spans, reserved.call) = {reserved.start, reserved.start + reserved.slots};
    }
    for (const Actor& actor : plan_.actors) {
      std::map<int, int> before;
      for (const Node& node : actor.nodes) {
        if (node.call == Node::kNone) continue;
        const int communicator = plan_.template_of(base::at(plan_.calls, node.call)).communicator;
        if (communicator < 0) continue;
        const auto known = before.find(communicator);
        const std::int64_t first = base::at(spans, node.call).first;
        if (known != before.end() && known->second != node.call && first >= 0 &&
            first < base::at(spans, known->second).second) {
          say("{}: call {} begins before call {} of its communicator is sent", actor.name,
              node.call, known->second);
        }
        before[communicator] = node.call;
      }
    }
  }

  const Plan& plan_;
  const SlotClock& clock_;
  const Timeline& timeline_;
  const Routes* routes_;
  std::map<Key, std::vector<Piece>> pieces_;
  std::vector<std::int64_t> call_begin_;
  std::vector<std::int64_t> call_end_;
  std::vector<std::vector<std::int64_t>> ready_;  // of each actor's nodes
  std::int64_t step_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> timeline_faults(const Plan& plan, const SlotClock& clock,
                                         const Timeline& timeline, const Routes* routes) {
  return Reader(plan, clock, timeline, routes).faults();
}

base::Picoseconds step_of(const Plan& plan, const SlotClock& clock, const Timeline& timeline) {
  return base::Picoseconds{Reader(plan, clock, timeline, nullptr).step()};
}
