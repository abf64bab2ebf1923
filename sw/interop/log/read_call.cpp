// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/read_call.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_object.hpp"

namespace jacquard::interop {
namespace {

using config::Json;
using config::JsonObject;
using config::Place;

constexpr std::int64_t kMostNumber = std::int64_t{1} << 53;  // that every reader of JSON holds
constexpr std::int64_t kMostBytes = 1'000'000'000'000'000'000;
constexpr double kMostAmount = 1e30;
constexpr const char* kMainStream = "main";  // of computation, on which no call runs itself

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {"op",
                                                "call_id",
                                                "ranks",
                                                "shape",
                                                "dtype",
                                                "reduce_op",
                                                "rank",
                                                "seq",
                                                "group_id",
                                                "group_name",
                                                "peer",
                                                "tag",
                                                "in_shape",
                                                "out_shape",
                                                "splits",
                                                "out_splits",
                                                "batch",
                                                "async_handle",
                                                "wait_of",
                                                "stream",
                                                "phase",
                                                "micro_batch",
                                                "layer",
                                                "name",
                                                "unpredictable",
                                                "detached",
                                                "duration_ps",
                                                "after",
                                                "compute_flops_before",
                                                "compute_bytes_before",
                                                "compute_ps_before"};
  return keys;
}

std::vector<std::string> op_words() {
  std::vector<std::string> words;
  for (int op = 0; op <= static_cast<int>(LogOp::compute); ++op) {
    words.emplace_back(name_of(static_cast<LogOp>(op)));
  }
  return words;
}

std::int64_t whole(const Json& json, std::int64_t lo, std::int64_t hi, const Place& place) {
  return config::read_whole_number(json, lo, hi, config::whole_number_expected(lo, hi), place);
}

class Reader {
 public:
  Reader(const Json& json, int rank, GroupBook& book, const Place& place)
      : json_(json), line_(json, known_keys(), place), place_(place), rank_(rank), book_(book) {}

  LogCall read() {
    static const std::vector<std::string> words = op_words();
    call_.op = static_cast<LogOp>(
        config::read_word(line_.at("op", config::words_expected(words)), words, line_.place("op")));
    if (number("rank", 0, book_.ranks() - 1, rank_) != rank_) {
      line_.place("rank").fail(fmt::format("rank {}, whose file this is", rank_),
                               config::brief(json_["rank"]));
    }
    read_marks();
    read_amounts();
    if (call_.op == LogOp::wait) {
      call_.wait_of = whole(line_.at("wait_of", "the call_id of an earlier call"), 0, kMostNumber,
                            line_.place("wait_of"));
    } else if (call_.op != LogOp::compute) {
      read_communication();
    }
    return std::move(call_);
  }

 private:
  std::int64_t number(const char* key, std::int64_t lo, std::int64_t hi, std::int64_t otherwise) {
    if (!line_.has(key) || json_[key].is_null()) return otherwise;
    return whole(json_[key], lo, hi, line_.place(key));
  }
  int small(const char* key, std::int64_t lo, std::int64_t hi, int otherwise) {
    return static_cast<int>(number(key, lo, hi, otherwise));
  }
  bool flag(const char* key) {
    if (!line_.has(key)) return false;
    if (!json_[key].is_boolean()) line_.place(key).fail("true or false", config::brief(json_[key]));
    return json_[key].get<bool>();
  }
  std::string word(const char* key) {
    return line_.has(key) && json_[key].is_null() ? "" : line_.text(key, "");
  }

  void read_marks() {
    using workload::Phase;
    static const std::vector<std::pair<std::string, Phase>> phases = {
        {"setup", Phase::none},        {"none", Phase::none},     {"forward", Phase::forward},
        {"backward", Phase::backward}, {"update", Phase::update}, {"optimizer", Phase::update},
        {"prefill", Phase::prefill},   {"decode", Phase::decode}};
    static const std::vector<std::string> words = [] {
      std::vector<std::string> all;
      for (const auto& phase : phases) all.push_back(phase.first);
      return all;
    }();
    if (line_.has("phase") && !json_["phase"].is_null()) {
      call_.phase = phases[config::read_word(json_["phase"], words, line_.place("phase"))].second;
    }
    call_.call_id = number("call_id", 0, kMostNumber, LogCall::kNone);
    call_.micro_batch = small("micro_batch", -1, 1 << 30, LogCall::kNone);
    call_.layer = small("layer", -1, 1 << 30, LogCall::kNone);
    call_.name = word("name");
    call_.stream = word("stream");
    if (call_.stream == kMainStream) call_.stream.clear();
    if (!line_.has("after")) return;
    const Json& after = json_["after"];
    if (!after.is_array()) line_.place("after").fail("a list of call_ids", config::brief(after));
    call_.after.emplace();
    for (std::size_t i = 0; i < after.size(); ++i) {
      call_.after->push_back(whole(after[i], 0, kMostNumber, line_.place("after") / i));
    }
  }

