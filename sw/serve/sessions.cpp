// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/sessions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/serve/traces/read_requests.hpp"

namespace jacquard::serve {
namespace {

constexpr double kMostTurns = 4096;
constexpr double kLongestThought = 86'400;  // seconds
constexpr int kLongBlock = 512;             // tokens of an id, where nothing is shared
constexpr int kShortBlock = 16;
constexpr std::uint64_t kIndexBits = 24;  // of ids: blocks of a session

base::Picoseconds picoseconds(double seconds) {
  return base::Picoseconds{
      std::llround(seconds * static_cast<double>(base::kPicosecondsPerSecond))};
}

// A session from the first turn that is sent on.
class Session {
 public:
  Session(const Sessions& kind, const Lengths& lengths, std::int64_t most, std::uint64_t seed,
          std::uint64_t number)
      : kind_(kind),
        lengths_(lengths),
        most_(most),
        number_(number),
        rng_(seed, "serve session", number) {}

  // Begins at a turn that is as likely as its share of all turns.
  void begin_within() {
    const double mean = kind_.turns.mean;
    int before = 0;
    if (kind_.turns.geometric) {
      while (goes_on()) ++before;
    } else {
      before = static_cast<int>(rng_.below(static_cast<std::uint64_t>(mean)));
    }
    for (; turn_ < before; ++turn_) {
      const std::int64_t known = known_ + drawn(lengths_.input) + drawn(lengths_.output);
      if (known >= most_ - lengths_.input - lengths_.output - kind_.shared) break;
      known_ = known;
    }
  }
  bool is_first() const { return turn_ == 0; }

  double think() {
    const double variation = kind_.thinking.variation;
    if (variation == 0) return kind_.thinking.mean_s;
    const double shape = 1 / (variation * variation);
    return kind_.thinking.mean_s * rng_.gamma(shape) / shape;
  }

  Request next(int block) {
    Request request;
    request.input = static_cast<int>(kind_.shared + known_ + drawn(lengths_.input));
    request.output = drawn(lengths_.output);
    const std::int64_t all = std::int64_t{request.input} + request.output;
    request.named = static_cast<int>(all);
    for (std::int64_t i = 0; i < base::divide_up(all, std::int64_t{block}); ++i) {
      const bool shared = (i + 1) * block <= kind_.shared;
      request.prefix.push_back((shared ? 0 : number_ + 1) << kIndexBits |
                               static_cast<std::uint64_t>(i));
    }
    known_ = all - kind_.shared;
    ++turn_;
    return request;
  }

  bool has_more() {
    const std::int64_t longest =
        kind_.shared + known_ + std::int64_t{lengths_.input} + lengths_.output;
    if (longest > most_) return false;
    return kind_.turns.geometric ? goes_on() : turn_ < kind_.turns.mean;
  }

 private:
  bool goes_on() { return rng_.uniform() < 1 - 1 / kind_.turns.mean; }
  int drawn(int longest) {
    const double share = lengths_.spread + (1 - lengths_.spread) * rng_.uniform();
    return std::max(1, static_cast<int>(std::lround(share * longest)));
  }

  Sessions kind_;
  Lengths lengths_;
  std::int64_t most_;
  std::uint64_t number_;
  base::Rng rng_;
  int turn_ = 0;            // that comes next
  std::int64_t known_ = 0;  // tokens of the turns before, answers too
};

// Turns in the order in which they would come if answers took no time.
class Draw {
 public:
  Draw(const Sessions& kind, const Lengths& lengths, std::int64_t most, std::uint64_t seed)
      : kind_(kind), lengths_(lengths), most_(most), seed_(seed) {
    all_.prefix_block = kind.shared > 0 ? kShortBlock : kLongBlock;
    const std::int64_t each = std::int64_t{lengths.input} + lengths.output;
    const double turns = kind.turns.geometric ? 1 : kind.turns.mean;
    if (kind.shared + turns * static_cast<double>(each) > static_cast<double>(most)) {
      throw base::ConfigError(
          {"--turns", "",
           fmt::format("turns that make at most {} tokens, which a server holds", most),
           fmt::format("{:.0f} of {} tokens each", turns, each), "fewer turns or tokens would do"});
    }
  }

  Session begin() { return {kind_, lengths_, most_, seed_, sessions_++}; }
  std::int64_t count() const { return serial_; }

  // A session whose next turn comes at `now`, after the one of number `before` and so much thought.
  void push(double now, Session session, std::int64_t before = -1, double thought = 0) {
    if (now > kMostArrivalSeconds) {
      throw base::ConfigError({"--rate", "",
                               fmt::format("turns within {:.0f} s", kMostArrivalSeconds),
                               fmt::format("turn {} later", serial_), "ask for fewer requests"});
    }
    pending_.push({now, order_++, before, thought, slot(std::move(session))});
  }
  double next() const { return pending_.top().now; }
  bool any() const { return !pending_.empty(); }

