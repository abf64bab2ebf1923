// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/interop/msccl/msccl.hpp"

namespace jacquard::interop {
namespace {

using base::at;
using rounds::CollectiveKind;

constexpr int kOrders = 6;
constexpr std::int64_t kMostPlaces = std::int64_t{1} << 22;  // of all GPUs and tiles

// A chunk of the data, and the GPUs whose contributions are in it, ascending.
struct Value {
  int piece = -1;  // -1: nothing
  std::vector<int> from;
};

class MscclRun {
 public:
  MscclRun(const MscclAlgorithm& algorithm, base::Bytes chunk, int tiles)
      : a_(algorithm), chunk_(chunk), tiles_(tiles), values_(cell(a_.ranks(), 0, 0)) {
    writers_.assign(values_.size(), -1);
    for (int tile = 0; tile < tiles_; ++tile) {
      for (const MscclSignal& signal : a_.signals) {
        signals_.push_back({signal.ready, {}});
      }
    }
    for (int rank = 0; rank < a_.ranks(); ++rank) {
      first_actor_.push_back(static_cast<int>(actors_.size()));
      for (const MscclBlock& block : at(a_.gpus, rank)) {
        actors_.push_back({rank, &block, &queues_[{rank, block.target, block.channel}],
                           &queues_[{block.source, rank, block.channel}]});
        actors_.back().announced.resize(block.steps.size());
      }
      for (int i = 0; i < tiles_ * a_.input; ++i) {
        const int chunk_of = i % a_.input;
        values_[cell(rank, i / a_.input, at(a_.input_at, rank) + chunk_of)] = {
            piece(rank, chunk_of), {rank}};
      }
    }
  }

  // In order 0 and 1 blocks go as far as they can, the first or the last first; then a step at a
  // time, by chance. Tiles are alike: the first one's outputs are looked at.
  std::string go(int order) {
    base::Rng rng(static_cast<std::uint64_t>(order), "msccl");
    std::vector<int> turns(actors_.size());
    std::iota(turns.begin(), turns.end(), 0);
    if (order == 1) std::reverse(turns.begin(), turns.end());
    for (bool moved = true; moved && fault_.empty();) {
      moved = false;
      if (order > 1) turns = rng.permutation(static_cast<int>(turns.size()));
      for (const int turn : turns) {
        Actor& actor = at(actors_, turn);
        while (fault_.empty() && can_go(actor)) {
          step(actor);
          moved = true;
          if (order > 1) break;
        }
      }
    }
    return fault_.empty() ? fault_of_end() : fault_;
  }

  rounds::RoundGraph graph;
  int root = 0;

 private:
  struct Message {
    std::vector<Value> values;
    rounds::RoundSet waits;
  };
  struct Actor {
    int rank = 0;
    const MscclBlock* block = nullptr;
    std::deque<Message>*out = nullptr, *in = nullptr;
    rounds::RoundSet waits = {};                   // rounds that its next message waits for
    rounds::RoundSet fetched = {};                 // which its next operation waits for
    rounds::RoundSet put = {};                     // which its next signal waits for
    std::vector<rounds::RoundSet> announced = {};  // the same after each awaited step
    std::size_t next = 0;
    int tile = 0;

    const MscclStep& step() const { return block->steps[next]; }
  };

  struct Signal {
    int ready = 0;                       // given at the beginning, which wait for no round
    std::deque<rounds::RoundSet> given;  // by a step, and what to wait for

    std::size_t size() const { return base::index(ready) + given.size(); }
  };