  std::optional<double> amount(const char* key) {
    if (!line_.has(key)) return std::nullopt;
    const Json& json = json_[key];
    const double value = json.is_number() ? json.get<double>() : -1;
    if (value >= 0 && value <= kMostAmount) return value;
    line_.place(key).fail("a number of 0 to 1e30", config::brief(json));
  }

  std::optional<base::Picoseconds> time(const char* key) {
    constexpr std::int64_t kLongest = 100ll * 86'400 * base::kPicosecondsPerSecond;
    if (!line_.has(key)) return std::nullopt;
    return base::Picoseconds{whole(json_[key], 0, kLongest, line_.place(key))};
  }

  void read_amounts() {
    call_.flops = amount("compute_flops_before");
    call_.compute_bytes = amount("compute_bytes_before");
    if (call_.compute_bytes.value_or(0) > static_cast<double>(kMostBytes)) {
      line_.place("compute_bytes_before").fail("at most 10^18 bytes", "more");
    }
    call_.compute_time = time("compute_ps_before");
  }

  void read_communication() {
    if (call_.call_id < 0) line_.place("call_id").fail("the number of this call", "nothing");
    call_.async = flag("async_handle");
    call_.detached = flag("detached");
    call_.unpredictable = flag("unpredictable");
    call_.tag = number("tag", -kMostNumber, kMostNumber, 0);
    call_.seq = number("seq", 0, kMostNumber, LogCall::kNone);
    call_.duration = time("duration_ps");
    read_group();
    read_peer();
    if (call_.op == LogOp::barrier) return;
    read_bytes();
    read_splits();
  }

  void read_group() {
    std::optional<int> id;
    if (line_.has("group_id")) id = small("group_id", 0, 1 << 30, 0);
    if (line_.has("ranks")) {
      ranks_ = read_ranks(json_["ranks"], book_.ranks(), line_.place("ranks"));
    }
    if (is_message(call_.op) && !id) {
      if (ranks_) require_member(*ranks_);
      return;
    }
    call_.group = book_.number(id, ranks_, rank_, place_);
  }

  void require_member(const std::vector<int>& ranks) const {
    if (std::find(ranks.begin(), ranks.end(), rank_) != ranks.end()) return;
    line_.place("ranks").fail(fmt::format("a list with rank {} in it", rank_), "others");
  }

  // A message without a peer is that of the two that "ranks" are.
  void read_peer() {
    const bool message = is_message(call_.op);
    if (!message && !has_root(call_.op)) return;
    const bool given = line_.has("peer") && !json_["peer"].is_null();
    if (given) {
      call_.peer = small("peer", 0, book_.ranks() - 1, 0);
    } else if (message && ranks_ && ranks_->size() == 2 && !line_.has("peer")) {
      const auto other =
          std::find_if(ranks_->begin(), ranks_->end(), [this](int rank) { return rank != rank_; });
      call_.peer = *other;
    }
    if (message && (call_.peer < 0 || call_.peer == rank_)) {
      line_.place("peer").fail("another rank", given ? "this one" : "none",
                               "a receive from any source cannot be scheduled ahead of time");
    }
    if (message || call_.peer < 0 || call_.group == 0) return;
    const std::vector<int>& members = book_.members(call_.group);
    if (std::find(members.begin(), members.end(), call_.peer) != members.end()) return;
    line_.place("peer").fail("a root that is in the group", std::to_string(call_.peer));
  }

  std::int64_t elements(const char* key, std::int64_t most) {
    const Json& shape = json_[key];
    if (!shape.is_array()) line_.place(key).fail("a list of sizes", config::brief(shape));
    std::int64_t all = 1;
    bool none = false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const std::int64_t size = whole(shape[i], 0, kMostNumber, line_.place(key) / i);
      none = none || size == 0;
      if (size == 0) continue;
      if (all > most / size) line_.place(key).fail("at most 10^18 bytes", shape.dump());
      all *= size;
    }
    return none ? 0 : all;
  }

