// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/fabric_exchanges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/machine/counted_demand.hpp"
#include "jacquard/serve/cost/captured.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::serve {
namespace {

using base::Bytes;
using base::Picoseconds;
using config::Document;
using machine::Decide;

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

int ranks_of(const Setup& setup) {
  const Deployment& d = setup.deployment;
  if (!d.model.has_experts()) fail("--fabric", "a model with experts", d.model.name);
  if (d.pp > 1) fail("--pp", "1 with --fabric", std::to_string(d.pp), "--dp, --tp");
  if (!setup.one_switch && !setup.racks && setup.config.fabric != kPhotonic) {
    fail("--system", "NPUs around one switch, such as circuit_64, or racks such as gb200_nvl72_8",
         setup.config.system,
         "a file of configs/systems with one or two switched dimensions, or --fabric photonic");
  }
  const int ranks = d.npus_of_a_stage();
  if (expert_ep_of(d) != ranks) {
    fail("--ep", std::to_string(ranks) + " with --fabric, so that experts lie on all NPUs",
         std::to_string(expert_ep_of(d)));
  }
  if (ranks < 2) fail("--fabric", "two NPUs or more", "one");
  return ranks;
}

std::vector<int> chosen_layers(const Setup& setup) {
  const int all = setup.deployment.model.layers_of(workload::FeedForward::experts);
  const int asked = setup.config.exchange_layers;
  const int count = asked == 0 ? all : std::min(asked, all);
  std::vector<int> layers;
  for (int k = 0; k < count; ++k) layers.push_back(static_cast<int>(std::int64_t{k} * all / count));
  return layers;
}

// Before the first one: the last one, of the step before.
std::vector<int> before_each(std::vector<int> layers, int all) {
  for (int& layer : layers) layer = (layer + all - 1) % all;
  return layers;
}

// Of a layer's dispatch; its combine has the next one.
std::uint64_t index_of(int layer, std::uint64_t step) {
  return (step * 4096 + static_cast<std::uint64_t>(layer)) * 2;
}

// So that a journal of other requests is found out.
std::uint64_t digest_of(const std::vector<std::int64_t>& tokens) {
  base::Digest digest;
  for (const std::int64_t count : tokens) digest.add_signed(count);
  return digest.value().first;
}

// All that decides the steps; of a recorded log also what it says.
config::Json identity_of(const Setup& setup, std::uint64_t seed) {
  config::Json all;
  ServeConfig config = setup.config;
  config.journal.clear();
  all["serve"] = serve_fields().show(config);
  all["seed"] = seed;
  const workload::ExpertRouting& routing = config.expert_routing;
  if (routing.kind == workload::RoutingKind::recorded) {
    all["log"] = base::fnv1a_hex(base::read_file(routing.log));
  }
  return all;
}

}  // namespace

// What the two exchanges of a layer came to.
struct FabricExchanges::Layer {
  std::int64_t time = 0, decision = 0, guard = 0, wait = 0;
  std::int64_t decisions = 0, bytes = 0, lost = 0;
  std::uint64_t hash = 0;
  std::int64_t most = 0, all = 0;  // choices of the busiest NPU's experts, and of all
  std::int64_t saved = 0;  // by experts that begin before the dispatch is over; less than 0: lost
  std::int64_t struck = 0;
  std::int64_t rails = 0, switches = 0, rail_bytes = 0;  // as TierFigures

  void add(const machine::TierExchanged& e) {
    add(e.all);
    rails += e.rails.count();
    switches += e.racks.count();
    rail_bytes += e.rail_bytes.count();
  }
  void add(const machine::Exchanged& e) {
    time += e.completion.count();
    decision += e.decision.count();
    guard += e.guard.count();
    wait += e.wait.count();
    decisions += e.decisions;
    bytes += e.bytes.count();
    lost += e.bytes_lost.count();
    struck += e.struck ? 1 : 0;
    base::Digest digest;
    digest.add(hash);
    digest.add(e.schedule_hash);
    hash = digest.value().first;
  }
  void add_to(TierFigures& tiers) const {
    tiers.time += Picoseconds{time};
    tiers.rails += Picoseconds{rails};
    tiers.switches += Picoseconds{switches};
    tiers.rail_bytes += Bytes{rail_bytes};
  }
  Document as_document() const {
    return Document{time, decision, guard, wait,   decisions, bytes,    lost,      hash,
                    most, all,      saved, struck, rails,     switches, rail_bytes};
  }
  static Layer of(const config::Document& d) {
    Layer layer;
    std::size_t k = 0;
    for (std::int64_t Layer::*field : {&Layer::time, &Layer::decision, &Layer::guard, &Layer::wait,
                                       &Layer::decisions, &Layer::bytes, &Layer::lost}) {
      layer.*field = d[k++].get<std::int64_t>();
    }
    layer.hash = d[k++].get<std::uint64_t>();
    for (std::int64_t Layer::*field : {&Layer::most, &Layer::all, &Layer::saved, &Layer::struck,
                                       &Layer::rails, &Layer::switches, &Layer::rail_bytes}) {
      layer.*field = d[k++].get<std::int64_t>();
    }
    return layer;
  }
};

