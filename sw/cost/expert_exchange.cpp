// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/expert_exchange.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::cost {
namespace {

// Times in us, bandwidths in bytes/us. Fitted on 8 to 64 H100 with 400 Gb/s each:
// docs/cost.md.

// Of `normal`. A processor's work on a token: its own, for each GPU that the token reaches, and
// across nodes for each node.
struct Normal {
  double token;           // us
  double token_byte;      // us for a byte
  double copy;            // us for each GPU reached
  double copy_byte;       // us for a byte and GPU
  double node_token;      // us, with several nodes
  double node_byte;       // us for a byte and node, with several nodes
  double link_share;      // of the data sheet's bandwidth
  double network_share;   // up to kFewNodes nodes
  double network_many;    // beyond
  double start;           // us
  double start_byte;      // us for a byte of a token
  double start_copy;      // us for a byte and GPU reached
  double start_doubling;  // us for each doubling of nodes
  double root;            // us^0.5, of the root of the rest
};
constexpr Normal kDispatch = {0.2746, 1.624e-5, 0.0629, 3.228e-5, 0.774,   4.08e-5, 0.90,
                              0.988,  0.466,    23.07,  1.604e-4, 2.45e-5, 31.25,   1.684};
constexpr Normal kCombine = {0.0239, 1.11e-4, 0.0286, 2.494e-5, 3.992,   6.17e-5, 0.88,
                             0.972,  0.448,   23.16,  7.179e-4, 1.73e-4, 31.74,   1.314};
// The measured cluster of 8 nodes has half of the bandwidth that 2 and 4 nodes have. Low-latency
// kernels have all of it there, so the cause is the mode's configuration and not the network.
constexpr int kFewNodes = 4;

// Of `low_latency`.
struct LowLatency {
  double token;      // us of a processor
  double token_kib;  // us for 1024 bytes and expert
  double link_share;
  double network_share;
  double start;           // us
  double start_expert;    // us for each expert of a GPU
  double start_kib;       // us for 1024 bytes of a token
  double start_nodes;     // us, with several nodes
  double start_doubling;  // us for each doubling of nodes
  double sharpness;
};
constexpr LowLatency kFastDispatch = {1.909, 0.0614, 0.62, 0.927, 7.82,
                                      0.121, 0.192,  5.47, 4.78,  1.068};
constexpr LowLatency kFastCombine = {0.0128, 0.0435, 0.533, 0.89, 9.85,
                                     0.0503, 0.0779, 13.63, 1.36, 1.13};

// NVLink 5 starts later, and a processor of Blackwell adds up faster. Fitted on 8 B200.
Normal on_device(const Device& device, Normal law, bool dispatch) {
  if (device.architecture != "blackwell") return law;
  law.start *= 1.36;
  if (dispatch) {
    for (double* part : {&law.token, &law.token_byte, &law.copy, &law.copy_byte}) *part *= 1.1;
  }
  return law;
}

LowLatency on_device(const Device& device, LowLatency law, bool dispatch) {
  if (device.architecture != "blackwell") return law;
  law.start *= dispatch ? 2.01 : 1.75;
  if (dispatch) return law;
  law.link_share = 0.714;
  law.token *= 0.57;
  law.token_kib *= 0.57;
  return law;
}

// Near the largest of the three, which work at the same time.
double slowest(double a, double b, double c) {
  const double top = std::max({a, b, c});
  if (top == 0) return 0;
  const auto fourth = [top](double x) { return std::pow(x / top, 4); };
  return top * std::pow(fourth(a) + fourth(b) + fourth(c), 0.25);
}

// us of `bytes` at a share of the network's bandwidth.
double network_time(const ExpertExchange& exchange, double share, double bytes) {
  if (exchange.nodes == 1) return 0;
  return bytes / (share * exchange.network.count() * 1e-6);
}

double normal(const Device& device, const ExpertExchange& e, const Normal& law, double bytes) {
  const double gpus = places_reached(e.top_k, e.experts, e.gpus());
  const double nodes = places_reached(e.top_k, e.experts, e.nodes);
  double work = law.token + bytes * law.token_byte + gpus * (law.copy + bytes * law.copy_byte);
  if (e.nodes > 1) work += law.node_token + nodes * bytes * law.node_byte;

  const double copied = e.tokens * gpus * bytes;
  const double sent = e.tokens * nodes * (1 - 1.0 / e.nodes) * bytes;
  const double rest = slowest(
      e.tokens * work / e.processors, copied / (law.link_share * device.link.count() * 1e-6),
      network_time(e, e.nodes > kFewNodes ? law.network_many : law.network_share, sent));
  return law.start + bytes * (law.start_byte + gpus * law.start_copy) +
         law.start_doubling * std::log2(e.nodes) + rest + law.root * std::sqrt(rest);
}

double low_latency(const Device& device, const ExpertExchange& e, const LowLatency& law,
                   double bytes) {
  // A processor serves as many experts as it must.
  const int available = device.processors > 0 ? device.processors : 132;
  const int experts_each = (e.experts + available - 1) / available;
  const double processors = std::ceil(e.experts / static_cast<double>(experts_each));

  const double kib = bytes / 1024;
  const double sent = e.tokens * e.top_k * bytes;
  const double across = e.apart > 0 ? 1 : 1 - 1.0 / e.nodes;
  const double rest = slowest(e.tokens / processors * (law.token + law.token_kib * kib * e.top_k),
                              sent / (law.link_share * device.link.count() * 1e-6),
                              network_time(e, law.network_share, sent * across));
  const double of_experts = e.apart > 0 ? e.apart : e.gpus();
  double start = law.start + law.start_kib * kib + law.start_expert * e.experts / of_experts;
  if (e.nodes > 1) start += law.start_nodes + law.start_doubling * std::log2(e.nodes);
  return std::pow(std::pow(start, law.sharpness) + std::pow(rest, law.sharpness),
                  1 / law.sharpness);
}

base::Seconds time_of(const Device& device, const ExpertExchange& e, bool dispatch, double bytes) {
  JQ_CHECK(e.nodes > 0 && e.gpus_per_node > 0 && e.hidden > 0 && e.top_k > 0 &&
               e.experts >= e.top_k && e.experts <= kMostExperts && e.processors > 0 &&
               e.tokens >= 0,
           "an exchange of experts has sizes");
  if (e.tokens == 0) return base::Seconds{0};
  JQ_CHECK(device.link.count() > 0, "devices of a node have links");
  JQ_CHECK(e.nodes == 1 || e.network.count() > 0, "nodes have a network");
  const double us =
      e.mode == ExchangeMode::normal
          ? normal(device, e, on_device(device, dispatch ? kDispatch : kCombine, dispatch), bytes)
          : low_latency(device, e,
                        on_device(device, dispatch ? kFastDispatch : kFastCombine, dispatch),
                        bytes);
  return base::Seconds{us * 1e-6};
}

}  // namespace

double places_reached(int top_k, int experts, double places) {
  if (experts <= places) return top_k;  // an expert has a place of its own, if not more
  const double each = experts / places;
  double missed = 1;  // chance that none of the token's experts lies in a given place
  for (int drawn = 0; drawn < top_k; ++drawn) {
    missed *= std::max(experts - each - drawn, 0.0) / (experts - drawn);
  }
  return places * (1 - missed);
}

base::Seconds dispatch_time(const Device& device, const ExpertExchange& exchange) {
  const double value = exchange.fp8_dispatch ? 1 + 4.0 / 128 : 2;
  return time_of(device, exchange, true, exchange.hidden * value);
}

base::Seconds combine_time(const Device& device, const ExpertExchange& exchange) {
  return time_of(device, exchange, false, exchange.hidden * 2.0);
}

}  // namespace jacquard::cost
