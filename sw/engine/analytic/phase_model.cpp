// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/analytic/phase_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

using base::Bytes;
using base::Picoseconds;
using rounds::CollectiveKind;
using topology::Block;

constexpr double kPicosecondsPerNanosecond = 1e3;
constexpr double kLongestNanoseconds = kLongestPicoseconds / 1e3;

// ASTRA-sim evaluates a delay in double precision, in nanoseconds, and truncates it.
Picoseconds truncated(double nanoseconds, const Origin& origin) {
  if (!(nanoseconds <= kLongestNanoseconds)) {
    throw base::ConfigError({origin.source, "",
                             "a message or reduction that takes less than 46 days",
                             fmt::format("{:.4g} ns", nanoseconds), origin.hint});
  }
  return Picoseconds{static_cast<std::int64_t>(nanoseconds) * 1000};
}

Bytes share(const PhaseModel& model, Bytes data, std::int64_t parts) {
  const std::int64_t up = model.astra ? 0 : parts - 1;
  return Bytes{(data.count() + up) / parts};
}

bool reduces(CollectiveKind kind) {
  return kind == CollectiveKind::all_reduce || kind == CollectiveKind::reduce_scatter;
}

}  // namespace

int hops(const topology::Dimension& dimension, int offset) {
  switch (dimension.block) {
    case Block::ring:
      return std::min(offset, dimension.size - offset);
    case Block::fully_connected:
      return 1;
    case Block::switched:
    case Block::crossbar:
      return 2;
  }
  return 1;
}

Picoseconds message_time(const PhaseModel& model, Bytes m, int offset) {
  const int passed = hops(model.dimension, offset);
  const auto bytes = static_cast<double>(m.count());
  if (model.astra) {
    const double latency =
        static_cast<double>(model.dimension.latency.count()) / kPicosecondsPerNanosecond;
    return truncated(passed * latency + bytes / (model.dimension.bandwidth.count() / 1e9),
                     model.origin);
  }
  return model.dimension.latency * passed +
         serialisation(m, model.dimension.bandwidth, model.origin);
}

Picoseconds reduction_time(const PhaseModel& model, Bytes m) {
  if (!model.astra) return reduction(m, model.rules, model.origin);
  const double pass = static_cast<double>(m.count()) / model.rules.local_memory_bandwidth.count();
  return truncated(pass * 1e9, model.origin) * 3;
}

Bytes data_after(const PhaseModel& model, CollectiveKind kind, Bytes data) {
  if (kind == CollectiveKind::reduce_scatter) return share(model, data, model.dimension.size);
  if (kind == CollectiveKind::all_gather) return data * model.dimension.size;
  return data;
}

// Rounds one after the other, what they carry, and the furthest that a message can go.
double longest(const PhaseModel& model, const collective::Phase& phase) {
  using collective::Method;
  const double n = model.dimension.size;
  const auto data = static_cast<double>(phase.bytes.count());
  const bool gathers = phase.kind == CollectiveKind::all_gather;
  double rounds = 2 * (n - 1);
  double carried = rounds * (gathers ? data : data / n + 1);
  double furthest = std::max(2.0, n / 2);
  switch (phase.algorithm.method) {
    case Method::ring:
    case Method::two_way_ring:
    case Method::shorter_way_ring:
    case Method::chain:
      furthest = 2;
      if (phase.kind != CollectiveKind::all_to_all) break;
      rounds = n * (n - 1) / 2;
      carried = rounds * (data / n + 1);
      break;
    case Method::direct:
      break;
    case Method::halving_doubling:
      rounds = 2 * std::log2(n);
      carried = gathers ? n * data : 2 * (data + n);
      break;
    case Method::nvls:
    case Method::sharp:
      furthest = 2;
      rounds = 2 * n;
      carried = 2 * (gathers ? n * data : data + n);
      break;
    case Method::double_binary_tree:
      rounds = 4 * std::log2(n);
      carried = rounds * data;
      break;
  }
  const double seconds = carried / model.dimension.bandwidth.count() +
                         3 * carried / model.rules.local_memory_bandwidth.count();
  return seconds * static_cast<double>(base::kPicosecondsPerSecond) +
         rounds * furthest * static_cast<double>(model.dimension.latency.count()) +
         (rounds + 1) * static_cast<double>(model.rules.endpoint_delay.count());
}

Picoseconds ring_time(const PhaseModel& model, CollectiveKind kind, Bytes data) {
  const std::int64_t n = model.dimension.size;
  const Picoseconds e = model.rules.endpoint_delay;
  const Bytes m = kind == CollectiveKind::all_gather ? data : share(model, data, n);
  const Picoseconds step = message_time(model, m, 1) + e;
  const Picoseconds reductions = reduction_time(model, m) * (n - 1);
  switch (kind) {
    case CollectiveKind::all_reduce:
      return e + step * (2 * (n - 1)) + reductions;
    case CollectiveKind::reduce_scatter:
      return e + step * (n - 1) + reductions;
    case CollectiveKind::all_to_all:
      return e + step * (n * (n - 1) / 2);
    default:
      return e + step * (n - 1);
  }
}

