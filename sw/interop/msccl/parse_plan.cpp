// SPDX-License-Identifier: Apache-2.0
// Plans of MSCCL++, as its executor takes them (microsoft/mscclpp,
// src/core/executor/execution_plan.cc and src/core/include/execution_kernel.hpp).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/interop/msccl/msccl.hpp"
#include "jacquard/rounds/rounds_file.hpp"

namespace jacquard::interop {
namespace {

using base::at;
using config::Json;
using config::Place;
using rounds::CollectiveKind;

constexpr int kMost = 1 << 20;  // of anything
constexpr int kMostGpus = 1 << 12;

const std::map<std::string, CollectiveKind> kKinds = {
    {"allreduce", CollectiveKind::all_reduce},         {"allgather", CollectiveKind::all_gather},
    {"alltoall", CollectiveKind::all_to_all},          {"broadcast", CollectiveKind::broadcast},
    {"reducescatter", CollectiveKind::reduce_scatter}, {"reduce", CollectiveKind::reduce}};

enum class Does { nothing, pipeline, barrier, signal, wait, release, acquire, copy, reduce };
struct Op {
  Does does;
  bool reads = false, puts = false;               // in other GPUs' memory
  bool from_packets = false, to_packets = false;  // `reduce`: all sources but the first
  bool signals = false;                           // of `copy`
  bool keeps = false;                             // of `reduce`: packets of the sum here too
};
const std::map<std::string, Op> kOps = {
    {"nop", {Does::nothing}},
    {"flush", {Does::nothing}},
    {"pipeline", {Does::pipeline}},
    {"barrier", {Does::barrier}},
    {"signal", {Does::signal}},
    {"rlxsignal", {Does::signal}},
    {"wait", {Does::wait}},
    {"rlxwait", {Does::wait}},
    {"sem_release", {Does::release}},
    {"sem_acquire", {Does::acquire}},
    {"copy", {Does::copy}},
    {"cpkt", {Does::copy, false, false, false, true}},
    {"upkt", {Does::copy, false, false, true}},
    {"get", {Does::copy, true}},
    {"put", {Does::copy, false, true}},
    {"pws", {Does::copy, false, true, false, false, true}},
    {"pwsf", {Does::copy, false, true, false, false, true}},
    {"ppkt", {Does::copy, false, true, false, true}},
    {"rppkt", {Does::copy, false, true, true, true}},
    {"re", {Does::reduce}},
    {"res", {Does::reduce, false, true}},
    {"rre", {Does::reduce, true}},
    {"rres", {Does::reduce, true, true}},
    {"repkt", {Does::reduce, false, false, true}},
    {"respkt", {Does::reduce, false, true, true, true}},
    {"recpkt", {Does::reduce, false, false, true, true, false, true}},
    {"recspkt", {Does::reduce, false, true, true, true, false, true}}};

// A value and where it stands.
struct Item {
  const Json* json;
  Place place;

  bool has(const char* key) const { return json->is_object() && json->contains(key); }
  Item operator[](const char* key) const {
    if (!has(key)) (place / key).fail("a value, as plans of MSCCL++ have", "none");
    return {&(*json)[key], place / key};
  }
  std::vector<Item> list(const char* key) const {
    if (!has(key)) return {};
    const Item all = (*this)[key];
    if (!all.json->is_array()) all.place.fail("a list", config::brief(*all.json));
    std::vector<Item> items;
    for (std::size_t i = 0; i < all.json->size(); ++i) {
      items.push_back({&(*all.json)[i], all.place / i});
    }
    return items;
  }
  int number(int least = 0, int most = kMost) const {
    return config::read_int(*json, least, most, place);
  }
  std::string text() const {
    if (!json->is_string()) place.fail("a text", config::brief(*json));
    return json->get<std::string>();
  }
  template <class Words>
  typename Words::mapped_type one_of(const Words& words) const {
    if (const auto found = words.find(text()); found != words.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [name, value] : words) known.push_back(name);
    place.fail(fmt::format("one of {}", fmt::join(known, ", ")), config::brief(*json));
  }
};

struct Spot {
  int gpu = -1;  // -1: its own
  int place = 0, count = 0;
};

class PlanParser {
 public:
  PlanParser(const Json& json, const std::string& file) : top_{&json, {file, ""}} {
    a_.file = file;
    a_.counted_at = "/gpus";
  }