  bool is_done(const Actor& actor) const {
    return actor.block->steps.empty() || actor.tile == tiles_;
  }
  // Each tile has data of its own.
  std::size_t cell(int rank, int tile, int place) const {
    return base::cell(base::cell(rank, tile, tiles_), base::index(place), base::index(a_.places));
  }
  std::size_t from(const Actor& actor, int i) const {
    const MscclStep& step = actor.step();
    return cell(step.from_gpu < 0 ? actor.rank : step.from_gpu, actor.tile, step.from + i);
  }
  std::size_t to(const Actor& actor, int i) const {
    const MscclStep& step = actor.step();
    return cell(step.to_gpu < 0 ? actor.rank : step.to_gpu, actor.tile, step.to + i);
  }
  // Each tile has signals of its own.
  Signal& signals(const Actor& actor, int signal) {
    return signals_[base::cell(actor.tile, signal, static_cast<int>(a_.signals.size()))];
  }
  // Where data have one giver, a piece is of a GPU; else of all.
  bool has_givers() const {
    return a_.kind == CollectiveKind::all_gather || a_.kind == CollectiveKind::all_to_all ||
           a_.kind == CollectiveKind::broadcast;
  }
  int piece(int rank, int chunk) const { return (has_givers() ? rank * a_.input : 0) + chunk; }

  const Actor& awaited(const Actor& actor) const {
    return at(actors_, at(first_actor_, actor.rank) + actor.step().after_block);
  }
  bool can_go(const Actor& actor) {
    if (is_done(actor) || (actor.step().receives && actor.in->empty())) return false;
    const MscclStep& step = actor.step();
    for (int i = 0; step.from_packets && i < step.count; ++i) {
      if (packets_.count(from(actor, i)) == 0) return false;
    }
    if (step.takes >= 0) {
      return signals(actor, step.takes).size() >= base::index(std::max(step.needs, 1));
    }
    if (step.after_block < 0) return true;
    const Actor& other = awaited(actor);
    return std::pair(other.tile, other.next) >
           std::pair(actor.tile, base::index(actor.step().after_step));
  }

  static std::string name(const Actor& actor) {
    return fmt::format("GPU {}, {}", actor.rank, actor.step().name);
  }
  std::string text(const Value& value) const {
    if (value.piece < 0) return "nothing";
    return fmt::format("chunk {} of GPU {}", has_givers() ? value.piece % a_.input : value.piece,
                       fmt::join(value.from, "+"));
  }

  Value sum(const Actor& actor, const Value& mine, const Value& others) {
    Value all{mine.piece, {}};
    std::merge(mine.from.begin(), mine.from.end(), others.from.begin(), others.from.end(),
               std::back_inserter(all.from));
    const bool twice = std::adjacent_find(all.from.begin(), all.from.end()) != all.from.end();
    if (mine.piece < 0 || others.piece != mine.piece || twice) {
      fault_ = fmt::format("{} adds {} to {}", name(actor), text(others), text(mine));
    }
    return all;
  }

  void step(Actor& actor) {
    const MscclStep& step = actor.step();
    if (step.after_block >= 0) actor.waits.add(at(awaited(actor).announced, step.after_step));
    if (step.begins) actor.waits.add(std::exchange(actor.fetched, {}));
    if (step.takes >= 0) take(actor, step);
    if (step.count > 0) move(actor, step);
    if (step.gives >= 0)
      signals(actor, step.gives).given.push_back(together(actor.waits, actor.put));
    if (step.awaited) actor.announced[actor.next] = actor.waits;
    if (++actor.next < actor.block->steps.size()) return;
    actor.next = 0;
    ++actor.tile;
  }

  void take(Actor& actor, const MscclStep& step) {
    Signal& signal = signals(actor, step.takes);
    if (step.needs > 0) {
      for (const rounds::RoundSet& one : signal.given) actor.waits.add(one);
    } else if (signal.ready > 0) {
      --signal.ready;
    } else {
      actor.waits.add(signal.given.front());
      signal.given.pop_front();
    }
  }

