// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cluster/disaggregated.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/cluster/pool.hpp"

namespace jacquard::serve {
namespace {

using base::Picoseconds;

// A request on its way from one side to the other.
struct Transfer {
  Request request;
  std::size_t to = 0;
};

class Run {
 public:
  Run(const Side& prefill, const Side& decode, const HandOver& hand_over, Traffic& traffic)
      : hand_over_(hand_over),
        traffic_(traffic),
        prefill_(prefill.settings, prefill.groups, prefill.clocks, traffic.prefix_block(),
                 prefill.watchers),
        decode_(decode.settings, decode.groups, decode.clocks, traffic.prefix_block(),
                decode.watchers),
        senders_(prefill_.size()),
        receivers_(decode_.size()),
        expected_(decode_.size()) {}

  DisaggregatedRun play() {
    while (!traffic_.over()) {
      const Request* next = traffic_.next();
      const auto prompts = prefill_.wake();
      const auto answers = decode_.wake();
      // Arrivals of a moment come before what instances do in it.
      const bool moves = !moving_.empty() && (!answers || moving_.begin()->first <= *answers) &&
                         (!prompts || moving_.begin()->first <= *prompts) &&
                         (next == nullptr || moving_.begin()->first <= next->arrival);
      if (moves) {
        arrive();
      } else if (next != nullptr && (!prompts || next->arrival <= *prompts) &&
                 (!answers || next->arrival <= *answers)) {
        start(*next);
      } else if (prompts && (!answers || *prompts <= *answers)) {
        act_on_prompts();
      } else if (answers) {
        act_on_answers();
      } else {
        break;
      }
    }
    ServerRun prompts;
    prefill_.add_to(prompts);
    run_.prefill_steps = prompts.steps;
    decode_.add_to(run_.run);
    run_.run.steps += prompts.steps;
    run_.run.preemptions += prompts.preemptions;
    run_.run.end = std::max(run_.run.end, prompts.end);
    return std::move(run_);
  }

 private:
  void start(const Request& next) {
    // A trace may name two requests alike, so they go by numbers of this run.
    Request prompt = next;
    prompt.id = serial_++;
    open_.emplace(prompt.id, next);
    prompt.output = 1;
    prefill_.submit(prefill_.for_request(prompt), prompt);
    traffic_.take();
  }

  void act_on_prompts() {
    const std::size_t from = prefill_.act(ended_);
    for (const RequestRecord& record : ended_) {
      const auto request = open_.find(record.id);
      JQ_CHECK(request != open_.end(), "a prompt that ends has begun");
      if (request->second.output == 1) {
        end(record);
      } else {
        send(record, request->second, from);
      }
    }
    ended_.clear();
  }

  void send(const RequestRecord& prompt, const Request& request, std::size_t from) {
    // The prompts on their way count as the receiver's.
    std::size_t to = 0;
    for (std::size_t i = 1; i < expected_.size(); ++i) {
      if (expected_[i] < expected_[to]) to = i;
    }
    ++expected_[to];
    const double bytes = hand_over_.bytes_of_token * request.input;
    const Picoseconds time = hand_over_.latency + carried(bytes, from, to);
    const Picoseconds begin = std::max({prompt.last_token, senders_[from], receivers_[to]});
    senders_[from] = receivers_[to] = begin + time;
    run_.waited += begin - prompt.last_token;
    run_.moved += time;
    run_.bytes += bytes;
    ++run_.hand_overs;
    Transfer transfer{request, to};
    transfer.request.id = prompt.id;
    transfer.request.arrival = begin + time;
    transfer.request.input = request.input + 1;
    transfer.request.output = request.output - 1;
    transfer.request.present = request.input;
    prompts_.emplace(prompt.id, prompt);
    moving_.emplace(begin + time, std::move(transfer));
  }

  Picoseconds carried(double bytes, std::size_t from, std::size_t to) const {
    if (hand_over_.carrier != nullptr) {
      return hand_over_.carrier->carry(from, to, base::Bytes{std::llround(bytes)});
    }
    const double rate = hand_over_.bandwidth.count();
    return Picoseconds{rate > 0 ? std::llround(bytes / rate * base::kPicosecondsPerSecond) : 0};
  }

  void arrive() {
    const Transfer transfer = std::move(moving_.begin()->second);
    moving_.erase(moving_.begin());
    decode_.submit(transfer.to, transfer.request);
  }

  void act_on_answers() {
    const std::size_t by = decode_.act(ended_);
    for (const RequestRecord& answer : ended_) {
      --expected_[by];
      const auto prompt = prompts_.find(answer.id);
      RequestRecord whole = prompt->second;
      prompts_.erase(prompt);
      whole.output = answer.output + 1;
      whole.last_token = answer.last_token;
      whole.preemptions += answer.preemptions;
      end(whole);
    }
    ended_.clear();
  }

  void end(RequestRecord record) {
    const auto request = open_.find(record.id);
    record.id = request->second.id;
    open_.erase(request);
    traffic_.finished(record);
    run_.run.records.push_back(record);
  }

  HandOver hand_over_;
  Traffic& traffic_;
  Pool prefill_;
  Pool decode_;
  std::vector<Picoseconds> senders_;  // when each link is free
  std::vector<Picoseconds> receivers_;
  std::vector<std::int64_t> expected_;  // requests of each decoding instance, on their way too
  std::int64_t serial_ = 0;
  std::unordered_map<std::int64_t, Request> open_;
  std::unordered_map<std::int64_t, RequestRecord> prompts_;
  std::multimap<Picoseconds, Transfer> moving_;  // by when they arrive; of one moment in order
  std::vector<RequestRecord> ended_;
  DisaggregatedRun run_;
};

}  // namespace

DisaggregatedRun serve_disaggregated(const Side& prefill, const Side& decode,
                                     const HandOver& hand_over, Traffic& traffic) {
  return Run(prefill, decode, hand_over, traffic).play();
}

}  // namespace jacquard::serve
