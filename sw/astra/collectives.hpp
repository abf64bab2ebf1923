// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's system layer: a collective is cut into chunks, each chunk goes through its phases,
// and in each queue of a dimension a given number of chunks is active at once.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/astra/calls.hpp"
#include "jacquard/astra/cast.hpp"
#include "jacquard/astra/lines.hpp"
#include "jacquard/astra/network.hpp"
#include "jacquard/astra/rings.hpp"
#include "jacquard/base/at.hpp"

namespace jacquard::astra {

class Collectives {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void collective_finished(std::uint32_t npu, int node) = 0;
  };

  Collectives(const Input& input, const Places& places, const Cast& cast, EventQueue& queue,
              Calls& calls, Network& network, Messages& messages, Listener& listener);

  // Rings that are worked out at once.
  void use(Rings& rings) { rings_ = &rings; }
  // Begins the collective of a node. Throws ConfigError for what can never end.
  void start(std::uint32_t npu, const OpGraph& trace, int node);
  void charged(std::uint32_t npu, std::uint32_t stream, Tick reduction);
  void ready(std::uint32_t npu, std::uint32_t stream);
  // A message of a collective, or a grant, has come.
  void arrived(const Message& message);
  // One that had come before its receive was posted is handed over.
  void delivered(const Message& message);

  // What `npu` waits for in its collective, for a report of a deadlock: "chunk 2, phase 1 of 3: a
  // message from NPU 5"; "" if it is in none.
  std::string waiting(std::uint32_t npu) const;
  // A message nobody has received at the end, or "".
  std::string left_over() const;

 private:
  enum class Step { begin, received, ready };
  enum class TreeState {
    begin,
    sending_up,
    waiting_for_parent,
    ending,
    waiting_for_two,
    waiting_for_one,
    sending_down,
  };
  struct Use {  // of a program, by one chunk
    const Program* program = nullptr;
    const Line* line = nullptr;
    int queue = 0;
  };
  struct Early {
    std::int64_t slot = 0;
    Message::Kind kind = Message::Kind::phase;
    const Program* program = nullptr;
    int from = 0;
    std::int64_t bytes = 0;
  };
  struct Stream {
    std::int64_t number = 0;  // the same on all NPUs
    std::int64_t priority = 0;
    std::vector<Use> uses;
    int phase = -1;
    bool running = false;
    int position = 0;  // in the phase's line
    std::vector<Early> early;
    // Of releases.
    std::int64_t sent = 0;
    std::int64_t received = 0;
    std::int64_t tokens = 0;
    std::int64_t released = 0;
    std::size_t leg = 0;
    std::int64_t left_in_leg = 0;
    int to = 0;
    int from = 0;
    // Of a tree.
    TreeState state = TreeState::begin;
    int reductions = 0;
    std::uint8_t posted = 0;  // receives, a bit per slot
    std::uint8_t gone = 0;    // sends, a bit per slot of ours: left, right, parent

    const Use& use() const { return base::at(uses, phase); }
    const Program& program() const { return *use().program; }
  };
  struct Queue {
    std::vector<std::uint32_t> streams;  // running ones first
    int running = 0;
  };
  struct Allocator {
    int any = 0;
    int first = 0;
    int last = 0;
  };
  struct Npu {
    std::vector<Stream> streams;
    std::vector<std::uint32_t> unused;
    std::vector<Queue> queues;
    std::vector<Allocator> allocators;         // by dimension
    std::map<std::pair<int, int>, int> trees;  // by kind and dimension: which tree is next
    std::int64_t priority = 0;
    std::map<int, std::int64_t> next_number;  // by group
    // The collective under way.
    int node = -1;
    std::int64_t first_number = 0;
    std::int64_t total = 0;
    std::int64_t finished = 0;
    std::vector<std::int64_t> handles;                                  // of its chunks; -1: done
    std::map<std::pair<std::int64_t, int>, std::vector<Early>> future;  // by number and phase
  };
  struct Cut {
    std::int64_t bytes = 0;  // of a chunk
    std::int64_t count = 0;
  };

  bool begin_at_once(std::uint32_t npu, int named, const std::vector<Line>& lines,
                     const Cut& chunks, const OpNode& node, int index);
  Cut cut(const OpGraph& graph, const OpNode& node) const;
  static void require_numbers(const Npu& npu, int group, std::int64_t chunks, const OpGraph& trace,
                              const OpNode& node);
  const std::vector<Line>& lines(CollectiveKind kind, int group);
  const Program& program(const Part& part);
  std::vector<Use> phases(Npu& npu, const OpNode& node, const std::vector<Line>& lines,
                          std::int64_t bytes);
  int tree_of(Npu& npu, const OpNode& node, std::size_t dimension);
  std::int64_t priority_of(Npu& npu, const OpNode& node) const;

  void insert(Npu& npu, Queue& queue, std::uint32_t stream) const;
  void fill(std::uint32_t npu, int queue);
  void proceed(std::uint32_t npu, std::uint32_t stream);
  void begin(std::uint32_t npu, std::uint32_t stream);

  void release(std::uint32_t npu, std::uint32_t stream);
  void spend(std::uint32_t npu, std::uint32_t stream);
  bool spend_one(std::uint32_t npu, std::uint32_t stream);
  void aim(Stream& stream, int rank) const;
  void tree_step(std::uint32_t npu, std::uint32_t stream, Step step);
  void tree_send(std::uint32_t npu, Stream& stream, int position);
  void post(std::uint32_t npu, Stream& stream, std::int64_t slot, int from);
  void received(std::uint32_t npu, std::uint32_t stream);
  void bundle(std::uint32_t npu, std::uint32_t stream, bool charge, Tick reduction);

  void send(std::uint32_t npu, Stream& stream, int to, std::int64_t slot, std::int64_t bytes);
  void grant(std::uint32_t npu, const Message& message);
  bool has_sent(const Stream& stream, const Message& grant) const;
  bool expects(const Stream& stream, std::int64_t slot) const;
  std::int64_t bytes_of(const Program& program, std::int64_t slot) const;
  void require_same(const Stream& stream, const Message& message) const;
  std::int64_t handle_of(const Npu& npu, std::int64_t number) const;
  bool is_past(const Npu& npu, std::int64_t number) const;
  // Of a group's chunks: those of all its collectives get numbers of its own.
  static constexpr std::int64_t kNumbersPerGroup = std::int64_t{1} << 33;

  const Input& input_;
  const Places& places_;
  const Cast& cast_;
  EventQueue& queue_;
  Calls& calls_;
  Network& network_;
  Messages& messages_;
  Listener& listener_;
  Rings* rings_ = nullptr;
  Tick endpoint_delay_;
  int active_;
  std::vector<Npu> npus_;
  std::map<std::pair<int, int>, std::unique_ptr<std::vector<Line>>> lines_;
  std::map<Part, std::unique_ptr<Program>> programs_;
};

}  // namespace jacquard::astra
