// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/prove/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/collective/prove/data.hpp"
#include "jacquard/collective/prove/endpoints.hpp"

namespace jacquard::collective {

namespace {

const char* name_of(Order order) {
  switch (order) {
    case Order::oldest_first:
      return "oldest message first";
    case Order::newest_first:
      return "newest message first";
    case Order::earliest_round_first:
      return "earliest round first";
    case Order::latest_round_first:
      return "latest round first";
    case Order::starved_npu:
      return "one NPU starved";
    case Order::starved_round:
      return "one round starved";
    case Order::random:
      break;
  }
  return "random order";
}

struct InFlight {
  int round = 0;
  int to = 0;
  int repetition = 0;
  std::vector<int> pieces;
  std::vector<std::uint64_t> words;
};

// What a switch has added of a cast.
struct Sum {
  int senders = 0;
  std::vector<std::uint64_t> words;
};

// When its turn is: the least key, then the oldest.
struct Turn {
  std::uint64_t key = 0;
  std::uint64_t number = 0;
  std::size_t slot = 0;  // where the message lies

  bool operator<(const Turn& other) const {  // for a heap with the least on top
    return std::tie(key, number) > std::tie(other.key, other.number);
  }
};

class Run {
 public:
  Run(const rounds::RoundGraph& graph, Order order, std::uint64_t seed, int starved)
      : graph_(graph), order_(order), ends_(graph), rng_(seed, "executor"), starved_(starved) {
    for (const rounds::Collective& c : graph.collectives) {
      data_.emplace_back(c, rng_());
      std::vector<int> ranks(static_cast<std::size_t>(ends_.npus()), rounds::kNobody);
      for (int rank = 0; rank < c.shape.size(); ++rank) {
        base::at(ranks, c.npu(rank)) = rank;
      }
      rank_of_npu_.push_back(std::move(ranks));
    }
  }

  Execution go() {
    for (int round = 0; round < static_cast<int>(graph_.rounds.size()); ++round) {
      for (int npu = 0; npu < ends_.npus(); ++npu) begin_all(round, npu);
    }
    while (result_.fault.empty() && !ready_.empty()) {
      const std::size_t slot = ready_.top().slot;
      ready_.pop();
      deliver(flying_[slot]);
      free_.push_back(slot);
    }
    if (result_.fault.empty()) result_.fault = ends_.waits();
    for (std::size_t c = 0; c < data_.size() && result_.fault.empty(); ++c) {
      result_.fault = data_[c].fault();
    }
    return result_;
  }

 private:
  int rank(int round, int npu) const {
    const auto c = static_cast<std::size_t>(base::at(graph_.rounds, round).collective);
    return base::at(rank_of_npu_[c], npu);
  }

  void begin_all(int round, int npu) {
    while (ends_.can_begin(round, npu) && result_.fault.empty()) {
      const int repetition = ends_.begin(round, npu);
      if (ends_.receiver(round, npu) != rounds::kNobody) send(round, npu, repetition);
      const auto waits = early_.find({round, npu, repetition});
      if (waits == early_.end()) continue;
      ready_.push(waits->second);
      early_.erase(waits);
    }
  }

  void send(int number, int npu, int repetition) {
    const rounds::Round& round = base::at(graph_.rounds, number);
    const rounds::Collective& c = graph_.collective_of(round);
    const Data& data = base::at(data_, round.collective);
    const int from = rank(number, npu);
    const std::size_t slot = new_message();
    InFlight& message = flying_[slot];
    message.round = number;
    message.to = ends_.receiver(number, npu);
    message.repetition = repetition;
    message.words.clear();
    rounds::expand_into(message.pieces, round.pieces, c.shape, c.pieces, from, repetition);
    for (const int piece : message.pieces) {
      if (!data.has(round.chunk, from, piece)) {
        result_.fault = fmt::format(
            "rank {} should send piece {} of chunk {} in round {} and has "
            "it not",
            from, piece, round.chunk, number);
        return;
      }
      data.read(round.chunk, from, piece, message.words);
    }
    ++result_.messages;
    if (round.cast) {
      add_in_switch(slot, from);
    } else {
      launch(slot);
    }
  }

