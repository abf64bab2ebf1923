// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/json_fields.hpp"
#include "jacquard/serve/traces/json_forms.hpp"

namespace jacquard::serve {
namespace {

using config::Json;

constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;  // of SplitMix64 (Steele et al. 2014)

std::uint64_t mixed(std::uint64_t before, std::uint64_t token) {
  std::uint64_t x = (before ^ token) + kSpread;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Equal ids: equal tokens in the block and before it.
Json block_ids(const std::vector<std::uint64_t>& tokens) {
  Json ids = Json::array();
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    id = mixed(id, tokens[i]);
    if ((i + 1) % kTokenIdBlock == 0 || i + 1 == tokens.size()) ids.push_back(id);
  }
  return ids;
}

void give(const FlatRequest& value, const TakeFlat& take) {
  const JsonFields fields(value.object, value.place);
  if (!fields.has("input_toks") || !fields.has("input_tok_ids")) return take(value);
  const auto tokens = fields.ids("input_tok_ids");
  if (!tokens) fields.fail("input_tok_ids", fields.ids_expected());
  FlatRequest flat = value;
  flat.object["block_ids"] = block_ids(*tokens);
  take(flat);
}

}  // namespace

void give_token_requests(const FlatRequest& value, const TakeFlat& take) {
  const JsonFields whole(value.object, value.place);
  if (!whole.has("sub_requests")) return give(value, take);
  const Json& turns = value.object.at("sub_requests");
  if (!turns.is_array() || turns.empty()) whole.fail("sub_requests", "a list of requests");
  for (const char* const key : {"session_id", "arrival_time_ns"}) {
    if (!whole.has(key)) whole.lacks(key, "sub_requests");
  }
  Json wait;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const FlatRequest turn{
        turns[i], {value.place.source, value.place.where + ", sub_requests/" + std::to_string(i)}};
    const JsonFields fields(turn.object, turn.place);
    FlatRequest flat = turn;
    flat.object["session_id"] = value.object.at("session_id");
    if (i == 0) flat.object["arrival_time_ns"] = value.object.at("arrival_time_ns");
    if (i > 0) flat.object["tool_wait_ns"] = wait;
    wait = fields.has("tool_duration_ns") ? turn.object.at("tool_duration_ns") : Json(0);
    give(flat, take);
  }
}

}  // namespace jacquard::serve