FabricExchanges::FabricExchanges(const Setup& setup, const Options& options)
    : deployment_(setup.deployment),
      options_(options),
      ranks_(ranks_of(setup)),
      layers_(deployment_.model.layers_of(workload::FeedForward::experts)),
      simulated_(chosen_layers(setup)),
      routing_({ranks_, deployment_.model.experts.count, deployment_.redundant_experts,
                deployment_.model.experts.top_k, layers_},
               setup.config.expert_routing, options.seed, {"--expert-routing", ""}),
      decide_(setup.config.decide),
      keeps_(setup.config.fabric == "circuit" && setup.config.exchange.circuit.keep_settings),
      start_(setup.config.expert_start) {
  if (decide_ != Decide::on_demand && setup.config.fabric != "circuit") {
    fail("--decide", "on_demand, as --fabric " + setup.config.fabric + " decides nothing",
         machine::name_of(decide_));
  }
  machine::require_kept(setup.config.exchange, decide_);
  const int racks = racks_of(setup, ranks_);
  const machine::ExchangeConfig around_switch = exchange_of(setup, ranks_ / racks);
  if (racks == 1) {
    exchanger_.emplace(around_switch, options.seed);
  } else {
    tiers_.emplace(around_switch, rail_exchange_of(setup, racks), options.seed);
    figures_.tiers = TierFigures{racks, rail_fabric_of(setup.config), {}, {}, {}, {}};
  }
  if (expects_faults(setup.config.exchange.faults)) figures_.struck = 0;
  if (setup.config.journal.empty()) return;
  journal_ = std::make_unique<tool::Journal>(setup.config.journal, "serve",
                                             identity_of(setup, options.seed));
}

// Against experts that all begin when the last token has come, as a step's clock has them.
Picoseconds FabricExchanges::saved_by_start(const std::vector<std::int64_t>& choices,
                                            const machine::Exchanged& dispatch,
                                            std::int64_t bytes) const {
  if (start_.at_end() || dispatch.arrivals.empty()) return Picoseconds{0};
  Deployment even = deployment_;
  even.expert_skew = 0;
  const double all = static_cast<double>(std::accumulate(choices.begin(), choices.end(), 0LL)) /
                     deployment_.model.experts.top_k;
  const bool captured = all <= static_cast<double>(kMostCaptured);
  const auto time = [&](double choices_of_npu) {
    const double tokens = choices_of_npu * ranks_ / deployment_.model.experts.top_k;
    double seconds = 0;
    for (const ServingOp& op : expert_ops(even, tokens)) {
      seconds += serve::seconds_of(even, op, captured).count();
    }
    return Picoseconds{std::llround(seconds * 1e12)};
  };
  std::int64_t most = 0;
  Picoseconds end{0};
  for (int to = 0; to < ranks_; ++to) {
    std::int64_t received = 0;
    for (int from = 0; from < ranks_; ++from) received += choices[base::cell(from, to, ranks_)];
    most = std::max(most, received);
    const auto kernels = machine::kernels_of(base::at(dispatch.arrivals, to),
                                             choices[base::cell(to, to, ranks_)] * bytes, start_);
    end = std::max(end, machine::end_of(kernels, [&](double share) {
                     return time(share * static_cast<double>(received));
                   }));
  }
  return dispatch.completion + time(static_cast<double>(most)) - std::max(end, dispatch.completion);
}

struct FabricExchanges::Pair {
  std::vector<std::int64_t> choices;
  machine::Exchanged dispatch, combine;
};

// Of a token, there in fp8 with scales.
std::int64_t FabricExchanges::bytes_there() const {
  const auto hidden = static_cast<std::int64_t>(deployment_.model.expert_width());
  return hidden + hidden / 128 * 4;
}

// In bf16.
std::int64_t FabricExchanges::bytes_back() const {
  return static_cast<std::int64_t>(deployment_.model.expert_width()) * 2;
}

