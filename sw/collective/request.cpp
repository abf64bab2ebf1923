// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/collective/phases.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::collective {

namespace {

[[noreturn]] void fail(const char* option, std::string expected, std::string found) {
  throw base::ConfigError({option, "", std::move(expected), std::move(found), ""});
}

std::int64_t ceiling(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

void check_digits(const CollectiveRequest& r) {
  const int digits = r.shape.digits();
  for (std::size_t i = 0; i < r.involved.size(); ++i) {
    const int d = r.involved[i];
    if (d < 0 || d >= digits || (i > 0 && d <= r.involved[i - 1])) {
      fail("--involved", fmt::format("ascending dimensions in 0..{}", digits - 1),
           std::to_string(d));
    }
  }
  const auto one_each = [&](const char* option, std::size_t count, bool one_for_all) {
    if (count == static_cast<std::size_t>(digits) || (one_for_all && count == 1)) return;
    fail(option,
         fmt::format("one for each of the {} dimensions{}", digits,
                     one_for_all ? ", or one for all" : ""),
         std::to_string(count));
  };
  one_each("--algorithm", r.algorithms.size(), true);
  if (!r.dimensions.empty()) one_each("--dimensions", r.dimensions.size(), false);
  if (!r.npus.empty() && r.npus.size() != static_cast<std::size_t>(r.shape.size())) {
    fail("--npus", fmt::format("{} NPUs, one for each rank", r.shape.size()),
         std::to_string(r.npus.size()));
  }
}

void check_sizes(const CollectiveRequest& r) {
  if (r.chunks < 1 || r.chunks > kMostChunks) {
    fail("--chunks", fmt::format("a whole number in 1..{}", kMostChunks), std::to_string(r.chunks));
  }
  if (r.uneven) return;
  const std::int64_t most =
      std::numeric_limits<std::int64_t>::max() / 4 / std::max(1, r.shape.size());
  if (r.bytes < base::Bytes{1} || r.bytes > base::Bytes{most}) {
    fail("--bytes", fmt::format("1 B..{} B among {} NPUs", most, r.shape.size()),
         fmt::format("{} B", r.bytes.count()));
  }
  if (r.rounding == Rounding::down && r.bytes < base::Bytes{r.chunks} &&
      r.kind == CollectiveKind::all_gather) {
    fail("--bytes", fmt::format("at least a byte for each of {} chunks", r.chunks),
         fmt::format("{} B", r.bytes.count()));
  }
}

void check_uneven(const CollectiveRequest& r) {
  if (!r.uneven) return;
  if (r.kind != CollectiveKind::all_to_all) {
    fail("--kind", "all-to-all where each pair has a size of its own", rounds::name_of(r.kind));
  }
  if (r.uneven->ports() != r.shape.size()) {
    fail("--demand", fmt::format("a matrix of {} ports, as there are NPUs", r.shape.size()),
         std::to_string(r.uneven->ports()));
  }
  // A piece for each pair, in two halves, is a number of 31 bits.
  constexpr int most = 32'767;
  if (r.shape.size() > most) {
    fail("--demand", fmt::format("at most {} NPUs", most), std::to_string(r.shape.size()));
  }
  for (int from = 0; from < r.shape.size(); ++from) {
    for (int to = 0; to < r.shape.size(); ++to) {
      if (r.uneven->at(from, to) == base::Bytes{0}) continue;
      for (int d = 0; d < r.shape.digits(); ++d) {
        if (r.involves(d) || r.shape.digit(from, d) == r.shape.digit(to, d)) continue;
        fail("--demand", "nothing from one group to another",
             fmt::format("{} B from {} to {}", r.uneven->at(from, to).count(), from, to));
      }
    }
  }
}

void check_ends(const CollectiveRequest& r) {
  const bool sends = r.kind == CollectiveKind::send;
  const bool rooted = r.kind == CollectiveKind::broadcast || r.kind == CollectiveKind::reduce;
  if (!sends && !rooted) return;
  const int members = r.members();
  if (r.root < 0 || r.root >= members) {
    fail("--root", fmt::format("a member in 0..{}", members - 1), std::to_string(r.root));
  }
  if (sends && (r.peer < 0 || r.peer >= members || r.peer == r.root)) {
    fail("--peer", fmt::format("a member in 0..{} other than the root", members - 1),
         std::to_string(r.peer));
  }
}

void check_moves(const CollectiveRequest& r) {
  if ((r.kind == CollectiveKind::permute) != r.moves.has_value()) {
    fail("--kind", "a permutation of the NPUs for a permute, which only a job or a file gives",
         rounds::name_of(r.kind));
  }
  if (!r.moves) return;
  if (r.members() != r.shape.size()) {
    fail("--kind", "a permute of all NPUs", fmt::format("groups of {}", r.members()));
  }
  if (const std::string fault = r.moves->fault(r.shape); !fault.empty()) {
    fail("--kind", "a partial permutation of the NPUs", fault);
  }
}

}  // namespace

std::optional<base::InputFault> algorithm_fault(const CollectiveRequest& r) {
  for (const Phase& phase : phases(r, 0)) {
    const std::string why = unsupported(phase.algorithm, phase.kind, r.shape.radix(phase.digit));
    if (!why.empty()) {
      return base::InputFault{
          "--algorithm", "",
          fmt::format("one that does {} among {} NPUs (dimension {})", rounds::name_of(phase.kind),
                      r.shape.radix(phase.digit), phase.digit),
          name_of(phase.algorithm), why};
    }
  }
  return std::nullopt;
}

bool CollectiveRequest::involves(int digit) const {
  return involved.empty() || std::find(involved.begin(), involved.end(), digit) != involved.end();
}

int CollectiveRequest::members() const {
  int count = 1;
  for (int d = 0; d < shape.digits(); ++d) {
    if (involves(d)) count *= shape.radix(d);
  }
  return count;
}

Chunking chunking(const CollectiveRequest& r) {
  if (r.uneven) return {r.chunks, base::Bytes{0}};
  const std::int64_t bytes = r.bytes.count();
  if (r.rounding == Rounding::up) {
    const std::int64_t chunk = ceiling(bytes, r.chunks);
    return {static_cast<int>(ceiling(bytes, chunk)), base::Bytes{chunk}};
  }
  const std::int64_t npus = r.npus_in_system > 0 ? r.npus_in_system : r.shape.size();
  const bool divided = r.kind != CollectiveKind::all_gather &&
                       r.kind != CollectiveKind::broadcast && r.kind != CollectiveKind::send &&
                       r.kind != CollectiveKind::reduce && r.kind != CollectiveKind::permute;
  const std::int64_t chunk = bytes / r.chunks;
  if (divided && chunk < npus) return {r.chunks, base::Bytes{npus}};
  if (chunk == 0) return {1, r.bytes};
  return {static_cast<int>(ceiling(bytes, chunk)), base::Bytes{chunk}};
}

void check(const CollectiveRequest& request) {
  check_digits(request);
  check_sizes(request);
  check_uneven(request);
  check_ends(request);
  check_moves(request);
  if (const auto fault = algorithm_fault(request)) throw base::ConfigError(*fault);
}

}  // namespace jacquard::collective