  void move(Actor& actor, const MscclStep& step) {
    std::vector<Value> values;
    int round = -1;
    if (step.receives) {
      Message message = std::move(actor.in->front());
      actor.in->pop_front();
      values = std::move(message.values);
      if (static_cast<int>(values.size()) != step.count) {
        fault_ = fmt::format("{} receives {} chunks where GPU {} sends {}", name(actor), step.count,
                             actor.block->source, values.size());
        return;
      }
      round =
          add_round(actor.block->source, actor.rank, step, together(message.waits, actor.waits));
      actor.waits = {round};
    }
    for (int i = 0; step.from_packets && i < step.count; ++i) {
      actor.waits.add(packets_[from(actor, i)]);
    }
    if (step.from_gpu >= 0 || step.to_gpu >= 0) round = reach(actor, step);
    for (int i = 0; i < step.count && fault_.empty(); ++i) {
      if (!step.receives) values.push_back(values_[from(actor, i)]);
      Value& moved = values[base::index(i)];
      if (moved.piece < 0) {
        fault_ = name(actor) + " takes a chunk that is not there yet";
        return;
      }
      if (step.adds) {
        moved = sum(actor, values_[step.receives ? from(actor, i) : to(actor, i)], moved);
        const int wrote = step.receives ? -1 : writers_[from(actor, i)];
        if (wrote >= 0) at(graph.rounds, wrote).action = rounds::Action::reduce;
      }
      if (!step.stores) continue;
      values_[to(actor, i)] = moved;
      writers_[to(actor, i)] = step.adds ? -1 : round;
      if (step.to_packets) {
        packets_[to(actor, i)] = round < 0 ? actor.waits : rounds::RoundSet{round};
      }
    }
    if (step.sends) actor.out->push_back({std::move(values), actor.waits});
  }

  int add_round(int from, int to, const MscclStep& step, rounds::RoundSet after) {
    rounds::Round& round = graph.rounds.emplace_back();
    round.permutation = rounds::SymbolicPermutation::shift(0, to - from).from({{from, from}});
    round.action = step.adds ? rounds::Action::reduce : rounds::Action::copy;
    round.bytes = base::Bytes{chunk_.count() * step.count};
    round.after = std::move(after);
    return static_cast<int>(graph.rounds.size()) - 1;
  }

  // Into another GPU's memory, or out of it.
  int reach(Actor& actor, const MscclStep& step) {
    const bool puts = step.to_gpu >= 0;
    const int round = add_round(puts ? actor.rank : step.from_gpu, puts ? step.to_gpu : actor.rank,
                                step, actor.waits);
    (puts ? actor.put : actor.fetched).add(round);
    return round;
  }

  std::string awaited_by(const MscclStep& step) const {
    if (step.takes >= 0) return at(a_.signals, step.takes).name;
    return step.from_packets ? "packets" : fmt::format("block {}", step.after_block);
  }

  std::string fault_of_end() {
    for (const bool of_message : {true, false}) {  // what waits for a block waits for its message
      for (const Actor& actor : actors_) {
        if (is_done(actor) || of_message != (actor.step().receives && actor.in->empty())) continue;
        return name(actor) + " waits for ever for " +
               (of_message ? fmt::format("a message of GPU {}", actor.block->source)
                           : awaited_by(actor.step()));
      }
    }
    for (std::size_t i = 0; i < a_.signals.size(); ++i) {
      if (a_.signals[i].is_due && signals_[i].size() > 0) {
        return a_.signals[i].name + " is never waited for";
      }
    }
    for (const auto& [ends, queue] : queues_) {
      if (queue.empty()) continue;
      return fmt::format("a message of GPU {} to GPU {} on channel {} is never received",
                         std::get<0>(ends), std::get<1>(ends), std::get<2>(ends));
    }
    const bool rooted = a_.kind == CollectiveKind::broadcast || a_.kind == CollectiveKind::reduce;
    std::string first;
    for (root = 0; root < (rooted ? a_.ranks() : 1); ++root) {
      const std::string fault = fault_of_outputs();
      if (fault.empty()) return "";
      if (root == 0) first = fault;
    }
    return first;
  }

  Value expected(int rank, int chunk) const {
    const int part = a_.chunks / a_.ranks();
    if (a_.kind == CollectiveKind::all_gather) return {chunk, {chunk / a_.input}};
    if (a_.kind == CollectiveKind::broadcast) return {piece(root, chunk), {root}};
    if (a_.kind == CollectiveKind::all_to_all) {
      return {piece(chunk / part, rank * part + chunk % part), {chunk / part}};
    }
    Value all{chunk + (a_.kind == CollectiveKind::reduce_scatter ? rank * a_.output : 0), {}};
    for (int from = 0; from < a_.ranks(); ++from) all.from.push_back(from);
    return all;
  }