  // Sends the next turn. Of clients another session follows the last turn.
  void send(bool again) {
    const Pending turn = pending_.top();
    pending_.pop();
    Session& session = slots_[turn.slot];
    Request request = session.next(all_.prefix_block);
    request.id = serial_++;
    const std::int64_t id = request.id;
    if (turn.before < 0) {
      request.arrival = picoseconds(turn.now);
      all_.requests.push_back(std::move(request));
    } else {
      all_.later.push_back({turn.before, picoseconds(turn.thought), std::move(request)});
    }
    unused_.push_back(turn.slot);
    if (session.has_more()) {
      const double thought = session.think();
      push(turn.now + thought, Session(session), id, thought);
    } else if (again) {
      Session other = begin();
      const double thought = other.think();
      push(turn.now + thought, std::move(other), id, thought);
    }
  }

  DrawnSessions take() { return std::move(all_); }

 private:
  struct Pending {
    double now;
    std::int64_t order;
    std::int64_t before;
    double thought;
    std::size_t slot;
    friend bool operator>(const Pending& a, const Pending& b) {
      return a.now != b.now ? a.now > b.now : a.order > b.order;
    }
  };

  std::size_t slot(Session session) {
    if (unused_.empty()) {
      slots_.push_back(std::move(session));
      return slots_.size() - 1;
    }
    const std::size_t free = unused_.back();
    unused_.pop_back();
    slots_[free] = std::move(session);
    return free;
  }

  Sessions kind_;
  Lengths lengths_;
  std::int64_t most_;
  std::uint64_t seed_;
  std::uint64_t sessions_ = 0;
  std::int64_t serial_ = 0;
  std::int64_t order_ = 0;
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> pending_;
  std::vector<Session> slots_;
  std::vector<std::size_t> unused_;
  DrawnSessions all_;
};

}  // namespace

Turns parse_turns(const std::string& text) {
  const std::string word = "geometric:";
  Turns turns;
  turns.geometric = text.rfind(word, 0) == 0;
  const auto mean = base::parse_number<double>(turns.geometric ? text.substr(word.size()) : text);
  const bool whole = mean && (turns.geometric || *mean == std::floor(*mean));
  if (!whole || !(*mean >= 1) || *mean > kMostTurns) {
    throw base::ConfigError(
        {"--turns", "",
         fmt::format("turns of a session, 1 to {:.0f}, or geometric:MEAN", kMostTurns), text, ""});
  }
  turns.mean = *mean;
  return turns;
}

Thinking parse_thinking(const std::string& text) {
  Thinking thinking;
  const std::size_t colon = text.rfind(':');
  const std::string word = colon == std::string::npos ? "exponential" : text.substr(0, colon);
  thinking.variation = parse_variation(word == "exponential" ? "poisson" : word, "--think");
  const std::string time = colon == std::string::npos ? text : text.substr(colon + 1);
  const auto mean = config::parse_quantity<base::Picoseconds>(time, {"--think", ""});
  thinking.mean_s = base::to_seconds(mean).count();
  if (thinking.mean_s < 0 || thinking.mean_s > kLongestThought) {
    throw base::ConfigError({"--think", "", "a time of at most a day", text, ""});
  }
  return thinking;
}

DrawnSessions drawn_sessions(const Sessions& kind, const Arrivals& arrivals, std::int64_t count,
                             const Lengths& lengths, std::int64_t most_tokens, std::uint64_t seed) {
  Draw draw(kind, lengths, most_tokens, seed);
  ArrivalTimes times(arrivals, seed);
  double now = times.next();
  while (draw.count() < count) {
    if (draw.any() && draw.next() <= now) {
      draw.send(false);
      continue;
    }
    Session session = draw.begin();
    session.begin_within();
    // The turn before a later one came before the run, or is a turn of the run itself.
    if (session.is_first() || session.think() > now) draw.push(now, std::move(session));
    now = times.next();
  }
  return draw.take();
}

DrawnSessions client_sessions(const Sessions& kind, int clients, std::int64_t count,
                              const Lengths& lengths, std::int64_t most_tokens,
                              std::uint64_t seed) {
  Draw draw(kind, lengths, most_tokens, seed);
  for (int client = 0; client < clients; ++client) {
    Session session = draw.begin();
    draw.push(session.think(), std::move(session));
  }
  while (draw.count() < count) draw.send(true);
  return draw.take();
}

}  // namespace jacquard::serve
