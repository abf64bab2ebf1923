// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/round_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::rounds {

Shape Collective::group() const {
  std::vector<int> radices;
  for (const int digit : involved) radices.push_back(shape.radix(digit));
  return Shape(radices);
}

int Collective::member(int rank) const {
  int number = 0;
  int stride = 1;
  for (const int digit : involved) {
    number += stride * shape.digit(rank, digit);
    stride *= shape.radix(digit);
  }
  return number;
}

int Collective::rank_of(int rank, int member) const {
  for (const int digit : involved) {
    const int radix = shape.radix(digit);
    rank = shape.with_digit(rank, digit, member % radix);
    member /= radix;
  }
  return rank;
}

int first_cast(const RoundGraph& graph) {
  const auto found = std::find_if(graph.rounds.begin(), graph.rounds.end(),
                                  [](const Round& round) { return round.cast.has_value(); });
  return found == graph.rounds.end() ? -1 : static_cast<int>(found - graph.rounds.begin());
}

std::vector<Message> expand(const RoundGraph& graph, const Round& round) {
  JQ_CHECK(!round.cast, "a cast has no messages between two ranks");
  const Collective& collective = graph.collective_of(round);
  std::vector<Message> messages;
  for (int rank = 0; rank < collective.shape.size(); ++rank) {
    const int to = round.permutation.receiver(collective.shape, rank);
    if (to == kNobody) continue;
    messages.push_back({{Endpoint::Kind::npu, collective.npu(rank), round.channel},
                        {Endpoint::Kind::npu, collective.npu(to), round.channel},
                        round.bytes_from(rank)});
  }
  return messages;
}

Totals& Totals::operator+=(const Totals& other) {
  rounds += other.rounds;
  messages += other.messages;
  bytes += other.bytes;
  return *this;
}

Totals totals(const RoundGraph& graph, const Round& round) {
  const Shape& shape = graph.collective_of(round).shape;
  const std::int64_t senders =
      round.cast ? round.cast->messages(shape) : round.permutation.messages(shape);
  const std::int64_t messages = senders * round.repeat;
  Totals own{round.repeat, messages, round.bytes * messages};
  if (round.uneven.empty()) return own;
  own.bytes = base::Bytes{0};
  for (const Message& message : expand(graph, round)) own.bytes += message.bytes * round.repeat;
  return own;
}

Totals totals(const RoundGraph& graph) {
  Totals all;
  for (const Round& round : graph.rounds) all += totals(graph, round);
  return all;
}

namespace {

// Messages of nothing are counted too.
double at_least_one(base::Bytes bytes) { return std::max(1.0, static_cast<double>(bytes.count())); }

}  // namespace

double volume(const RoundGraph& graph) {
  double bytes = 0;
  for (const Round& round : graph.rounds) {
    double once = 0;
    if (round.uneven.empty()) {
      once =
          at_least_one(round.bytes) * static_cast<double>(graph.collective_of(round).shape.size());
    }
    for (const base::Bytes size : round.uneven) once += at_least_one(size);
    bytes += once * static_cast<double>(round.repeat);
  }
  return bytes;
}

int npus(const RoundGraph& graph) {
  int count = 0;
  for (const Collective& collective : graph.collectives) {
    count = std::max(count, collective.shape.size());
    for (const int npu : collective.npus) count = std::max(count, npu + 1);
  }
  return count;
}