  void read_bytes() {
    const Json& dtype = line_.at("dtype", "the type of an element");
    if (!dtype.is_string()) line_.place("dtype").fail("a type of torch", config::brief(dtype));
    call_.dtype = dtype.get<std::string>();
    const std::string prefix = "torch.";
    if (call_.dtype.compare(0, prefix.size(), prefix) == 0) call_.dtype.erase(0, prefix.size());
    const std::optional<int> size = bytes_of_dtype(call_.dtype);
    if (!size) {
      line_.place("dtype").fail("a type of torch, such as float32 or bfloat16",
                                config::brief(dtype));
    }
    if (!line_.has("shape")) line_.place("shape").fail("the sizes of the tensor", "nothing");
    elements_ = elements("shape", kMostBytes / *size);
    call_.bytes = base::Bytes{elements_ * *size};
    for (const char* key : {"in_shape", "out_shape"}) {
      if (line_.has(key)) elements(key, kMostBytes / *size);
    }
    call_.reduce_op = word("reduce_op");
  }

  void read_splits() {
    if (call_.op != LogOp::all_to_all || !line_.has("splits")) return;
    const Json& splits = json_["splits"];
    const Place at = line_.place("splits");
    if (splits.is_null()) {
      call_.unpredictable = true;
      return;
    }
    const std::size_t members = call_.group == 0 ? static_cast<std::size_t>(book_.ranks())
                                                 : book_.members(call_.group).size();
    if (!splits.is_array() || splits.size() != members) {
      at.fail(fmt::format("elements for each of {} members", members),
              splits.is_array() ? fmt::format("{} numbers", splits.size()) : config::brief(splits));
    }
    std::int64_t left = elements_;
    for (std::size_t i = 0; i < splits.size(); ++i) {
      call_.splits.push_back(whole(splits[i], 0, kMostNumber, at / i));
      left -= std::min(left + 1, call_.splits.back());
    }
    if (left != 0) at.fail(fmt::format("{} elements, those of the shape", elements_), "others");
  }

  const Json& json_;
  JsonObject line_;
  const Place& place_;
  int rank_;
  GroupBook& book_;
  LogCall call_;
  std::optional<std::vector<int>> ranks_;
  std::int64_t elements_ = 0;
};

std::string shown(const std::vector<int>& ranks) {
  constexpr std::size_t kMostShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(ranks.size(), kMostShown); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
  }
  return "[" + text + (ranks.size() > kMostShown ? ", ...]" : "]");
}

}  // namespace

LogCall read_call(const Json& json, int rank, GroupBook& book, const Place& place) {
  return Reader(json, rank, book, place).read();
}

std::vector<int> read_ranks(const Json& json, int ranks, const Place& place) {
  if (!json.is_array() || json.empty()) place.fail("a list of ranks", config::brief(json));
  std::vector<int> all;
  all.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    all.push_back(static_cast<int>(whole(json[i], 0, ranks - 1, place / i)));
  }
  std::vector<int> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) place.fail("each rank once", std::to_string(*twice) + " twice");
  return all;
}

int GroupBook::number(std::optional<int> id, const std::optional<std::vector<int>>& ranks, int rank,
                      const Place& place) {
  const auto require_member = [&](const std::vector<int>& members, const std::string& found) {
    if (std::find(members.begin(), members.end(), rank) != members.end()) return;
    place.fail(fmt::format("a group with rank {} in it", rank), found);
  };
  if (id && *id != 0 && fixed_) {
    const auto group = groups_.find(*id);
    if (group == groups_.end()) {
      (place / "group_id").fail("a group of manifest.json", std::to_string(*id));
    }
    if (ranks && *ranks != group->second.ranks) {
      (place / "ranks")
          .fail("those of the manifest's group " + std::to_string(*id) + ", " +
                    shown(group->second.ranks),
                shown(*ranks));
    }
    require_member(group->second.ranks, "group " + group->second.name);
    return *id;
  }
  if (!ranks) {
    if (id && *id != 0) (place / "ranks").fail("the ranks of the group", "nothing");
    return 0;
  }
  const std::string found = shown(*ranks);
  require_member(*ranks, found);
  const auto in_order = [&] {
    for (int r = 0; r < ranks_; ++r) {
      if ((*ranks)[static_cast<std::size_t>(r)] != r) return false;
    }
    return true;
  };
  const bool all = static_cast<int>(ranks->size()) == ranks_ && in_order();
  if (id && *id == 0 && !all) (place / "ranks").fail("all ranks, as group 0 is", found);
  if (all) return 0;
  if (fixed_) {
    for (const auto& [own, group] : groups_) {
      if (group.ranks == *ranks) return own;
    }
    (place / "ranks").fail("a group of manifest.json", found);
  }
  const auto [known, is_new] = numbers_.try_emplace(*ranks, static_cast<int>(numbers_.size()) + 1);
  if (is_new) groups_[known->second] = {found, "", *ranks};
  return known->second;
}

}  // namespace jacquard::interop