  MscclAlgorithm parse() {
    a_.name = top_["name"].text();
    a_.kind = top_["collective"].one_of(kKinds);
    gpus_ = top_.list("gpus");
    if (gpus_.empty() || gpus_.size() > base::index(kMostGpus)) {
      (top_.place / "gpus")
          .fail(fmt::format("1 to {} GPUs of a plan of MSCCL++", kMostGpus),
                std::to_string(gpus_.size()));
    }
    a_.gpus.resize(gpus_.size());
    read_sizes();
    read_channels();
    for (int rank = 0; rank < a_.ranks(); ++rank) read_gpu(rank);
    return std::move(a_);
  }

 private:
  const Item& gpu(int rank) const { return at(gpus_, rank); }

  // Groups of blocks share an operation: chunks are cut so that each has whole ones.
  void read_sizes() {
    for (const Item& gpu : gpus_) {
      for (const Item& tb : gpu.list("threadblocks")) {
        for (const Item& op : tb.list("ops")) {
          if (!op.has("tbg_info")) continue;
          const Item size = op["tbg_info"]["tbg_size"];
          cut_ = std::lcm(cut_, size.number(1, 1 << 10));
          if (cut_ > 1 << 10) size.place.fail("groups that cut a chunk into at most 1024", "more");
        }
      }
    }
    const Item said = gpu(0)["input_chunks"];
    const bool small_in = a_.kind == CollectiveKind::all_gather;
    const std::int64_t chunks = std::int64_t{said.number(1)} * cut_ * (small_in ? a_.ranks() : 1);
    if (chunks > kMost) {
      said.place.fail(fmt::format("at most {} chunks in the larger buffer", kMost),
                      std::to_string(chunks));
    }
    a_.chunks = static_cast<int>(chunks);
    const Item in_place = top_["inplace"];
    if (!in_place.json->is_boolean())
      in_place.place.fail("true or false", config::brief(*in_place.json));
    scratch_at_ = lay_out(a_, in_place.json->get<bool>(), [&] {
      said.place.fail(fmt::format("a multiple of {} GPUs", a_.ranks()), config::brief(*said.json));
    });
    for (int rank = 0; rank < a_.ranks(); ++rank) {
      const Item id = gpu(rank)["id"];
      if (id.number() != rank) id.place.fail(std::to_string(rank), config::brief(*id.json));
      for (const auto& [key, size] :
           {std::pair("input_chunks", a_.input), {"output_chunks", a_.output}}) {
        const Item own = gpu(rank)[key];
        if (own.number() == 0 || own.number() * std::int64_t{cut_} == size) continue;
        own.place.fail(fmt::format("{}, by input_chunks of GPU 0, or 0", size / cut_),
                       config::brief(*own.json));
      }
      scratch_.push_back(gpu(rank)["scratch_chunks"].number(0, kMost / cut_) * cut_);
      a_.places = std::max(a_.places, scratch_at_ + scratch_.back());
    }
  }

  // The n-th channel of a GPU to another is the other end of the n-th back.
  void read_channels() {
    channels_.resize(gpus_.size());
    for (int rank = 0; rank < a_.ranks(); ++rank) {
      for (const Item& channel : gpu(rank).list("channels")) {
        auto& ends = at(channels_, rank)[channel["channel_type"].text()];
        for (const Item& peer : channel.list("connected_to")) {
          const int to = peer.number(0, a_.ranks() - 1);
          const auto number = std::count_if(ends.begin(), ends.end(),
                                            [&](const Channel& c) { return c.peer == to; });
          ends.push_back({to, static_cast<int>(number)});
        }
      }
    }
  }

  int new_signal(const std::string& name, int ready = 0, bool is_due = false) {
    a_.signals.push_back({name, ready, is_due});
    return static_cast<int>(a_.signals.size()) - 1;
  }

  void read_gpu(int rank) {
    semaphores_.clear();
    barriers_.clear();
    buffers_ = gpu(rank).list("remote_buffers");
    for (const Item& semaphore : gpu(rank).list("semaphores")) {
      semaphores_.push_back(new_signal(fmt::format("semaphore {}", semaphores_.size()),
                                       semaphore["init_value"].number()));
    }
    for (const Item& tb : gpu(rank).list("threadblocks")) {
      rank_ = rank;
      block_ = MscclBlock{};
      times_.clear();
      of_tb_.clear();
      for (const Item& channel : tb.list("channels")) {
        const std::string type = channel["channel_type"].text();
        auto& own = of_tb_["channel " + type];
        for (const Item& id : channel.list("channel_ids")) own.push_back(id.number());
      }
      for (const Item& refs : tb.list("remote_buffer_refs")) {
        auto& own = of_tb_["buffer " + refs["access_channel_type"].text()];
        for (const Item& id : refs.list("remote_buffer_ids")) own.push_back(id.number());
      }
      for (const Item& op : tb.list("ops")) read_op(op);
      at(a_.gpus, rank).push_back(std::move(block_));
    }
  }

