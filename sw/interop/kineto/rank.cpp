// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/rank.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_list.hpp"
#include "jacquard/demand/gunzip.hpp"
#include "jacquard/interop/kineto/call.hpp"
#include "jacquard/interop/kineto/groups.hpp"

namespace jacquard::interop {
namespace {

using config::Json;
using config::Place;

constexpr const char* kEvents = "traceEvents";
constexpr std::size_t kShownName = 80;  // of a kernel: names of templates are kilobytes

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// Not within a character of several bytes.
std::string shown(std::string name) {
  if (name.size() <= kShownName) return name;
  std::size_t end = kShownName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
  return name.substr(0, end);
}

constexpr const char* kSync = "cuda_sync";
constexpr const char* kHost = "cpu_op";

std::optional<KinetoKind> kind_of(const std::string& category, const std::string& name) {
  if (category == "kernel" || category == "Kernel") {
    return is_nccl_kernel(name) ? KinetoKind::nccl : KinetoKind::kernel;
  }
  static constexpr const char* copies[] = {"gpu_memcpy", "gpu_memset", "Memcpy", "Memset"};
  const bool copies_memory =
      std::find(std::begin(copies), std::end(copies), category) != std::end(copies);
  return copies_memory ? std::optional(KinetoKind::copy) : std::nullopt;
}

// Most events are the host's.
bool is_wanted(const std::string& key, const std::string& text) {
  if (key == "ph") return text == "X";
  return key != "cat" || text == kSync || kind_of(text, "").has_value();
}

class Reader {
 public:
  Reader(const std::string& path, const std::vector<ExecutionTrace>& executed)
      : executed_(executed) {
    rank_.source = path;
  }

  KinetoRank read() {
    const demand::Input input = demand::file_input(rank_.source);
    const Json rest = config::read_json_list(
        demand::unpack_gzip(input.open(), rank_.source), rank_.source, kEvents,
        {[this](const std::string& key, const std::string& text) {
           return is_wanted(key, text) || (!executed_.empty() && key == "cat" && text == kHost);
         },
         [this](const Json& event, std::size_t place) { take(event, place); }});
    if (!rest.is_object() || !rest.contains(kEvents) || !rest[kEvents].is_array()) {
      Place{rank_.source, ""}.fail("the PyTorch profiler's JSON, an object with traceEvents",
                                   config::brief(rest));
    }
    if (rank_.ops.empty()) {
      (Place{rank_.source, ""} / kEvents)
          .fail("operations of a GPU (kernel, gpu_memcpy, gpu_memset)", "none",
                "profile with ProfilerActivity.CUDA");
    }
    read_places(rest);
    const ExecutionTrace* const executed = of_process();
    if (executed != nullptr) add_calls(*executed);
    rank_.unsaid = static_cast<std::int64_t>(std::count_if(
        rank_.ops.begin(), rank_.ops.end(),
        [](const KinetoOp& op) { return op.kind == KinetoKind::nccl && op.call < 0; }));
    resolve_groups(rest);
    require_100_days();
    std::sort(rank_.ops.begin(), rank_.ops.end(), [](const KinetoOp& a, const KinetoOp& b) {
      return std::tie(a.begin, a.end, a.stream, a.event) <
             std::tie(b.begin, b.end, b.stream, b.event);
    });
    if (executed != nullptr) add_reads(*executed);
    return std::move(rank_);
  }

 private:
  // So that picoseconds of a recording fit 64 bits.
  void require_100_days() const {
    constexpr std::int64_t kMost = std::int64_t{100} * 86'400 * 1'000'000'000;
    std::int64_t first = rank_.ops.front().begin;
    for (const KinetoOp& op : rank_.ops) first = std::min(first, op.begin);
    for (const KinetoOp& op : rank_.ops) {
      if (op.end - first <= kMost) continue;
      rank_.place(op).fail("an end within 100 days of the first operation", "a later one");
    }
  }

  void take(const Json& event, std::size_t place) {
    const std::string category = text_at(event, "cat");
    const std::string name = text_at(event, "name");
    const Place here = Place{rank_.source, ""} / kEvents / place;
    if (category == kSync && name == "Stream Wait Event") {
      add_wait(event, here);
    } else if (category == kHost) {
      add_host_op(event);
    } else if (const auto kind = kind_of(category, name)) {
      add_op(event, name, *kind, place, here);
    }
  }