// A member's messages leave its port one after the other, and so do those that come down to it.
Picoseconds in_switch_time(const PhaseModel& model, const collective::Phase& phase) {
  const std::int64_t n = model.dimension.size;
  const Picoseconds e = model.rules.endpoint_delay;
  const auto messages = [&](Bytes m, std::int64_t count) {
    return message_time(model, m, 1) +
           serialisation(m, model.dimension.bandwidth, model.origin) * (count - 1);
  };
  const Bytes part = share(model, phase.bytes, n);
  switch (phase.kind) {
    case CollectiveKind::reduce_scatter:
      return e + messages(part, n) + e;
    case CollectiveKind::all_gather:
      return e + messages(phase.bytes, n) + e;
    case CollectiveKind::all_reduce:
      break;
    default:
      return e + messages(phase.bytes, 1) + e;
  }
  if (phase.algorithm.method == collective::Method::sharp) return e + messages(phase.bytes, 1) + e;
  // Slices are read, and come back multicast, a window of them at a time; or ports are busy, at
  // large sizes 1.2 times what they carry, as a multicast waits for the reads before it.
  constexpr std::int64_t slices = 4;
  constexpr double waiting = 1.2;
  const std::int64_t window = nvls_window(phase.algorithm);
  const auto real = [](Picoseconds time) { return static_cast<double>(time.count()); };
  const double turns = static_cast<double>((n * slices + window - 1) / window);
  const double latencies = turns * 2 * (2 * real(model.dimension.latency) + real(e));
  const double ports = waiting * static_cast<double>(n + 1) *
                       real(serialisation(part, model.dimension.bandwidth, model.origin));
  return Picoseconds{std::llround(std::hypot(latencies, ports))};
}

// Every NPU does the same at the same time, so what NPU 0 receives from `offset` away left there
// when its own message for that offset left here. Each receipt frees the next send; in an
// all-reduce the second half begins when all of the first has come.
Picoseconds direct_time(const PhaseModel& model, CollectiveKind kind, Bytes data, int window) {
  const int peers = model.dimension.size - 1;
  const int sends = kind == CollectiveKind::all_reduce ? 2 * peers : peers;
  const Picoseconds e = model.rules.endpoint_delay;
  const Bytes m = kind == CollectiveKind::all_gather ? data : share(model, data, peers + 1);
  const Picoseconds reduction = reduces(kind) ? reduction_time(model, m) : Picoseconds{0};

  struct Freed {
    Picoseconds at;
    int order;
    bool operator>(const Freed& o) const { return at != o.at ? at > o.at : order > o.order; }
  };
  std::priority_queue<Freed, std::vector<Freed>, std::greater<>> arrivals;
  std::priority_queue<Freed, std::vector<Freed>, std::greater<>> tokens;
  int sent = 0, received = 0, order = 0;
  Picoseconds last{0};
  const auto send = [&](Picoseconds at) {
    const int offset = sent % peers + 1;
    arrivals.push({at + message_time(model, m, offset), order++});
    ++sent;
  };
  // Which receipts ASTRA-sim charges: rounds of `window` alternate, and the all-reduce's second
  // half is never charged. Charged properly, each receipt of the first half is.
  const auto charged = [&](int receipt) {
    if (!model.astra) return receipt < peers;
    const int insertion = window + receipt;
    const bool first_cycle_kind =
        kind == CollectiveKind::reduce_scatter || insertion / (2 * window) % 2 == 0;
    return insertion / window % 2 == 1 && first_cycle_kind;
  };
  for (int i = 0; i < window; ++i) send(e);
  int held = 0;
  while (!arrivals.empty() || !tokens.empty()) {
    if (!arrivals.empty() && (tokens.empty() || arrivals.top().at <= tokens.top().at)) {
      const Picoseconds at = arrivals.top().at;
      arrivals.pop();
      tokens.push({at + e + (charged(received) ? reduction : Picoseconds{0}), order++});
      ++received;
      continue;
    }
    const Picoseconds at = tokens.top().at;
    tokens.pop();
    last = std::max(last, at);
    if (sent == sends) continue;
    if (sent >= peers && received < peers) {
      ++held;
      continue;
    }
    for (++held; held > 0 && sent < sends; --held) {
      if (sent >= peers && received < peers) break;
      send(at);
    }
  }
  return last;
}

namespace {

// Rounded down, each half is of the half before; rounded up, a whole number of parts.
Bytes halves(const PhaseModel& model, Bytes data, int offset) {
  const int n = model.dimension.size;
  if (model.astra) return Bytes{data.count() / (2 * offset)};
  return share(model, data, n) * (n / (2 * offset));
}

// What is gathered first. ASTRA-sim's all-reduce halves once more and doubles again.
Bytes gathered_first(const PhaseModel& model, CollectiveKind kind, Bytes data) {
  if (kind == CollectiveKind::all_gather) return data;
  const int n = model.dimension.size;
  return model.astra ? Bytes{data.count() / (2 * n) * 2} : share(model, data, n);
}

}  // namespace

Picoseconds halving_doubling_time(const PhaseModel& model, CollectiveKind kind, Bytes data) {
  const int n = model.dimension.size;
  const Picoseconds e = model.rules.endpoint_delay;
  Picoseconds time = e;
  for (int offset = 1; offset < n && kind != CollectiveKind::all_gather; offset *= 2) {
    const Bytes m = halves(model, data, offset);
    time += message_time(model, m, offset) + e;
    if (!model.astra || offset > 1) time += reduction_time(model, m);
  }
  Bytes m = gathered_first(model, kind, data);
  for (int offset = n / 2; offset >= 1 && kind != CollectiveKind::reduce_scatter; offset /= 2) {
    time += message_time(model, m, offset) + e;
    m = m * 2;
  }
  return time;
}

}  // namespace jacquard::engine