  // Those of a block are numbered by the block.
  int resolve(const std::string& table, const Item& id, std::size_t size) {
    const std::vector<int>& own = of_tb_[table];
    const int place = id.number();
    if (base::index(place) >= own.size() || base::index(at(own, place)) >= size) {
      id.place.fail(fmt::format("a {} of its block and GPU", table.substr(0, table.find(' '))),
                    std::to_string(place));
    }
    return at(own, place);
  }

  // Of one end of a channel to the other.
  int signal_of(const Item& op, const Item& id, bool gives) {
    const std::string type = op["channel_type"].text();
    const auto& ends = at(channels_, rank_)[type];
    const Channel end = at(ends, resolve("channel " + type, id, ends.size()));
    const int from = gives ? rank_ : end.peer, to = gives ? end.peer : rank_;
    const auto [known, is_new] = signals_.try_emplace({type, from, to, end.number}, 0);
    if (is_new) {
      known->second = new_signal(
          fmt::format("a signal of GPU {} to GPU {} on {} channel {}", from, to, type, end.number),
          0, true);
    }
    return known->second;
  }

  MscclStep& emit(const Item& op, bool begins) {
    MscclStep& step = block_.steps.emplace_back();
    step.begins = begins;
    step.name = fmt::format("{} ({})", op.place.where, op["name"].text());
    return step;
  }

  void emit(const Item& op, const Spot& from, const Spot& to, const Op& kind, bool begins,
            bool adds = false) {
    MscclStep& step = emit(op, begins);
    step.stores = true;
    step.adds = adds;
    step.from = from.place;
    step.to = to.place;
    step.count = from.count;
    step.from_gpu = from.gpu;
    step.to_gpu = to.gpu;
    step.from_packets = kind.from_packets;
    step.to_packets = kind.to_packets;
  }

  Spot spot(const Item& op, const Item& chunk, bool is_remote) {
    Spot found;
    int owner = rank_;
    Item type = chunk;
    if (is_remote) {
      const std::string access = "buffer " + op["channel_type"].text();
      const Item& buffer = at(buffers_, resolve(access, chunk["buffer_id"], buffers_.size()));
      owner = buffer["rank"].number(0, a_.ranks() - 1);
      found.gpu = owner == rank_ ? -1 : owner;
      type = buffer;
    }
    const auto [first, size] = type["type"].one_of(std::map<std::string, std::pair<int, int>>{
        {"i", {at(a_.input_at, owner), a_.input}},
        {"o", {at(a_.output_at, owner), a_.output}},
        {"s", {scratch_at_, at(scratch_, owner)}}});
    if (size == 0) type.place.fail("a buffer with chunks", "none");
    int begin = chunk["index"].number(0, size / cut_) * cut_;
    int count = chunk["size"].number(1, size / cut_) * cut_;
    if (begin + count > size) {
      chunk.place.fail(fmt::format("chunks below {}", size / cut_),
                       std::to_string((begin + count) / cut_));
    }
    if (op.has("tbg_info")) {
      const Item group = op["tbg_info"];
      const int blocks = group["tbg_size"].number(1);
      count /= blocks;
      begin += group["tb_id"].number(0, blocks - 1) * count;
    }
    found.place = first + begin;
    found.count = count;
    return found;
  }

  // The first `local` ones are the GPU's own where others are remote.
  std::vector<Spot> spots(const Item& op, const char* key, bool are_remote, std::size_t local) {
    std::vector<Spot> found;
    for (const Item& chunk : op.list(key)) {
      found.push_back(spot(op, chunk, are_remote && found.size() >= local));
      if (found.back().count == found.front().count) continue;
      chunk.place.fail("as many chunks as the first of them has", "others");
    }
    if (found.empty()) (op.place / key).fail("chunks", "none");
    return found;
  }