  void add_op(const Json& event, const std::string& name, KinetoKind kind, std::size_t place,
              const Place& here) {
    KinetoOp op;
    op.event = place;
    op.kind = kind;
    op.begin = nanoseconds(event, "ts", here);
    const std::int64_t duration = nanoseconds(event, "dur", here);
    op.end = op.begin + duration;
    const Json& args = args_of(event, here);
    op.stream = stream(args, "stream", here);
    op.correlation = correlation(args, "correlation", here);
    op.name = numbered(names_, shown(name), rank_.names);
    if (args.contains("Collective name")) op.kind = KinetoKind::nccl;
    if (op.kind == KinetoKind::nccl) op.call = call(args, here / "args");
    if (!executed_.empty()) external_[place] = whole(args, "External id");
    rank_.ops.push_back(op);
  }

  // -1: none.
  static std::int64_t whole(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
  }

  void add_host_op(const Json& event) {
    const Json args = event.value("args", Json());
    if (!args.is_object()) return;
    const std::int64_t function = whole(args, "Record function id");
    const std::int64_t external = whole(args, "External id");
    if (function <= 0 || external < 0) return;  // not recorded
    functions_[external] = function;
    process_ = whole(event, "pid");
  }

  const ExecutionTrace* of_process() {
    const ExecutionTrace* found = nullptr;
    int others = 0;
    const auto is_of_rank = [&](const ExecutionTrace& trace) {
      const std::size_t end = trace.source.find_last_of("0123456789") + 1;  // npos + 1 is 0
      const std::size_t begin = trace.source.find_last_not_of("0123456789", end - 1) + 1;
      return end > 0 && trace.source.substr(begin, end - begin) == std::to_string(rank_.rank);
    };
    for (const ExecutionTrace& trace : executed_) {
      if (trace.process != process_ || process_ < 0) continue;
      ++others;
      if (others == 1 || is_of_rank(trace)) found = &trace;
    }
    if (others > 1 && !is_of_rank(*found)) found = nullptr;  // of whose process nobody says
    if (found != nullptr) rank_.executed = found->source;
    return found;
  }

  const ExecutedOp* executed(const KinetoOp& op, const ExecutionTrace& trace) const {
    const auto function = functions_.find(external_.at(op.event));
    if (function == functions_.end()) return nullptr;
    const auto found = trace.ops.find(function->second);
    return found == trace.ops.end() ? nullptr : &found->second;
  }

  void add_calls(const ExecutionTrace& trace) {
    for (KinetoOp& op : rank_.ops) {
      if (op.kind != KinetoKind::nccl || op.call >= 0) continue;
      const ExecutedOp* const known = executed(op, trace);
      if (known == nullptr || !known->call.is_object()) continue;
      op.call = call(known->call, rank_.place(op) / "args");
      rank_.told += op.call >= 0 ? 1 : 0;
    }
  }

  void add_reads(const ExecutionTrace& trace) {
    std::map<std::int64_t, std::size_t> written;  // by storage, by which collective last
    for (std::size_t i = 0; i < rank_.ops.size(); ++i) {
      const ExecutedOp* const known = executed(rank_.ops[i], trace);
      if (known == nullptr) continue;
      for (const std::int64_t storage : known->reads) {
        const auto found = written.find(storage);
        if (found == written.end()) continue;
        const KinetoOp& from = rank_.ops[found->second];
        const bool held = from.end <= rank_.ops[i].begin && from.stream != rank_.ops[i].stream;
        if (held) rank_.reads.emplace_back(i, found->second);
      }
      for (const std::int64_t storage : known->writes) written[storage] = i;
    }
    auto& reads = rank_.reads;
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  }

  void add_wait(const Json& event, const Place& here) {
    const Json& args = args_of(event, here);
    KinetoWait wait;
    wait.launch = correlation(args, "correlation", here);
    wait.recorded = correlation(args, "wait_on_cuda_event_record_corr_id", here);
    if (wait.launch < 0 || wait.recorded < 0) return;  // an event that was recorded before
    const auto on = args.find("wait_on_stream");
    if (on == args.end() || (on->is_number_integer() && on->get<std::int64_t>() < 0)) return;
    wait.stream = stream(args, "stream", here);
    wait.on_stream = stream(args, "wait_on_stream", here);
    rank_.waits.push_back(wait);
  }

  int call(const Json& args, const Place& here) {
    auto said = said_call(args, here);
    if (!said) return -1;
    rank_.nearest += said->nearest ? 1 : 0;
    const GroupText text = group_text(args, here);
    const auto [known, is_new] = groups_.try_emplace(text.key(), static_cast<int>(texts_.size()));
    if (is_new) texts_.push_back({text, here});
    said->call.group = known->second;
    rank_.calls.push_back(said->call);
    return static_cast<int>(rank_.calls.size()) - 1;
  }

