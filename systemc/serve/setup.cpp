// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/hardware/pooled_xpus.hpp"
#include "jacquard/serve/precision_words.hpp"
#include "jacquard/workload/model_name.hpp"
#include "systemc/serve/interconnect_fits.hpp"
#include "systemc/serve/layout.hpp"

namespace jacquard::serve {
namespace {

using workload::NumberType;

// With the exchange in less than half of the time of the slower side, so many fill both
// (MegaScale-Infer s4.1; Step-3's pipeline has as many stages).
constexpr int kMicroBatches = 3;

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

// The degrees of tensor parallelism up to `most` that the heads divide by.
std::vector<int> degrees(int heads, int most) {
  std::vector<int> all;
  for (int tp = 1; tp <= most; ++tp) {
    if (heads % tp == 0) all.push_back(tp);
  }
  return all;
}

std::string gigabytes(double bytes) { return fmt::format("{:.2f} GB", bytes / 1e9); }

// As an option, what deployment.hpp names by its knob.
void require_degrees(const Deployment& d) {
  try {
    require_divisible(d, {"", ""});
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    fault.source = "--" + fault.where.substr(1);
    fault.where.clear();
    throw base::ConfigError(std::move(fault));
  }
}

// Largest divisor of `npus` that the heads divide by.
int widest_tp(const workload::Model& model, int npus) {
  int best = 1;
  for (const int tp : degrees(model.heads, std::min(npus, model.heads))) {
    if (npus % tp == 0) best = tp;
  }
  return best;
}

// Attention and experts apart, which leave nothing else to say about degrees.
void set_apart(const ServeConfig& c, int npus, Deployment& d) {
  const ApartLayout apart = parse_afd(c.afd);
  if (!d.model.has_experts()) {
    fail("--afd", "a model with experts", d.model.name + ", which has none");
  }
  d.pp = 1;
  d.tp = apart.tp;
  d.attention_dp = apart.groups;
  d.expert_npus = d.expert_ep = apart.experts;
  d.micro_batches = c.micro_batches > 0 ? c.micro_batches : kMicroBatches;
  const int placed = placed_experts(d);
  if (placed % apart.experts != 0) {
    fail("--afd", fmt::format("NPUs for experts that divide the {} experts", placed),
         std::to_string(apart.experts), "--redundant-experts adds some");
  }
  require_degrees(d);
  if (npus % apart.npus() != 0) {
    fail("--afd", fmt::format("NPUs that divide the {} of the system", npus),
         fmt::format("{} of attention and {} of experts", apart.groups * apart.tp, apart.experts),
         fmt::format("--npus {} would do", apart.npus()));
  }
}

// What --afd does not go with.
void check_apart(const ServeConfig& c) {
  if (c.afd.empty()) {
    if (c.micro_batches > 0) fail("--micro-batches", "--afd beside it", "none");
    return;
  }
  const auto refuse = [](bool given, const char* option, const std::string& found) {
    if (given) fail(option, "nothing beside --afd, which says all NPUs", found);
  };
  refuse(c.tp > 0, "--tp", std::to_string(c.tp));
  refuse(c.pp > 0, "--pp", std::to_string(c.pp));
  refuse(c.dp > 1, "--dp", std::to_string(c.dp));
  refuse(c.ep > 0, "--ep", std::to_string(c.ep));
  const auto alone = [&](bool given, const char* option) {
    if (given) fail(option, "nothing beside --afd", "a value");
  };
  alone(c.mtp > 0, "--mtp");
  alone(!c.fabric.empty(), "--fabric");
  alone(c.overlap == "two_batches", "--overlap");
  alone(c.expert_exchange == TokenExchange::gather, "--expert-exchange");
}

// Throws where the NPUs of experts do not hold these.
void require_experts_fit(const Setup& s) {
  const Deployment& d = s.deployment;
  const double bytes = expert_npu_bytes(d) + s.memory.buffers;
  const double room = static_cast<double>(d.device.memory.count()) * s.memory_share();
  if (d.expert_npus == 0 || bytes <= room) return;
  int npus = d.expert_npus;
  while (expert_npu_bytes(d) * d.expert_npus / npus + s.memory.buffers > room ||
         placed_experts(d) % npus != 0) {
    if (++npus > placed_experts(d)) break;
  }
  fail("--afd",
       fmt::format("memory for {} of experts and {} of buffers, in {} of each NPU",
                   gigabytes(expert_npu_bytes(d)), gigabytes(s.memory.buffers), gigabytes(room)),
       fmt::format("experts={}", d.expert_npus),
       npus <= placed_experts(d)
           ? fmt::format("experts={} with --npus {} would do", npus, d.npus_of_a_stage() + npus)
           : "");
}

void set_degrees(const ServeConfig& c, int npus, Deployment& d) {
  if (!c.afd.empty()) {
    set_apart(c, npus, d);
    return;
  }
  d.attention_dp = c.dp;
  const bool spread = c.tp > 0 || c.dp > 1;
  d.pp = c.pp > 0 ? c.pp : (spread ? 1 : base::divide_up(npus, d.node));
  if (c.pp <= 0 && d.pp > d.model.layers) {
    fail("--tp, --pp, --dp", fmt::format("degrees for {} NPUs", npus),
         fmt::format("none, and {} stages for {} layers", d.pp, d.model.layers));
  }
  const std::int64_t others = std::int64_t{d.pp} * c.dp;
  if (c.tp > 0) {
    d.tp = c.tp;
  } else {
    d.tp = others <= npus ? widest_tp(d.model, static_cast<int>(npus / others)) : 1;
  }
  const bool impossible = d.model.heads % d.tp != 0 || d.pp > d.model.layers;
  if (impossible) require_degrees(d);
  const std::int64_t replica = others * d.tp;
  if (replica > npus || npus % replica != 0) {
    fail("--tp, --pp, --dp", fmt::format("degrees whose product divides the {} NPUs", npus),
         fmt::format("{} x {} x {}", d.tp, d.pp, c.dp));
  }
  if (c.ep > 0 && !d.model.has_experts()) {
    fail("--ep", "0, as " + d.model.name + " has no experts", std::to_string(c.ep));
  }
  d.expert_ep = c.ep;
  require_degrees(d);
  if (!d.model.has_experts() || expert_ep_of(d) > 1) return;
  const char* const parts = "--ep of 2 or more beside it, as each expert is cut by tp";
  if (c.redundant_experts > 0) fail("--redundant-experts", parts, "none");
  if (c.expert_imbalance > 1) fail("--expert-imbalance", parts, "none");
}

// Of several nodes, ways to cut a replica: the fewest stages first, each on as much of a node as
// the heads divide by. The last has all NPUs in one replica.
std::vector<ServeConfig> ways_to_cut(const ServeConfig& c, const workload::Model& model, int npus,
                                     int node) {
  std::vector<ServeConfig> ways;
  const int most = base::divide_up(npus, node);
  for (int stages = 1; is_open(c) && stages < std::min(most, model.layers + 1); ++stages) {
    if (npus % stages != 0) continue;
    ServeConfig way = c;
    way.pp = stages;
    way.tp = 1;
    for (const int tp : degrees(model.heads, node)) {
      if (npus / stages % tp == 0) way.tp = tp;
    }
    ways.push_back(way);
  }
  ways.push_back(c);
  return ways;
}

// Experts over more NPUs than a node has: each NPU attends by itself, as engines run it.
ServeConfig with_wide_experts(ServeConfig c, int node) {
  const bool alone = c.tp == 0 && c.pp == 0 && c.dp == 1;
  if (!alone || c.ep <= node) return c;
  c.tp = c.pp = 1;
  c.dp = c.ep;
  return c;
}

// Experts that lie on all NPUs as nobody said degrees: what to change is not --ep.
void require_shared_out(const ServeConfig& c, const workload::Model& model, int npus) {
  const int placed = model.experts.count + c.redundant_experts;
  if (placed % npus == 0) return;
  const int copies = base::divide_up(model.experts.count, npus) * npus - model.experts.count;
  if (c.redundant_experts > 0) {
    fail("--redundant-experts",
         fmt::format("as many copies as make the {} experts a multiple of the {} NPUs",
                     model.experts.count, npus),
         std::to_string(c.redundant_experts), fmt::format("{} would do", copies));
  }
  int fewer = std::min(npus, model.experts.count);
  while (model.experts.count % fewer != 0) --fewer;
  fail("--npus", fmt::format("a divisor of the model's {} experts", model.experts.count),
       std::to_string(npus),
       fmt::format("--redundant-experts {} or --npus {} would do{}", copies, fewer,
                   c.fabric.empty() ? "; so would --tp and --dp" : ""));
}

// Around one switch, or an appliance that carries experts' exchanges, no NPUs are nearer than
// others, so a model is not cut into stages. Experts lie on all NPUs, and each has requests of its
// own, unless degrees are given.
// Where a fabric carries what experts get, copies of some fill up the NPUs: 32 of 256 experts
// on 72. Over several racks also where experts are fewer than the NPUs: 320 of 256 on 576.
ServeConfig around_switch(ServeConfig c, const workload::Model& model, int npus, bool in_racks) {
  if (!is_open(c)) return c;
  c.pp = 1;
  if (!model.has_experts()) return c;
  c.tp = 1;
  c.dp = c.ep = npus;
  const int beyond = (model.experts.count + c.redundant_experts) % npus;
  const bool open = !c.fabric.empty() && c.redundant_experts == 0;
  const bool fills = open && (in_racks || model.experts.count > npus);
  if (fills && beyond > 0) c.redundant_experts = npus - beyond;
  require_shared_out(c, model, npus);
  return c;
}

// What changes steps and is not of the memory or the degrees.
void set_steps(const ServeConfig& c, Deployment& d) {
  const auto with_experts = [&](bool asked, const char* option) {
    if (asked && !d.model.has_experts())
      fail(option, "nothing, as " + d.model.name + " has no experts", "a value");
  };
  with_experts(c.redundant_experts > 0, "--redundant-experts");
  with_experts(c.expert_imbalance > 1, "--expert-imbalance");
  with_experts(c.overlap == "two_batches", "--overlap");
  if (c.mtp > 0 && c.acceptance <= 0) {
    fail("--mtp", "--acceptance beside it, such as 0.8", "none",
         "the share of drafts that are right");
  }
  if (c.mtp == 0 && c.acceptance > 0) fail("--acceptance", "--mtp beside it", "none");
  if (c.batch_wait_share > 0 && c.batch_wait == 0) {
    fail("--batch-wait-share", "--batch-wait beside it", "none");
  }
  if (c.batch_wait > 0 && c.policy != Policy::no_evict &&
      policy_of(c.software) != Policy::no_evict) {
    fail("--batch-wait", "--software trtllm, whose scheduler waits so",
         std::to_string(c.batch_wait));
  }
  if (!c.fabric.empty() && (c.overlap == "two_batches" || c.mtp > 0)) {
    fail("--fabric", "none with --overlap two_batches or --mtp", c.fabric);
  }
  d.redundant_experts = c.redundant_experts;
  d.expert_imbalance = c.expert_imbalance;
  d.exchange = c.expert_exchange;
  d.drafts = {c.mtp, c.acceptance};
  d.eager = c.eager;
}

// Weights' types to try; the first one that leaves room for a request is taken. Four bits change
// answers enough that they are never taken unasked.
std::vector<Precision> precisions(const ServeConfig& c, const Deployment& d) {
  std::string word = c.precision;
  if (word == "auto") word = workload::precision_in_name(c.model);
  Precision p = word.empty() ? published_precision(d.model) : Precision{};
  if (!word.empty()) {
    NumberType type = weight_type_of(word, {"--precision", ""});
    // NPUs without products in four bits run weights of four bits with activations in 16.
    if (type == NumberType::nvfp4 && d.device.peak.fp4.count() == 0) type = NumberType::w4a16;
    p.weights = p.experts = type;
    return {p};
  }
  if (workload::bytes_per_value(p.experts) < 2 || d.device.peak.fp8.count() == 0) return {p};
  return {p, {NumberType::fp8, NumberType::fp8, NumberType::bf16}};
}

std::int64_t tokens_of(const ServeConfig& c) { return std::int64_t{c.input} + c.output; }

NumberType kv_type(const ServeConfig& c, const Precision& weights) {
  if (c.kv_precision != "auto") return kv_type_of(c.kv_precision, {"--kv-precision", ""});
  const bool narrow = workload::bytes_per_value(weights.weights) <= 1;
  return narrow && c.software == cost::Software::trtllm ? NumberType::fp8 : NumberType::bf16;
}

// Keys and values fill the NPU's own memory first; weights find room there or nowhere.
void set_memory(Setup& s) {
  Deployment& d = s.deployment;
  s.memory = memory_budget(d, s.memory_share(), s.config.max_batched_tokens);
  d.own_kv_tokens = s.memory.kv_tokens;
  if (s.memory.fits()) s.memory.kv_tokens += tokens_beyond(d.beyond, s.memory.kv_of_token);
}

template <class Noun, class Read>
const Noun& known(std::map<std::string, Noun>& nouns, const std::string& word, Read read) {
  const auto found = nouns.find(word);
  return found != nouns.end() ? found->second : nouns.emplace(word, read(word)).first->second;
}

// NPUs, or XPUs before an appliance, whose DDR is beyond their own memory.
PooledXpus system_of(const ServeConfig& c, Nouns& nouns) {
  const auto name = celestisim::appliance_named(c.system);
  if (!name) return {"", nouns.system(c.system), {}};
  const config::Place place{c.npus > 0 ? "--npus" : "--system", ""};
  const int xpus = c.npus > 0 ? c.npus : name->xpus;
  return pooled_xpus(celestisim::appliance(name->preset, name->generation, xpus, place), place);
}

void require_racks(const ServeConfig& c, const NamedSystem& system, int npus) {
  const int rack = system.racks->npus;
  if (npus <= system.npus && (npus < rack || npus % rack == 0)) return;
  fail("--npus",
       fmt::format("up to {} or a multiple of it up to {} with --fabric, as {} has racks of {}",
                   rack, system.npus, c.system, rack),
       std::to_string(npus),
       fmt::format("--npus {} would do", std::min(npus / rack * rack, system.npus)));
}

// Of --npus, which laws take beyond a node, a simulated switch has no ports.
void require_ports(const ServeConfig& c, const NamedSystem& system, int npus) {
  if (c.fabric.empty() || c.fabric == kPhotonic) return;
  if (system.racks) require_racks(c, system, npus);
  if (npus <= system.npus || !system.one_switch) return;
  fail("--npus",
       fmt::format("at most {} with --fabric, as the switch of {} has so many ports", system.npus,
                   c.system),
       std::to_string(npus),
       fmt::format("a copy of the system's file with the topology Switch({}), as --system FILE, "
                   "has as many",
                   npus));
}

}  // namespace

void require_ports(const ServeConfig& config, int npus) {
  Nouns nouns;
  require_ports(config, system_of(config, nouns).system, npus);
}

void require_named(const ServeConfig& config) {
  if (config.model.empty()) {
    fail("MODEL", "a name of configs/models, or a path", "none", "see jacquard serve --help");
  }
  if (config.system.empty()) {
    fail("--system", "NPUs such as 8xh200 or dgx-h100", "none", "see jacquard serve --help");
  }
}

const workload::Model& Nouns::model(const std::string& word) {
  return known(models_, word, [](const std::string& w) {
    return plan::find_transformer(config::Json(w), {"MODEL", ""});
  });
}

const NamedSystem& Nouns::system(const std::string& word) {
  return known(systems_, word, [](const std::string& w) {
    return system_named(w, {"--system", ""});
  });
}

double Setup::memory_share() const {
  if (config.memory_share > 0) return config.memory_share;
  return celestisim::appliance_named(config.system) ? 1.0 : kMemoryShare;
}

std::int64_t Setup::most_requests(std::int64_t tokens) const {
  const std::int64_t block = config.block;
  const std::int64_t beside = memory.sequence_blocks(config.block);
  const std::int64_t each = (base::divide_up(tokens, block) + beside) * block;
  return memory.kv_tokens / each * deployment.attention_dp;
}

std::string breakdown(const Setup& s) {
  return fmt::format(
      "{} of weights ({}), {} of buffers and {} for each request of {} tokens, in {} of each of "
      "the {} NPUs",
      gigabytes(s.memory.weights), text_of(s.deployment.precision), gigabytes(s.memory.buffers),
      gigabytes(s.memory.kv_of_token * static_cast<double>(tokens_of(s.config)) +
                s.memory.kv_of_sequence),
      tokens_of(s.config), gigabytes(static_cast<double>(s.memory.capacity.count())),
      s.deployment.npus());
}

std::string fewest_npus(const Setup& setup, std::int64_t requests) {
  if (const int experts = setup.deployment.expert_npus; experts > 0) {
    const Deployment& apart = setup.deployment;
    const std::int64_t of_group = setup.most_requests(tokens_of(setup.config)) / apart.attention_dp;
    if (of_group == 0) return "a larger tp of attention, or a smaller precision, may do";
    const std::int64_t groups = base::divide_up(requests, of_group);
    constexpr std::int64_t kMostGroups = 4096;  // that --afd takes
    if (groups > kMostGroups) return "more replicas share requests";
    return fmt::format("--afd attention={}xtp{},experts={} with --npus {} would do", groups,
                       apart.tp, experts, groups * apart.tp + experts);
  }
  Setup trial = setup;
  Deployment& d = trial.deployment;
  d.attention_dp = 1;
  d.expert_tp = d.expert_ep = 0;
  std::vector<std::pair<int, int>> tried;  // stages and tp
  for (int pp = 1; pp <= d.model.layers; ++pp) {
    for (const int tp : degrees(d.model.heads, d.node)) tried.emplace_back(pp, tp);
  }
  std::stable_sort(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
    return a.first * a.second < b.first * b.second;
  });
  for (const auto& [pp, tp] : tried) {
    d.tp = tp;
    d.pp = pp;
    set_memory(trial);
    if (trial.most_requests(tokens_of(setup.config)) < requests) continue;
    return fmt::format("{} of these NPUs would do: --npus {} --tp {} --pp {}", tp * pp, tp * pp, tp,
                       pp);
  }
  return "no number of these NPUs would do as one replica: more replicas share requests";
}