  void read_op(const Item& op) {
    const Item name = op["name"];
    const auto found = kOps.find(name.text());
    if (found == kOps.end()) {
      name.place.fail("an operation of memory and channels, as put or rre",
                      config::brief(*name.json), "what a switch does is not read");
    }
    const Op& kind = found->second;
    switch (kind.does) {
      case Does::nothing:
        return;
      case Does::pipeline:  // tiles are its pieces
        for (const Item& inner : op.list("ops")) read_op(inner);
        return;
      case Does::barrier: {
        const int id = op["barrier_id"].number();
        const auto [known, is_new] = barriers_.try_emplace({id, times_[id]++}, 0);
        if (is_new) known->second = new_signal(fmt::format("barrier {}", id));
        emit(op, true).gives = known->second;
        MscclStep& wait = emit(op, true);
        wait.takes = known->second;
        wait.needs = op["num_threadblocks"].number(1);
        return;
      }
      case Does::signal:
      case Does::wait:
        for (const Item& id : op.list("channel_ids")) {
          const bool gives = kind.does == Does::signal;
          const int signal = signal_of(op, id, gives);
          MscclStep& step = emit(op, true);
          (gives ? step.gives : step.takes) = signal;
        }
        return;
      case Does::release:
      case Does::acquire:
        for (const Item& id : op.list("semaphore_ids")) {
          if (semaphores_.empty()) id.place.fail("semaphores of the GPU", "none");
          const int signal =
              at(semaphores_, id.number(0, static_cast<int>(semaphores_.size()) - 1));
          MscclStep& step = emit(op, true);
          (kind.does == Does::release ? step.gives : step.takes) = signal;
        }
        return;
      case Does::copy:
        return read_copy(op, kind);
      case Does::reduce:
        return read_reduce(op, kind);
    }
  }

  // The k-th source to the k-th target, or one to all.
  void read_copy(const Item& op, const Op& kind) {
    const std::vector<Spot> from = spots(op, "src_buff", kind.reads, 0);
    const std::vector<Spot> to = spots(op, "dst_buff", kind.puts, 0);
    const std::vector<Item> channels = kind.signals ? op.list("channel_ids") : std::vector<Item>();
    if ((from.size() != to.size() && from.size() != 1) || from[0].count != to[0].count ||
        (kind.signals && channels.size() != to.size())) {
      op.place.fail("a source, and a channel to signal, for each target", "others");
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
      emit(op, from[from.size() == 1 ? 0 : i], to[i], kind, i == 0);
      if (kind.signals) block_.steps.back().gives = signal_of(op, channels[i], true);
    }
  }

  // The sum of all sources stands at the first target, and goes from there to the others.
  void read_reduce(const Item& op, const Op& kind) {
    std::vector<Spot> from = spots(op, "src_buff", kind.reads, 1);
    const std::vector<Spot> to = spots(op, "dst_buff", kind.puts, kind.keeps ? 2 : 1);
    if (from[0].count != to[0].count) op.place.fail("targets as large as sources", "others");
    Op own = kind, packets = kind, put = kind;
    own.from_packets = own.to_packets = packets.to_packets = put.from_packets = false;
    std::size_t first = 0;  // what is there already
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i].gpu < 0 && from[i].place == to[0].place) first = i;
    }
    const auto source = [&](std::size_t i) -> const Op& { return i == 0 ? own : packets; };
    if (from[first].place != to[0].place) emit(op, from[first], to[0], source(first), true);
    bool begins = from[first].place == to[0].place;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (i == first) continue;
      emit(op, from[i], to[0], source(i), begins, true);
      begins = false;
    }
    for (std::size_t i = 1; i < to.size(); ++i) emit(op, to[0], to[i], put, i == 1);
  }

  struct Channel {
    int peer, number;
  };

  Item top_;
  MscclAlgorithm a_;
  std::vector<Item> gpus_;
  int cut_ = 1;
  int scratch_at_ = 0;
  std::vector<int> scratch_;
  std::vector<std::map<std::string, std::vector<Channel>>> channels_;  // of each GPU, by type
  std::map<std::tuple<std::string, int, int, int>, int> signals_;      // by type, ends and number
  std::vector<int> semaphores_;                                        // of this GPU
  std::vector<Item> buffers_;                                          // likewise
  std::map<std::pair<int, int>, int> barriers_;                        // likewise, by id and time
  int rank_ = 0;                                                       // of this block
  MscclBlock block_;
  std::map<int, int> times_;                       // how often it has been at a barrier
  std::map<std::string, std::vector<int>> of_tb_;  // its channels and buffers, by kind
};

}  // namespace

MscclAlgorithm parse_mscclpp(const std::string& text, const std::string& file) {
  config::JsonLimits limits;
  limits.bytes = rounds::kLargestRoundsFile;
  const Json json = config::parse_json(text, file, limits);
  return PlanParser(json, file).parse();
}

}  // namespace jacquard::interop