  std::size_t new_message() {
    if (free_.empty()) {
      free_.push_back(flying_.size());
      flying_.emplace_back();
    }
    const std::size_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void launch(std::size_t slot) {
    const InFlight& message = flying_[slot];
    const std::uint64_t sent = launched_++;
    const Turn turn{key(message, sent), sent, slot};
    if (ends_.can_receive(message.round, message.to, message.repetition)) {
      ready_.push(turn);
    } else {
      early_.emplace(std::make_tuple(message.round, message.to, message.repetition), turn);
    }
  }

  // The sum sets out to each receiver with the last that is added.
  void add_in_switch(std::size_t slot, int from) {
    const InFlight& message = flying_[slot];
    const rounds::Round& round = base::at(graph_.rounds, message.round);
    const rounds::Collective& c = graph_.collective_of(round);
    const Data& data = base::at(data_, round.collective);
    const int group = round.cast->group(c.shape, from);
    Sum& sum = sums_[{message.round, group, message.repetition}];
    if (sum.senders++ == 0) {
      sum.words = message.words;
    } else {
      const auto step = static_cast<std::size_t>(data.words());
      for (std::size_t p = 0; p < message.pieces.size(); ++p) {
        const int twice = data.add(&sum.words[p * step], &message.words[p * step]);
        if (twice < 0) continue;
        result_.fault =
            fmt::format("a switch would count rank {} twice in piece {} of chunk {} in round {}",
                        c.rank_of(from, twice), message.pieces[p], round.chunk, message.round);
        return;
      }
    }
    if (sum.senders == static_cast<int>(round.cast->senders_of(c.shape, group).size())) {
      for (const int to : round.cast->receivers_of(c.shape, group)) {
        const std::size_t copy = new_message();
        flying_[copy] = flying_[slot];
        flying_[copy].to = c.npu(to);
        flying_[copy].words = sum.words;
        launch(copy);
      }
      sums_.erase({message.round, group, message.repetition});
    }
    free_.push_back(slot);
  }

  std::uint64_t key(const InFlight& message, std::uint64_t sent) {
    switch (order_) {
      case Order::newest_first:
        return ~sent;
      case Order::earliest_round_first:
        return static_cast<std::uint64_t>(message.round);
      case Order::latest_round_first:
        return ~static_cast<std::uint64_t>(message.round);
      case Order::starved_npu:
        return message.to == starved_ ? 1 : 0;
      case Order::starved_round:
        return message.round == starved_ ? 1 : 0;
      case Order::random:
        return rng_();
      case Order::oldest_first:
        break;
    }
    return 0;
  }

  void deliver(const InFlight& message) {
    const rounds::Round& round = base::at(graph_.rounds, message.round);
    Data& data = base::at(data_, round.collective);
    const int to = rank(message.round, message.to);
    const std::uint64_t* words = message.words.data();
    for (const int piece : message.pieces) {
      if (round.action == rounds::Action::copy) {
        data.copy(round.chunk, to, piece, words);
      } else if (const int twice = data.reduce(round.chunk, to, piece, words); twice >= 0) {
        result_.fault = fmt::format(
            "rank {} would count rank {} twice in piece {} of chunk {} in round {}", to,
            graph_.collective_of(round).rank_of(to, twice), piece, round.chunk, message.round);
        return;
      }
      words += data.words();
    }
    ends_.receive(message.round, message.to);
    begin_all(message.round, message.to);
    for (const int next : ends_.waiting_for(message.round)) begin_all(next, message.to);
  }

  const rounds::RoundGraph& graph_;
  Order order_;
  Endpoints ends_;
  base::Rng rng_;
  int starved_;
  std::vector<Data> data_;
  std::vector<std::vector<int>> rank_of_npu_;
  std::deque<InFlight> flying_;  // the memory of delivered ones is used again
  std::vector<std::size_t> free_;
  std::priority_queue<Turn> ready_;
  std::map<std::tuple<int, int, int>, Turn> early_;  // by round, receiver, repetition
  std::map<std::tuple<int, int, int>, Sum> sums_;    // by round, group, repetition
  std::uint64_t launched_ = 0;
  Execution result_;
};

// `count` of 0..of-1, evenly apart; all, if there are not more.
std::vector<int> spread_over(int of, int count) {
  std::vector<int> chosen;
  for (int i = 0; i < std::min(of, count); ++i) {
    chosen.push_back(static_cast<int>(std::int64_t{i} * of / std::min(of, count)));
  }
  return chosen;
}

}  // namespace

void require_executable(const rounds::RoundGraph& graph, const std::string& source) {
  for (std::size_t i = 0; i < graph.rounds.size(); ++i) {
    const rounds::Round& round = graph.rounds[i];
    if (!round.uneven.empty() || round.bytes > base::Bytes{0}) continue;
    throw base::ConfigError({source, fmt::format("/rounds/{}/bytes", i),
                             "at least 1 B, as its messages carry pieces", "0 B", ""});
  }
  constexpr double most = 1 << 27;  // words of 64 bits
  double words = 4.0 * static_cast<double>(graph.rounds.size()) * rounds::npus(graph);
  for (const rounds::Collective& c : graph.collectives) {
    const int words_of_piece = 1 + (c.group().size() + 63) / 64;
    words += static_cast<double>(c.shape.size()) * static_cast<double>(c.pieces.count()) *
             c.chunks * words_of_piece;
  }
  if (words <= most) return;
  throw base::ConfigError(
      {source, "", "a graph small enough to move its numbers one by one",
       fmt::format("{} rounds of {} NPUs", graph.rounds.size(), rounds::npus(graph)),
       "take fewer NPUs or chunks"});
}

Execution execute(const rounds::RoundGraph& graph, Order order, std::uint64_t seed, int starved) {
  return Run(graph, order, seed, starved).go();
}

Execution prove(const rounds::RoundGraph& graph, std::uint64_t seed, const Effort& effort) {
  Execution result;
  const auto holds = [&](Order order, std::uint64_t with_seed, int starved) {
    result = execute(graph, order, with_seed, starved);
    if (!result.fault.empty()) {
      result.fault = fmt::format("{} ({})", result.fault, name_of(order));
    }
    return result.fault.empty();
  };
  // The most telling first.
  constexpr std::array<Order, 4> orders = {Order::latest_round_first, Order::newest_first,
                                           Order::earliest_round_first, Order::oldest_first};
  for (std::size_t i = 0; i < orders.size() && i < effort.plain_orders; ++i) {
    if (!holds(orders[i], seed, 0)) return result;
  }
  for (const int npu : spread_over(rounds::npus(graph), effort.starved_npus)) {
    if (!holds(Order::starved_npu, seed, npu)) return result;
  }
  const int rounds = static_cast<int>(graph.rounds.size());
  for (const int round : spread_over(rounds, effort.starved_rounds)) {
    if (!holds(Order::starved_round, seed, round)) return result;
  }
  for (int i = 0; i < effort.random_orders; ++i) {
    if (!holds(Order::random, seed + static_cast<std::uint64_t>(i), 0)) return result;
  }
  return result;
}

}  // namespace jacquard::collective