FabricExchanges::Pair FabricExchanges::carry_pair(const std::vector<std::int64_t>& tokens,
                                                  int layer, std::uint64_t step,
                                                  std::shared_ptr<const systemc::LeftBehind> last) {
  Pair pair;
  pair.choices = routing_.choices(tokens, layer, step);
  const std::int64_t there = bytes_there();
  const std::int64_t back = bytes_back();
  const std::uint64_t index = index_of(layer, step);
  const std::optional<std::vector<std::int64_t>> ahead = foreseen(tokens, layer, step);
  const bool builds_on = keeps_ || decide_ == Decide::turned;
  systemc::Before before{std::move(last), nullptr};
  const auto carry = [&](std::int64_t bytes, bool combine,
                         const std::optional<systemc::Foresight>& foresight) {
    return exchanger_->carry(machine::demand_of(pair.choices, ranks_, bytes, combine),
                             index + (combine ? 1 : 0), foresight ? &*foresight : nullptr,
                             builds_on ? &before : nullptr);
  };
  std::optional<systemc::Foresight> foresight;
  if (ahead) {
    foresight = {machine::demand_of(*ahead, ranks_, there, false), systemc::kLongestRunOfCircuits};
  }
  pair.dispatch = carry(there, false, foresight);
  if (ahead) foresight->expected = machine::demand_of(*ahead, ranks_, back, true);
  // Who sends back what is known since the dispatch began, and is decided on after the dispatch.
  const bool overlapped = decide_ == Decide::overlapped || (decide_ == Decide::held && !ahead);
  const Picoseconds free = std::min(pair.dispatch.decision, pair.dispatch.completion);
  if (overlapped) {
    foresight = {machine::demand_of(pair.choices, ranks_, back, true),
                 pair.dispatch.completion - free};
  }
  if (keeps_) before.last = pair.dispatch.left;
  if (decide_ == Decide::turned) before.dispatch = pair.dispatch.left;
  pair.combine = carry(back, true, foresight);
  return pair;
}

// The layer before has had the crossbar. It began on a dark one here, which changes no more than
// which of its settings came first.
std::shared_ptr<const systemc::LeftBehind> FabricExchanges::left_before(
    const std::vector<std::int64_t>& tokens, int layer, std::uint64_t step) {
  if (!keeps_) return nullptr;
  if (layer > 0) return carry_pair(tokens, layer - 1, step, nullptr).combine.left;
  if (former_.empty()) return nullptr;
  return carry_pair(former_.back(), layers_ - 1, step - 1, nullptr).combine.left;
}

FabricExchanges::Layer FabricExchanges::simulate_racks(const std::vector<std::int64_t>& tokens,
                                                       int layer, std::uint64_t step) {
  const int racks = figures_.tiers->racks;
  machine::TierTokens ways(racks, ranks_ / racks);
  routing_.each_token(tokens, layer, step, [&](int source, base::Span<const int> experts) {
    ways.add(source, experts);
  });
  Layer out;
  for (int to = 0; to < ranks_; ++to) {
    out.most = std::max(out.most, ways.received(to));
    out.all += ways.received(to);
  }
  const std::uint64_t index = index_of(layer, step);
  out.add(tiers_->dispatch(ways, bytes_there(), index));
  out.add(tiers_->combine(ways, bytes_back(), index + 1));
  return out;
}

FabricExchanges::Layer FabricExchanges::simulate(const std::vector<std::int64_t>& tokens, int layer,
                                                 std::uint64_t step) {
  if (tiers_) return simulate_racks(tokens, layer, step);
  const Pair pair = carry_pair(tokens, layer, step, left_before(tokens, layer, step));
  Layer out;
  for (int to = 0; to < ranks_; ++to) {
    std::int64_t received = 0;
    for (int from = 0; from < ranks_; ++from) {
      received += pair.choices[base::cell(from, to, ranks_)];
    }
    out.most = std::max(out.most, received);
    out.all += received;
  }
  out.add(pair.dispatch);
  out.saved = saved_by_start(pair.choices, pair.dispatch, bytes_there()).count();
  out.add(pair.combine);
  return out;
}

