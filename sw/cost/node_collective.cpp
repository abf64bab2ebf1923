// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/node_collective.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/nccl_choice.hpp"

namespace jacquard::cost {
namespace {

using workload::CollectiveKind;

// All times in us, all bandwidths in bytes/us. Fitted on A100, H100, H200 and B200 with NCCL 2.23
// to 2.29: docs/cost.md.
constexpr double kHop = 0.883;          // of a flag along one link
constexpr double kPcieHopRatio = 1.67;  // NCCL's 1.0 us over its 0.6 us

// More channels start as messages grow beyond this many bytes for each GPU.
constexpr double kChannelsBytes = 2700;
constexpr double kChannelsStart = 0.78;
constexpr double kChannelsEach = 0.305;    // for each GPU
constexpr double kChannelsScatter = 0.70;  // of that, in a reduce-scatter

// Threads bound the protocols with flags, so their bandwidth follows the processors, not the link.
constexpr double kAmpereLl = 102e3;  // of 108 processors
constexpr double kHopperLl = 164e3;  // of 132
constexpr double kLlOfProcessor = kHopperLl / 132;
constexpr double kBlackwellLlOfProcessor = 262e3 / 148;
constexpr double kLl128Most = 490e3;  // of rings of GB200, as Azure published them
constexpr double kLlOwn = 1.18;       // copies of a GPU's own piece, in pieces sent
constexpr double kLlSharpness = 4.0 / 3;

constexpr double kRingShare = 0.84;  // of the data sheet's bandwidth
constexpr double kPcieShare = 0.55;  // of the slot's, not fitted
constexpr double kLl128Share = 0.9;  // of that
constexpr double kOwn = 0.5;

constexpr double kSwitchShare = 0.7405;
constexpr double kHopperEfficiency = 0.85;  // as NCCL expects it of NVLS, and 0.74 of Blackwell
constexpr int kChunkedGpus = 18;            // as far as its root grows: the rack of 72 GB200

// Beside the transfer itself a pipeline of chunks takes a start, a latency for each step, and a
// share that grows with the root of the transfer, as the best size of chunks does.
struct Pipeline {
  double start;
  double step;
  double root;  // us^0.5
};
constexpr Pipeline kLl128 = {9.2, 0.765, 0.54};
constexpr Pipeline kSimple = {6.9, 2.88, 1.17};
constexpr Pipeline kSwitch = {6.55, 0, 0.868};  // its root for each GPU, as each has chunks

// All-to-all: pairs of sends and receives.
constexpr double kPairsLaunch = 1.31;  // over that of others
constexpr double kPairsBytes = 18850;
constexpr double kPairsOwn = 0.105;

// What a generation of GPUs and their links has of its own.
struct Generation {
  double launch = 4.48;  // us
  double slowness = 1;   // of a GPU's part in a step, over Hopper's
  double hop = kHop;     // us
  double ring = kRingShare;
  double pairs = 0.824;         // of the link's bandwidth, in an all-to-all
  double pairs_each = 0.607;    // us for each peer
  double pairs_chunked = 12.9;  // us, once messages go in chunks
  double pairs_root = 4.42;     // us^0.5
};
constexpr Generation kAmpere = {8.38, 1.86};
constexpr Generation kHopper = {};
constexpr Generation kBlackwell = {7.07, 0.9, 1.326, 0.805, 0.715, 0.311, 14.6, 5.78};

Generation generation_of(const Device& device) {
  Generation g = device.architecture == "ampere"      ? kAmpere
                 : device.architecture == "blackwell" ? kBlackwell
                                                      : kHopper;
  if (device.link_kind != "pcie") return g;
  g.hop *= kPcieHopRatio;
  g.pairs *= kPcieShare / g.ring;
  g.ring = kPcieShare;
  return g;
}

struct Machine : Generation {
  double link;       // bytes/us
  double ring_rate;  // of rings
  double ll;         // bytes/us

  static double threads(const Device& device) {
    if (device.architecture == "ampere") return kAmpereLl;
    if (device.processors == 0) return kHopperLl;
    const bool blackwell = device.architecture == "blackwell";
    return device.processors * (blackwell ? kBlackwellLlOfProcessor : kLlOfProcessor);
  }

  explicit Machine(const Device& device)
      : Generation(generation_of(device)),
        link(device.link.count() * 1e-6),
        ring_rate(link * ring),
        ll(std::min(threads(device), ring_rate / 2)) {}
};

double pipelined(const Machine& machine, const Pipeline& pipeline, double steps, double transfer) {
  const double hops = machine.hop / kHop;
  return machine.launch +
         machine.slowness *
             (pipeline.start + pipeline.step * hops * steps + pipeline.root * std::sqrt(transfer)) +
         transfer;
}

// Like the larger of both, and a sum near the knee.
double blended(double a, double b, double sharpness) {
  return std::pow(std::pow(a, sharpness) + std::pow(b, sharpness), 1 / sharpness);
}

// 0 for small x, 1 for large.
double switched_on(double x) { return x * x / (1 + x * x); }

struct Ring {
  CollectiveKind kind;
  int gpus;
  double steps;
  double piece;  // bytes of each step

  Ring(CollectiveKind the_kind, int n, double size)
      : kind(the_kind), gpus(n), steps(ring_steps(the_kind, n)), piece(size / n) {
    // Pipelined along the path, every link carries all of it.
    if (kind == CollectiveKind::broadcast || kind == CollectiveKind::send) piece = size / steps;
  }