  std::string fault_of_outputs() const {
    for (int rank = 0; rank < a_.ranks(); ++rank) {
      if (a_.kind == CollectiveKind::reduce && rank != root) continue;
      for (int chunk = 0; chunk < a_.output; ++chunk) {
        const Value& found = values_[cell(rank, 0, at(a_.output_at, rank) + chunk)];
        const Value due = expected(rank, chunk);
        if (found.piece == due.piece && found.from == due.from) continue;
        return fmt::format("GPU {} ends with {} in chunk {} of its output, not {}", rank,
                           text(found), chunk, text(due));
      }
    }
    return "";
  }

  const MscclAlgorithm& a_;
  base::Bytes chunk_;
  int tiles_;
  std::map<std::tuple<int, int, int>, std::deque<Message>> queues_;  // by ends and channel
  std::vector<Signal> signals_;
  std::map<std::size_t, rounds::RoundSet> packets_;  // by places, and what brought them
  std::vector<Actor> actors_;
  std::vector<int> first_actor_;  // of each GPU
  std::vector<Value> values_;
  std::vector<int> writers_;  // of each place, the round that brought what is there
  std::string fault_;
};

void require_places(const MscclAlgorithm& algorithm, int tiles) {
  const std::int64_t places = std::int64_t{algorithm.places} * algorithm.ranks() * tiles;
  if (places <= kMostPlaces) return;
  throw base::ConfigError({algorithm.file, "", fmt::format("at most {} chunks of all", kMostPlaces),
                           std::to_string(places), "fewer --chunks"});
}

}  // namespace

std::string fault_of(const MscclAlgorithm& algorithm) {
  require_places(algorithm, 1);
  std::string fault;
  for (int order = 0; order < kOrders && fault.empty(); ++order) {
    fault = MscclRun(algorithm, base::Bytes{1}, 1).go(order);
  }
  return fault;
}

rounds::RoundGraph rounds_of(const MscclAlgorithm& algorithm, base::Bytes bytes, int tiles) {
  require_places(algorithm, tiles);
  const std::string fault = fault_of(algorithm);
  if (!fault.empty()) {
    throw base::ConfigError(
        {algorithm.file, "", "an algorithm that does what coll says", fault, ""});
  }
  const std::int64_t parts = std::int64_t{algorithm.input} * tiles;
  if (bytes.count() < parts) {
    throw base::ConfigError({"--bytes", "", fmt::format("a byte for each of {} chunks", parts),
                             config::show_quantity(bytes), "more bytes, or fewer --chunks"});
  }
  const base::Bytes chunk{bytes.count() / parts + (bytes.count() % parts != 0 ? 1 : 0)};
  const auto require_sum = [&](double sum) {
    if (sum <= rounds::kMostVolume) return;
    throw base::ConfigError({"--bytes", "", "messages of less than 4e18 bytes in all",
                             fmt::format("{:.3g}", sum), "fewer bytes"});
  };
  require_sum(static_cast<double>(chunk.count()) * algorithm.places);
  MscclRun run(algorithm, chunk, tiles);
  run.go(0);
  rounds::Collective& collective = run.graph.collectives.emplace_back();
  collective.kind = algorithm.kind;
  collective.shape = collective.pieces = rounds::Shape({algorithm.ranks()});
  collective.involved = {0};
  if (algorithm.kind == CollectiveKind::all_to_all) {
    collective.pieces = rounds::Shape({algorithm.ranks(), algorithm.ranks()});
  }
  collective.bytes = bytes;
  collective.root = run.root;
  collective.algorithm = algorithm.name;
  run.graph.channels.emplace_back();
  require_sum(rounds::volume(run.graph));
  return std::move(run.graph);
}

}  // namespace jacquard::interop