// On whose choices the layer's exchanges were decided before; nothing where nothing was known.
std::optional<std::vector<std::int64_t>> FabricExchanges::foreseen(
    const std::vector<std::int64_t>& tokens, int layer, std::uint64_t step) const {
  // A layer that stands for others is held as they are.
  const bool stands_for_others = static_cast<int>(simulated_.size()) < layers_;
  if (decide_ == Decide::held && (layer != 0 || stands_for_others)) {
    return routing_.choices(tokens, layer == 0 ? 1 : 0, step);
  }
  const bool remembers = decide_ == Decide::last || decide_ == Decide::predicted;
  if (!remembers || former_.empty()) return std::nullopt;
  const std::size_t count = decide_ == Decide::last ? 1 : former_.size();
  std::vector<std::int64_t> sum(base::index(ranks_ * ranks_), 0);
  for (std::size_t back = 1; back <= count; ++back) {
    const auto choices = routing_.choices(former_[former_.size() - back], layer, step - back);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += choices[k];
  }
  const auto divisor = static_cast<std::int64_t>(count);
  for (std::int64_t& choices : sum) choices = (choices + divisor - 1) / divisor;
  return sum;
}

std::vector<FabricExchanges::Layer> FabricExchanges::layers_of(
    const std::vector<std::int64_t>& tokens) {
  const auto step = static_cast<std::uint64_t>(figures_.steps);
  routing_.prepare(simulated_, step);
  if (keeps_) routing_.prepare(before_each(simulated_, layers_), step);
  tool::Cases cases;
  cases.what = "layer's exchanges";
  cases.count = static_cast<std::int64_t>(simulated_.size());
  cases.workers = options_.workers;
  const std::uint64_t of = digest_of(tokens);
  cases.evaluate = [&](std::int64_t k) {
    Document document =
        simulate(tokens, simulated_[static_cast<std::size_t>(k)], step).as_document();
    document.push_back(of);
    return document;
  };
  cases.on_result = [&](std::int64_t, bool found, const Document& result) {
    if (!found || result.back() == of) return;
    fail(journal_->path().c_str(), "a journal of these requests",
         fmt::format("step {} of others", step), "another --journal");
  };
  const std::int64_t first = figures_.steps * cases.count;
  const auto documents =
      journal_ ? run_cases(cases, *journal_, "exchanges", first) : run_cases(cases);
  std::vector<Layer> layers;
  for (const config::Document& one : documents) layers.push_back(Layer::of(one));
  return layers;
}

ExpertStep FabricExchanges::carry(base::Span<const StepLoad> groups) {
  std::vector<std::int64_t> tokens;
  for (const StepLoad& load : groups) {
    for (int k = 0; k < deployment_.tp; ++k) {
      tokens.push_back((load.tokens() + k) /
                       deployment_.tp);  // what does not divide: the last ones
    }
  }
  if (std::accumulate(tokens.begin(), tokens.end(), std::int64_t{0}) == 0) return {};
  if (options_.progress) options_.progress(figures_.steps);
  const std::vector<Layer> layers = layers_of(tokens);
  const std::int64_t all = layers_;
  std::int64_t time = 0, saved = 0, bytes = 0;
  double busiest = 0;
  base::Digest digest;
  digest.add(figures_.schedule_hash);
  for (const Layer& layer : layers) {
    time += layer.time;
    saved += layer.saved;
    busiest += static_cast<double>(layer.most) * ranks_ / static_cast<double>(layer.all);
    figures_.decisions += layer.decisions;
    figures_.decision += Picoseconds{layer.decision};
    figures_.guard += Picoseconds{layer.guard};
    figures_.wait += Picoseconds{layer.wait};
    bytes += layer.bytes;
    figures_.bytes_lost += Bytes{layer.lost};
    if (figures_.struck) *figures_.struck += layer.struck;
    if (figures_.tiers) layer.add_to(*figures_.tiers);
    digest.add(layer.hash);
  }
  former_.push_back(tokens);
  if (former_.size() > machine::kRemembered) former_.pop_front();
  const auto count = static_cast<std::int64_t>(layers.size());
  ExpertStep step;
  const auto of_all = [&](std::int64_t sum) {
    return sum / count * all + sum % count * all / count;
  };
  step.exchanges = Picoseconds{of_all(time) - of_all(saved)};
  step.busiest = std::max(1.0, busiest / static_cast<double>(count));
  figures_.busiest += step.busiest;
  if (figures_.decisions > 0) figures_.schedule_hash = digest.value().first;
  figures_.time += Picoseconds{of_all(time)};
  figures_.saved += Picoseconds{of_all(saved)};
  figures_.bytes += Bytes{bytes};
  figures_.moved += Bytes{of_all(bytes)};
  figures_.simulated += 2 * count;
  figures_.exchanges += 2 * all;
  ++figures_.steps;
  return step;
}

}  // namespace jacquard::serve