  // Of small messages, of which `share` is in further channels.
  double latency(const Machine& machine, double share) const {
    if (kind == CollectiveKind::reduce_scatter) share *= kChannelsScatter;
    return machine.launch + machine.hop * steps +
           share * machine.slowness * (kChannelsStart + kChannelsEach * gpus);
  }
  double ll(const Machine& machine) const {
    return blended(latency(machine, switched_on(piece / kChannelsBytes)),
                   piece * (steps + kLlOwn) / machine.ll, kLlSharpness);
  }
  double ll128(const Machine& machine) const {
    const double bandwidth = std::min(kLl128Share * machine.ring_rate, kLl128Most);
    return pipelined(machine, kLl128, steps, piece * (steps + kOwn) / bandwidth);
  }
  double simple(const Machine& machine) const {
    return pipelined(machine, kSimple, steps, piece * (steps + kOwn) / machine.ring_rate);
  }
};

// Each GPU reads its part of the sum out of the switch and has it multicast.
double in_switch(const Device& device, const Machine& machine, int gpus, double size) {
  const double share = kSwitchShare * nccl_generation(device).nvls_efficiency / kHopperEfficiency;
  Pipeline pipeline = kSwitch;
  pipeline.root *= std::min(gpus, kChunkedGpus);
  return pipelined(machine, pipeline, 0, size * (1 + 1.0 / gpus) / (share * machine.link));
}

double all_to_all(const Machine& machine, int gpus, double size) {
  const double piece = size / gpus;
  const double small = kPairsLaunch * machine.launch + machine.pairs_each * (gpus - 1);
  const double chunked =
      std::max(machine.pairs_chunked - small, 0.0) * switched_on(piece / kPairsBytes);
  const double transfer = piece * (gpus - 1 + kPairsOwn) / (machine.pairs * machine.link);
  return blended(small + chunked,
                 transfer + machine.slowness * machine.pairs_root * std::sqrt(transfer), 2);
}

double by_switch(const Device& device, const Machine& machine, const Ring& ring, double size,
                 bool floats) {
  const double nvls = in_switch(device, machine, ring.gpus, size);
  // Where NCCL prefers rings for small messages the switch was measured for large ones alone.
  const bool from_start = nccl_choice(device, ring.kind, ring.gpus, 0, floats).in_switch;
  return from_start ? nvls : std::max(nvls, ring.latency(machine, 1));
}

double microseconds(const Device& device, const NodeCollective& collective, double size) {
  const Machine machine(device);
  const int gpus = collective.gpus;
  if (collective.kind == CollectiveKind::all_to_all) return all_to_all(machine, gpus, size);

  const Ring ring(collective.kind, gpus, size);
  const NcclChoice choice = nccl_choice(device, collective.kind, gpus, size, collective.floats);
  // Of what NCCL picks and of what it picks for larger sizes the least, so that time never falls
  // where it changes too late.
  double least = ring.simple(machine);
  if (nccl_adds_in_switch(device, collective.kind, gpus, collective.floats)) {
    const double nvls = by_switch(device, machine, ring, size, collective.floats);
    if (choice.in_switch) return nvls;
    least = std::min(least, nvls);
  }
  if (device.link_kind == "nvlink" && choice.protocol != NcclProtocol::simple) {
    least = std::min(least, ring.ll128(machine));
  }
  if (choice.protocol == NcclProtocol::ll) least = std::min(least, ring.ll(machine));
  return least;
}

double size_of(const NodeCollective& collective) {
  JQ_CHECK(collective.gpus > 0 && collective.bytes.count() >= 0,
           "a collective inside a node has members and bytes");
  const bool gathers = collective.kind == CollectiveKind::all_gather;
  return static_cast<double>(collective.bytes.count()) * (gathers ? collective.gpus : 1);
}

}  // namespace

base::Bytes put_in(CollectiveKind kind, int gpus, base::Bytes nccl_size) {
  JQ_CHECK(gpus > 0, "a collective has members");
  if (kind != CollectiveKind::all_gather) return nccl_size;
  return base::Bytes{nccl_size.count() / gpus + (nccl_size.count() % gpus != 0 ? 1 : 0)};
}

bool has_nccl(const Device& device) {
  const std::string& a = device.architecture;
  return a != "tpu" && a != "trainium" && a.rfind("cdna", 0) != 0;
}

base::Seconds node_collective(const Device& device, const NodeCollective& collective) {
  const double size = size_of(collective);
  if (collective.gpus == 1 || size == 0) return base::Seconds{0};
  JQ_CHECK(device.link.count() > 0, "devices of a node have links");
  return base::Seconds{microseconds(device, collective, size) * 1e-6};
}

base::Seconds node_collective_by(const Device& device, const NodeCollective& collective,
                                 const NcclChoice& way) {
  const double size = size_of(collective);
  if (collective.gpus == 1 || size == 0) return base::Seconds{0};
  JQ_CHECK(device.link.count() > 0, "devices of a node have links");
  const Machine machine(device);
  const Ring ring(collective.kind, collective.gpus, size);
  const double us = way.in_switch ? by_switch(device, machine, ring, size, collective.floats)
                    : way.protocol == NcclProtocol::ll    ? ring.ll(machine)
                    : way.protocol == NcclProtocol::ll128 ? ring.ll128(machine)
                                                          : ring.simple(machine);
  return base::Seconds{us * 1e-6};
}

}  // namespace jacquard::cost