namespace {

using Faults = std::vector<GraphFault>;

// Radices that the pieces' number must begin with: what a piece's number says of its owners.
std::vector<int> owners(const Collective& c) {
  std::vector<int> radices;
  const int times =
      c.kind == CollectiveKind::all_to_all                                               ? 2
      : c.kind == CollectiveKind::reduce_scatter || c.kind == CollectiveKind::all_gather ? 1
                                                                                         : 0;
  for (int i = 0; i < times; ++i) {
    for (const int digit : c.involved) radices.push_back(c.shape.radix(digit));
  }
  return radices;
}

void check(const Collective& c, const std::string& at, Faults& faults) {
  const auto fault = [&](const char* key, std::string expected, std::string found) {
    faults.push_back({at + key, std::move(expected), std::move(found)});
  };
  for (std::size_t i = 0; i < c.involved.size(); ++i) {
    const int digit = c.involved[i];
    if (digit < 0 || digit >= c.shape.digits() || (i > 0 && digit <= c.involved[i - 1])) {
      fault("/involved", fmt::format("ascending digits in 0..{}", c.shape.digits() - 1),
            std::to_string(digit));
    }
  }
  if (!faults.empty()) return;
  const std::vector<int> owner_radices = owners(c);
  const std::vector<int>& radices = c.pieces.radices();
  if (radices.size() < owner_radices.size() ||
      !std::equal(owner_radices.begin(), owner_radices.end(), radices.begin())) {
    fault("/pieces", fmt::format("{}, then any", fmt::join(owner_radices, ", ")),
          fmt::format("{}", fmt::join(radices, ", ")));
  }
  const int members = c.group().size();
  const bool sends = c.kind == CollectiveKind::send;
  const bool rooted =
      sends || c.kind == CollectiveKind::broadcast || c.kind == CollectiveKind::reduce;
  if (rooted && (c.root < 0 || c.root >= members)) {
    fault("/root", fmt::format("a member in 0..{}", members - 1), std::to_string(c.root));
  }
  if (sends && (c.peer < 0 || c.peer >= members || c.peer == c.root)) {
    fault("/peer", fmt::format("a member in 0..{} other than the root", members - 1),
          std::to_string(c.peer));
  }
  if ((c.kind == CollectiveKind::permute) != c.moves.has_value()) {
    fault("/moves", "a permutation of the ranks, of a permute alone", c.moves ? "one" : "none");
  } else if (c.moves) {
    const std::string wrong = c.moves->fault(c.shape);
    if (!wrong.empty()) fault("/moves", "a partial permutation of the ranks", wrong);
  }
  if (c.protocol.sync < base::Picoseconds{0}) {
    fault("/sync", "at least 0 ps", std::to_string(c.protocol.sync.count()));
  }
  if (!(c.protocol.share > 0 && c.protocol.share <= 1)) {
    fault("/share", "above 0, at most 1", fmt::format("{}", c.protocol.share));
  }
  if (c.bytes < base::Bytes{0}) fault("/bytes", "at least 0", std::to_string(c.bytes.count()));
  if (c.chunks < 1) fault("/chunks", "at least 1", std::to_string(c.chunks));
  if (!c.npus.empty()) {
    std::vector<int> sorted = c.npus;
    std::sort(sorted.begin(), sorted.end());
    if (c.npus.size() != static_cast<std::size_t>(c.shape.size())) {
      fault("/npus", fmt::format("{} NPUs, one for each rank", c.shape.size()),
            std::to_string(c.npus.size()));
    } else if (sorted.front() < 0 ||
               std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      fault("/npus", "different NPU numbers from 0", "one twice or below 0");
    }
  }
}

void check_pieces(const Round& round, const Collective& c, Faults& faults) {
  if (!round.pieces.empty() && round.pieces.size() != static_cast<std::size_t>(c.pieces.digits())) {
    faults.push_back(
        {"/pieces",
         fmt::format("{} rules, one for each digit of the pieces, or none", c.pieces.digits()),
         std::to_string(round.pieces.size())});
    return;
  }
  for (std::size_t d = 0; d < round.pieces.size(); ++d) {
    const DigitRule& rule = round.pieces[d];
    const int radix = c.pieces.radix(static_cast<int>(d));
    const auto here = [&](const char* key) { return fmt::format("/pieces/{}/{}", d, key); };
    if (rule.modulus < 1 || radix % rule.modulus != 0) {
      faults.push_back(
          {here("modulus"), fmt::format("a divisor of {}", radix), std::to_string(rule.modulus)});
    }
    if (rule.digit < kNoDigit || rule.digit >= c.shape.digits()) {
      faults.push_back(
          {here("digit"),
           fmt::format("a digit in 0..{}, or {} for none", c.shape.digits() - 1, kNoDigit),
           std::to_string(rule.digit)});
    }
    if (rule.flip < 0) faults.push_back({here("flip"), "at least 0", std::to_string(rule.flip)});
  }
}

// What is added must be the same of every sender; and one size for all, as the sum has one.
void check_cast(const Round& round, const Collective& c, Faults& faults) {
  if (const std::string fault = round.cast->fault(c.shape); !fault.empty()) {
    faults.push_back({"/cast", "ranges of values that the digits have", fault});
    return;
  }
  if (!round.uneven.empty()) {
    faults.push_back({"/uneven", "bytes, as one sum has one size", "a cast of sizes"});
  }
  if (!round.cast->adds()) return;
  for (std::size_t d = 0; d < round.pieces.size(); ++d) {
    const DigitRule& rule = round.pieces[d];
    if (rule.digit != round.cast->digit || rule.modulus == 1) continue;
    faults.push_back({fmt::format("/pieces/{}/digit", d),
                      "pieces that all senders of a sum have in common",
                      fmt::format("those of digit {}, in which the senders differ", rule.digit)});
  }
}

void check(const RoundGraph& graph, int index, Faults& faults) {
  const Round& round = base::at(graph.rounds, index);
  const auto in = [&](const char* key, int value, std::size_t bound) {
    if (value >= 0 && static_cast<std::size_t>(value) < bound) return true;
    faults.push_back({key, fmt::format("a number in 0..{}", static_cast<int>(bound) - 1),
                      std::to_string(value)});
    return false;
  };
  if (!in("/collective", round.collective, graph.collectives.size())) return;
  const Collective& c = graph.collective_of(round);
  in("/channel", round.channel, graph.channels.size());
  in("/chunk", round.chunk, static_cast<std::size_t>(std::max(c.chunks, 0)));
  if (round.repeat < 1) faults.push_back({"/repeat", "at least 1", std::to_string(round.repeat)});
  if (round.cast) {
    check_cast(round, c, faults);
  } else if (const std::string fault = round.permutation.fault(c.shape); !fault.empty()) {
    faults.push_back({"/permutation", "a partial permutation of the ranks", fault});
  }
  check_pieces(round, c, faults);
  if (!round.uneven.empty() && round.uneven.size() != static_cast<std::size_t>(c.shape.size())) {
    faults.push_back({"/uneven", fmt::format("{} sizes, one for each rank", c.shape.size()),
                      std::to_string(round.uneven.size())});
  }
  for (const base::Bytes size : round.uneven) {
    if (size >= base::Bytes{0}) continue;
    faults.push_back({"/uneven", "sizes of at least 0", std::to_string(size.count())});
    break;
  }
  if (round.bytes < base::Bytes{0}) {
    faults.push_back({"/bytes", "at least 0", std::to_string(round.bytes.count())});
  }
  if (round.phase < 0) {
    faults.push_back({"/phase", "at least 0", std::to_string(round.phase)});
  }
  if (round.after.empty()) return;
  const int least = *round.after.begin();
  const int largest = round.after.largest();
  if (least >= 0 && largest < index) return;
  faults.push_back({"/after", fmt::format("numbers of rounds before {}", index),
                    std::to_string(least < 0 ? least : largest)});
}

}  // namespace

std::vector<GraphFault> faults(const RoundGraph& graph) {
  Faults found;
  for (std::size_t i = 0; i < graph.collectives.size(); ++i) {
    check(graph.collectives[i], fmt::format("/collectives/{}", i), found);
  }
  if (!found.empty()) return found;
  for (std::size_t i = 0; i < graph.rounds.size(); ++i) {
    const std::size_t before = found.size();
    check(graph, static_cast<int>(i), found);
    // Of the many rounds without a fault nobody asks the place.
    for (std::size_t f = before; f < found.size(); ++f) {
      found[f].where = fmt::format("/rounds/{}{}", i, found[f].where);
    }
  }
  return found;
}

}  // namespace jacquard::rounds
