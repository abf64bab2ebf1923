// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "jacquard/base/error.hpp"

namespace jacquard::verify {
namespace {

constexpr int kMostLatency = 15;
constexpr int kMostBubbles = 1000;
constexpr int kMostWeight = 1000;
constexpr std::int64_t kMostWait = 1'000'000;

// What parameters of well-known modules say of their contract; `and_also` may be null.
struct Hint {
  const char* parameter;
  long value;
  const char* and_also;
  long its_value;
  const char* promise;
};
constexpr Hint kHints[] = {
    {"LockIn", 0, nullptr, 0, "stable=valid"},  // PULP rr_arb_tree
    {"LockIn", 1, nullptr, 0, "stable=index"},
    {"ARB_BLOCK", 1, "ARB_BLOCK_ACK", 0, "ends=release"},
    {"ARB_BLOCK", 0, nullptr, 0, "ends=clock"},
    {"ARB_TYPE_ROUND_ROBIN", 0, "ARB_LSB_HIGH_PRIORITY", 0, "order=fixed-high"},
    {"ARB_TYPE_ROUND_ROBIN", 0, "ARB_LSB_HIGH_PRIORITY", 1, "order=fixed"},
};

// Of a gnt that is the ready of a handshake.
constexpr const char* kReadyNames = "ready rdy in_ready inp_ready";

bool is_set(const rtl::Interface& found, const char* parameter, long value) {
  const auto has = found.parameters.find(parameter);
  return has != found.parameters.end() && rtl::number_of(has->second, -1) == value;
}

}  // namespace

const config::FieldTable<Contract>& contract_fields() {
  using config::boolean;
  using config::choice;
  using config::field;
  using config::whole_number;
  using C = Contract;
  static const config::FieldTable<C> table(
      "contract", "What a module promises.",
      {
          field<C>("requests", &C::requests,
                   choice<Requests>({{"hold", Requests::hold}, {"drop", Requests::drop}}),
                   "Requests stay until granted, or may be dropped at any time."),
          field<C>("latency", &C::latency, whole_number<int>(-1, kMostLatency),
                   "Clocks from request to grant; -1 measures it."),
          field<C>("ends", &C::ends,
                   choice<Ends>({{"clock", Ends::clock},
                                 {"ready", Ends::ready},
                                 {"ack", Ends::ack},
                                 {"release", Ends::release},
                                 {"done", Ends::done}}),
                   "A grant ends with its clock, when ready takes it, by ack, when its request "
                   "falls, or is there only with done."),
          field<C>("order", &C::order,
                   choice<Order>({{"any", Order::any},
                                  {"fair", Order::fair},
                                  {"fixed", Order::fixed},
                                  {"fixed-high", Order::fixed_high},
                                  {"weighted", Order::weighted},
                                  {"measured", Order::measured}}),
                   "Who is first: nobody in particular, each within max_wait, the lowest or "
                   "highest number, or by weight. Of an arbiter without state it is measured."),
          field<C>("weights", &C::weights, config::text("weights such as 4,2,1,1"),
                   "Grants of each requester in a round, of order weighted."),
          field<C>("max_wait", &C::max_wait, whole_number<std::int64_t>(0, kMostWait),
                   "Grants to others before a held request has its own; 0 leaves it open."),
          field<C>(
              "stable", &C::stable,
              choice<Stable>({{"no", Stable::no},
                              {"valid", Stable::valid},
                              {"index", Stable::index},
                              {"measured", Stable::measured}}),
              "What is offered and not taken stays: nothing, that there is an offer, or whose. "
              "Measured: whose, if a rival who comes after one clock does not take over."),
          field<C>("progress", &C::progress,
                   choice<Serves>(
                       {{"no", Serves::no}, {"some", Serves::some}, {"maximal", Serves::maximal}}),
                   "Where something is asked: nothing, at least one grant, or all that fit."),
          field<C>("bubbles", &C::bubbles, whole_number<int>(0, kMostBubbles),
                   "Clocks on end without that progress."),
          field<C>("grant", &C::grant,
                   choice<GrantMeans>({{"offer", GrantMeans::offer},
                                       {"transfer", GrantMeans::transfer},
                                       {"ready", GrantMeans::ready},
                                       {"measured", GrantMeans::measured}}),
                   "Whether gnt is an offer, shows only what ready takes, or is the ready of a "
                   "handshake that an idle requester may see too."),
          field<C>("valid_first", &C::valid_first, boolean(), "valid does not wait for ready."),
          field<C>("parked", &C::parked, boolean(), "An idle arbiter may show its last grant."),
          field<C>("resets", &C::resets, boolean(),
                   "A reset, and any power-up, leave nothing of what was before."),
      });
  return table;
}

std::vector<int> Contract::weight_list(int requesters) const {
  std::vector<int> list;
  std::istringstream words(weights);
  for (std::string word; std::getline(words, word, ',');) {
    const long weight = rtl::number_of(word, 0);
    if (weight < 1 || weight > kMostWeight) break;
    list.push_back(static_cast<int>(weight));
  }
  if (static_cast<int>(list.size()) != requesters) {
    throw base::ConfigError({"--contract", "",
                             fmt::format("weights of {} requesters, each in 1..{}, such as "
                                         "weights=4,2,1",
                                         requesters, kMostWeight),
                             "'" + weights + "'", ""});
  }
  return list;
}

Contract default_contract(rtl::RtlKind kind, const rtl::Wiring& wiring, const rtl::Interface& found,
                          std::vector<std::string>& hints) {
  using rtl::RtlKind;
  const auto has = [&](const char* role) { return wiring.bus(role).there(); };
  const rtl::SwitchShape& shape = wiring.shape;
  Contract contract;
  const bool taken = has("ready") || has("yumi");
  const bool many = kind == RtlKind::matrix || shape.lanes > 1;
  contract.ends = has("done")  ? Ends::done
                  : has("ack") ? Ends::ack
                  : taken      ? Ends::ready
                               : Ends::clock;
  if (!taken && !has("ack") && !has("done") && kind == RtlKind::n_to_1) {
    contract.requests = Requests::drop;
  }
  const auto gnt = std::find_if(wiring.said.begin(), wiring.said.end(),
                                [](const rtl::Said& said) { return said.what == "gnt"; });
  if (gnt != wiring.said.end() && rtl::is_one_of(kReadyNames, rtl::plain_name(gnt->port))) {
    contract.grant = GrantMeans::ready;
  } else if (taken && has("valid") && has("gnt")) {
    contract.grant = kind == RtlKind::n_to_1 ? GrantMeans::measured : GrantMeans::transfer;
  }
  if (kind != RtlKind::crossbar && contract.ends == Ends::ready) contract.stable = Stable::measured;
  // Whoever has no state starves somebody; that is a fixed order, or none.
  if (!found.clocked && !has("previous") && kind == RtlKind::n_to_1)
    contract.order = Order::measured;
  contract.parked = has("previous");
  if (many) contract.progress = Serves::some;
  if (kind == RtlKind::crossbar) contract.progress = Serves::no;
  contract.max_wait = many || kind == RtlKind::crossbar
                          ? std::int64_t{shape.requesters()} * shape.inputs
                          : std::int64_t{2} * shape.inputs;
  for (const Hint& hint : kHints) {
    if (!is_set(found, hint.parameter, hint.value)) continue;
    if (hint.and_also != nullptr && !is_set(found, hint.and_also, hint.its_value)) continue;
    contract_fields().set(contract, hint.promise);
    hints.push_back(fmt::format("{}={}: {}", hint.parameter, hint.value, hint.promise));
  }
  return contract;
}

std::string word_of(const config::Document& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string told(const Contract& contract) {
  std::string text;
  const config::Document shown = contract_fields().show(contract);
  for (const auto& [key, value] : shown.items()) {
    const std::string word = word_of(value);
    if (!word.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, word);
  }
  return text;
}

}  // namespace jacquard::verify