  const Json& args_of(const Json& event, const Place& here) const {
    const auto args = event.find("args");
    if (args == event.end() || !args->is_object()) {
      here.fail("\"args\" with the \"stream\" of an operation of a GPU");
    }
    return *args;
  }

  std::int64_t nanoseconds(const Json& event, const char* key, const Place& here) const {
    constexpr double kMost = 4e15;  // us: twice what has gone by since 1970
    const auto found = event.find(key);
    if (found == event.end()) here.fail(std::string("\"") + key + "\" in microseconds");
    const double micros = found->is_number() ? found->get<double>() : -1;
    if (!(micros >= 0 && micros <= kMost)) {
      (here / key).fail("microseconds, not below 0", config::brief(*found));
    }
    return std::llround(micros * 1000);
  }

  int stream(const Json& args, const char* key, const Place& here) {
    constexpr int kMost = 1 << 30;
    const Place place = here / "args";
    const auto found = args.find(key);
    if (found == args.end()) place.fail(std::string("the \"") + key + "\" of the operation");
    const auto number = static_cast<int>(
        config::read_whole_number(*found, 0, kMost, "the number of a stream", place / key));
    const auto device = args.find("device");
    const bool has_device = device != args.end() && device->is_number_integer();
    const std::pair<int, int> own{has_device ? device->get<int>() : 0, number};
    return numbered(streams_, own, rank_.streams);
  }

  // -1: not said.
  std::int64_t correlation(const Json& args, const char* key, const Place& here) const {
    const auto found = args.find(key);
    if (found == args.end()) return -1;
    return config::read_whole_number(*found, -1, std::int64_t{1} << 62, "a correlation",
                                     here / "args" / key);
  }

  template <class Value>
  static int numbered(std::map<Value, int>& numbers, const Value& value,
                      std::vector<Value>& values) {
    const auto [known, is_new] = numbers.try_emplace(value, static_cast<int>(values.size()));
    if (is_new) values.push_back(value);
    return known->second;
  }

  void read_places(const Json& rest) {
    const auto info = rest.find("distributedInfo");
    if (info == rest.end() || !info->is_object()) return;
    const Place here = Place{rank_.source, ""} / "distributedInfo";
    constexpr int kMostRanks = 1 << 24;
    const auto number = [&](const char* key, int lo, int& into) {
      const auto found = info->find(key);
      if (found == info->end()) here.fail(std::string("\"") + key + "\"");
      into = static_cast<int>(config::read_whole_number(
          *found, lo, kMostRanks, config::whole_number_expected(lo, kMostRanks), here / key));
    };
    number("world_size", 1, rank_.world);
    number("rank", 0, rank_.rank);
    if (rank_.rank >= rank_.world) {
      (here / "rank")
          .fail("a rank below world_size, " + std::to_string(rank_.world),
                std::to_string(rank_.rank));
    }
  }

  void resolve_groups(const Json& rest) {
    const auto info = rest.find("distributedInfo");
    const Json configs =
        info != rest.end() && info->is_object() ? info->value("pg_config", Json()) : Json();
    for (const auto& [text, place] : texts_) {
      if (rank_.world >= 0 || text.size == 1) continue;
      (Place{rank_.source, ""} / "distributedInfo")
          .fail("the rank and world_size of a file that has communications", "none");
    }
    const int own = std::max(rank_.rank, 0);
    const int world = std::max(rank_.world, 1);
    for (const auto& [text, place] : texts_) {
      rank_.groups.push_back({shown(text.about.empty() ? text.name : text.about),
                              members_of(text, configs, own, world, place)});
    }
  }

  KinetoRank rank_;
  const std::vector<ExecutionTrace>& executed_;
  std::map<std::size_t, std::int64_t> external_;    // of a GPU's operation, by its event
  std::map<std::int64_t, std::int64_t> functions_;  // "Record function id" of such a number
  std::int64_t process_ = -1;
  std::map<std::string, int> names_;
  std::map<std::pair<int, int>, int> streams_;
  std::map<std::string, int> groups_;
  std::vector<std::pair<GroupText, Place>> texts_;
};

}  // namespace

config::Place KinetoRank::place(const KinetoOp& op) const {
  return Place{source, ""} / kEvents / op.event;
}

KinetoRank read_kineto(const std::string& path, const std::vector<ExecutionTrace>& executed) {
  return Reader(path, executed).read();
}

}  // namespace jacquard::interop