int npus_of_system(const ServeConfig& config) {
  require_named(config);
  Nouns nouns;
  return system_of(config, nouns).system.npus;
}

Setup setup_of(const ServeConfig& config) {
  Nouns nouns;
  return setup_of(config, nouns);
}

Setup setup_of(const ServeConfig& config, Nouns& nouns) {
  require_named(config);
  Setup s;
  s.config = config;
  Deployment& d = s.deployment;
  workload::Model model = nouns.model(config.model);
  if (model.vocabulary == 0) {
    fail("MODEL", "a model that makes tokens", config.model + ", which has no vocabulary",
         "train and plan take models without one");
  }
  const PooledXpus found = system_of(config, nouns);
  const NamedSystem& system = found.system;
  s.source = found.source;
  check_apart(config);
  d = deployment_on(system);
  d.model = std::move(model);
  d.beyond = found.beyond;
  d.software = config.software;
  d.host = host_times(config.software);
  d.law = law_of(d.device, config.law, {"--law", ""});
  set_steps(config, d);
  s.npus = config.npus > 0 ? config.npus : system.npus;
  // A device's name alone says no number: then the layout does.
  if (!config.afd.empty() && s.npus == 1) s.npus = parse_afd(config.afd).npus();
  s.one_switch = system.one_switch;
  s.racks = system.racks;
  require_ports(config, system, s.npus);
  const bool carried = !config.fabric.empty() && (system.one_switch || system.racks);
  const bool around_one = system.switch_delay || carried || config.fabric == kPhotonic;
  if (!config.spill.empty()) {
    for (MemoryTier& tier : parse_tiers(config.spill, {"--spill", ""})) {
      d.beyond.push_back(std::move(tier));
    }
  }
  const auto ways =
      around_one
          ? std::vector{around_switch(config, d.model, s.npus, s.racks && s.npus > s.racks->npus)}
          : ways_to_cut(with_wide_experts(config, d.node), d.model, s.npus, d.node);
  for (const Precision& precision : precisions(config, d)) {
    for (const ServeConfig& way : ways) {
      d.redundant_experts = way.redundant_experts;
      set_degrees(way, s.npus, d);
      s.replicas = s.npus / d.npus();
      const bool open = config.overlap == "auto" && config.fabric.empty();
      d.two_batches = open ? usual_overlap(d) : config.overlap == "two_batches";
      d.precision = precision;
      d.precision.kv = kv_type(config, precision);
      set_memory(s);
      if (s.most_requests(tokens_of(config)) < 1) continue;
      require_experts_fit(s);
      require_interconnect(s, s.npus);
      return s;
    }
  }
  fail("--system", "memory for the model and one request, " + breakdown(s), config.system,
       fewest_npus(s, 1));
}

}  // namespace jacquard::serve
