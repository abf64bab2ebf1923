// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/packing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/demand/line_reader.hpp"

namespace jacquard::workload {
namespace {

constexpr int kLongest = 1 << 30;

void put(Packed& into, double length) {
  into.squares += length * length;
  into.tokens += length;
  ++into.documents;
  into.longest = std::max(into.longest, length);
}

// Sequences by how much room is left, the most of each half above it.
class Rooms {
 public:
  explicit Rooms(int sequence) : most_(2, sequence), sequence_(sequence) {}

  // The first with so much room, less that from then on.
  std::size_t take(int length) {
    while (most_[1] < length) grow();
    std::size_t i = 1;
    while (i < leaves_) i = most_[2 * i] >= length ? 2 * i : 2 * i + 1;
    const std::size_t taken = i - leaves_;
    most_[i] -= length;
    for (i /= 2; i >= 1; i /= 2) most_[i] = std::max(most_[2 * i], most_[2 * i + 1]);
    return taken;
  }

 private:
  void grow() {
    std::vector<int> next(4 * leaves_, sequence_);
    std::copy_n(most_.begin() + static_cast<std::ptrdiff_t>(leaves_), leaves_,
                next.begin() + static_cast<std::ptrdiff_t>(2 * leaves_));
    leaves_ *= 2;
    for (std::size_t i = leaves_ - 1; i >= 1; --i) {
      next[i] = std::max(next[2 * i], next[2 * i + 1]);
    }
    most_ = std::move(next);
  }

  std::vector<int> most_;  // of a tree whose leaves are sequences
  std::size_t leaves_ = 1;
  int sequence_;
};

std::vector<int> lengths_in(const std::string& path) {
  demand::LineReader lines(demand::file_input(path));
  std::vector<int> lengths;
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.front() == '#') continue;
    const auto length = base::parse_number<int>(std::string(line));
    if (!length || *length < 1 || *length > kLongest) {
      lines.here().fail("a document's tokens, 1 to 2^30", std::string(line));
    }
    lengths.push_back(*length);
  }
  if (lengths.empty()) config::Place{path, ""}.fail("a length on each line", "none");
  return lengths;
}

// Of all tokens that a step needs, and of a few more documents.
std::vector<int> drawn(const DocumentLengths& l, double tokens, base::Rng& rng) {
  std::vector<int> lengths;
  const double median = std::log(l.mean) - l.sigma * l.sigma / 2;
  for (double sum = 0; sum < tokens; sum += lengths.back()) {
    const double length = std::exp(median + l.sigma * rng.normal());
    lengths.push_back(static_cast<int>(std::clamp<double>(std::round(length), 1, kLongest)));
  }
  return lengths;
}

template <class Value>
std::vector<Value> shuffled(const std::vector<Value>& values, base::Rng& rng) {
  std::vector<Value> all;
  for (const int i : rng.permutation(static_cast<int>(values.size()))) {
    all.push_back(base::at(values, i));
  }
  return all;
}

}  // namespace

const config::FieldTable<DocumentLengths>& length_fields() {
  using config::field;
  using D = DocumentLengths;
  static const config::FieldTable<D> table(
      "lengths", "Documents that are packed into sequences.",
      {field<D>(
           "file", [](auto& d) -> auto& { return d.file; }, config::text("a path"),
           "Of their lengths in tokens, one on each line; empty: drawn."),
       field<D>(
           "mean", [](auto& d) -> auto& { return d.mean; }, config::real_number(0, kLongest),
           "Tokens of a log-normal distribution; 0: whole sequences."),
       field<D>(
           "sigma", [](auto& d) -> auto& { return d.sigma; }, config::real_number(0, 5),
           "Standard deviation of its logarithm."),
       field<D>(
           "packing", [](auto& d) -> auto& { return d.packing; },
           config::choice<Packing>({{"first-fit", Packing::first_fit}, {"cut", Packing::cut}}),
           "Whole documents where there is room, or one behind the other, cut at the ends.")});
  return table;
}

std::vector<Packed> pack(const std::vector<int>& documents, Packing packing, int sequence,
                         int sequences) {
  std::vector<Packed> all;
  Rooms rooms(sequence);
  int room = 0;  // in the last one
  const double tokens = double(sequence) * sequences;
  double sum = 0;
  for (std::size_t i = 0; sum < tokens; ++i) {
    int left = documents[i % documents.size()];
    sum += left;
    while (left > 0) {
      if (packing == Packing::cut && room == 0) {
        all.emplace_back();
        room = sequence;
      }
      const int piece = std::min(left, packing == Packing::cut ? room : sequence);
      if (packing == Packing::cut) {
        room -= piece;
        put(all.back(), piece);
      } else {
        const std::size_t to = rooms.take(piece);
        if (to >= all.size()) all.resize(to + 1);
        put(all[to], piece);
      }
      left -= piece;
    }
  }
  return all;
}

PackedStep deal(const std::vector<Packed>& sequences, const Deal& d) {
  PackedStep step;
  double all = 0;
  double most = -1;
  const double tokens = double(d.micro_batch) * d.sequence;
  for (int replica = 0; replica < d.replicas; ++replica) {
    std::vector<double> lengths;
    double sum = 0;
    for (int i = 0; i < d.micro_batches; ++i) {
      double longest = 0;
      for (int part = 0; part < d.parts; ++part) {
        double squares = 0;
        for (int k = 0; k < d.micro_batch; ++k) {
          const int at = ((i * d.replicas + replica) * d.parts + part) * d.micro_batch + k;
          const Packed& one = base::at(sequences, at);
          squares += one.squares;
          step.documents += one.documents;
          step.filled += one.tokens;
          step.longest = std::max(step.longest, one.longest);
        }
        longest = std::max(longest, squares / tokens);
        all += squares;
      }
      lengths.push_back(longest);
      sum += longest;
    }
    // All micro-batches go through a stage, and the longest through all others.
    const double time = sum + (d.stages - 1) * *std::max_element(lengths.begin(), lengths.end());
    if (time <= most) continue;
    most = time;
    step.slowest = std::move(lengths);
  }
  const double every = double(d.sequences()) * d.sequence;
  step.mean = all / every;
  step.filled /= every;
  double slowest = 0;
  for (const double length : step.slowest) slowest += length;
  step.imbalance = slowest / d.micro_batches / step.mean;
  return step;
}

PackedStep packed_step(const DocumentLengths& lengths, const Deal& d, std::uint64_t seed,
                       const config::Place& place) {
  if (lengths.mean < 1 && lengths.file.empty()) {
    place.fail("1 token or more, or a file", fmt::format("{}", lengths.mean));
  }
  const double tokens = double(d.sequences()) * d.sequence;
  base::Rng rng(seed, "documents");
  std::vector<int> documents;
  double mean = lengths.mean;
  if (!lengths.file.empty()) {
    documents = shuffled(lengths_in(lengths.file), rng);
    mean = std::accumulate(documents.begin(), documents.end(), 0.0) / double(documents.size());
  }
  constexpr double kMost = 1e8;
  if (tokens / mean > kMost) {
    place.fail("at most 1e8 documents in a step", fmt::format("{:.2g}", tokens / mean));
  }
  if (documents.empty()) documents = drawn(lengths, tokens, rng);
  std::vector<Packed> sequences = pack(documents, lengths.packing, d.sequence, d.sequences());
  if (lengths.packing == Packing::first_fit) sequences = shuffled(sequences, rng);
  return deal(sequences, d);
}

}  // namespace jacquard::workload
