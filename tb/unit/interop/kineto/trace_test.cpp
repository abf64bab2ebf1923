// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/trace.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "jacquard/interop/chakra/check.hpp"
#include "unit/interop/kineto/kineto_files.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using tb::kernel;
using tb::kineto;
using tb::nccl;

namespace {

struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// When a node runs that begins once all that it waits for has ended, by its name; nanoseconds.
std::map<std::string, Span> played(const ChakraTrace& trace,
                                   const std::map<std::string, std::int64_t>& later = {}) {
  check_trace(trace);
  std::map<std::uint64_t, std::int64_t> ends;
  std::map<std::string, Span> spans;
  for (const ChakraNode& node : trace.nodes) {
    Span span;
    for (const std::uint64_t before : node.ctrl_deps)
      span.begin = std::max(span.begin, ends.at(before));
    const auto more = later.find(node.name);
    span.end = span.begin + required_whole_attribute(trace, node, "duration_ns") +
               (more == later.end() ? 0 : more->second);
    ends[node.id] = span.end;
    spans[node.name] = span;
  }
  return spans;
}

const ChakraNode& node_named(const ChakraTrace& trace, const std::string& name) {
  for (const ChakraNode& node : trace.nodes) {
    if (node.name == name) return node;
  }
  throw std::out_of_range(name);
}

ChakraTrace trace_of(const std::vector<std::string>& events) {
  const tb::Imported read = tb::import({kineto(0, 1, events)});
  CHECK(read.fault.empty());
  return kineto_trace(read.job, 0);
}

bool is_set(const ChakraTrace& trace, const ChakraNode& node, const char* name) {
  return whole_attribute(trace, node, name).value_or(0) != 0;
}

}  // namespace

TEST_CASE("Operations whose times are as recorded begin and end when they did") {
  // Two streams that compute at once, one that communicates, idle times on each, and an overlap of
  // c and d on their stream.
  const std::vector<std::string> events = {
      kernel("a", 7, 100, 110),      kernel("copy", 9, 103, 131.5), kernel("b", 7, 112.25, 130),
      kernel("other", 20, 111, 125), kernel("c", 7, 140, 151),      kernel("d", 7, 150, 160)};
  const auto spans = played(trace_of(events));
  const std::map<std::string, Span> recorded = {
      {"a", {0, 10'000}},          {"copy", {3'000, 31'500}}, {"b", {12'250, 30'000}},
      {"other", {11'000, 25'000}}, {"c", {40'000, 50'000}},   {"d", {50'000, 60'000}}};
  for (const auto& [name, span] : recorded) {
    CAPTURE(name);
    CHECK(spans.at(name).begin == span.begin);
    CHECK(spans.at(name).end == span.end);
  }
}

TEST_CASE("The stream that computes longest occupies the NPU, others and the host do not") {
  const ChakraTrace trace =
      trace_of({kernel("long", 7, 0, 50), kernel("short", 9, 0, 20), kernel("late", 7, 60, 70)});
  CHECK_FALSE(is_set(trace, node_named(trace, "long"), "occupies_nothing"));
  CHECK(is_set(trace, node_named(trace, "short"), "occupies_nothing"));
  const ChakraNode& host = node_named(trace, "host");
  CHECK(is_set(trace, host, "occupies_nothing"));
  CHECK(is_set(trace, host, "is_cpu_op"));
  CHECK(required_whole_attribute(trace, host, "duration_ns") == 10'000);
}

TEST_CASE("By their times, what begins after another stream's operation waits for it") {
  const ChakraTrace trace = trace_of({kernel("first", 7, 0, 10), kernel("sent", 20, 10, 30),
                                      kernel("beside", 7, 10, 25), kernel("after", 7, 31, 40)});
  // A slower "sent" moves "after", and not what ran beside it.
  const auto spans = played(trace, {{"sent", 100'000}});
  CHECK(spans.at("beside").begin == 10'000);
  CHECK(spans.at("after").begin == 131'000);
}

TEST_CASE("Recorded waits count, and times alone then make no operation wait") {
  // "after" was launched behind a wait for what stream 20 had been given before launch 15: "sent".
  const std::vector<std::string> events = {
      kernel("first", 7, 0, 10, 1),   kernel("sent", 20, 10, 20, 11),
      kernel("more", 20, 20, 30, 18), kernel("free", 7, 32, 34, 14),
      tb::wait(7, 16, 20, 15),        kernel("after", 7, 40, 50, 17)};
  const ChakraTrace trace = trace_of(events);
  CHECK(played(trace).at("after").end == 50'000);
  const auto slow_sent = played(trace, {{"sent", 100'000}});
  CHECK(slow_sent.at("free").begin == 32'000);
  CHECK(slow_sent.at("after").begin == 120'000);
  CHECK(played(trace, {{"more", 100'000}}).at("after").begin == 40'000);
}

TEST_CASE("NCCL's kernels are collectives and messages of their bytes in their groups") {
  const std::string to = R"(, "Dst Rank": 2)", from = R"(, "Src Rank": 0)";
  const tb::Imported read = tb::import({kineto(0, 3,
                                               {nccl("_allgather_base", 10, "[0, 2]", 0, 5),
                                                nccl("send", 3, "[0, 2]", 5, 6, 0, to)}),
                                        kineto(2, 3,
                                               {nccl("_allgather_base", 10, "[0, 2]", 1, 5),
                                                nccl("recv", 3, "[0, 2]", 5, 6, 0, from)}),
                                        kineto(1, 3, {kernel("alone", 7, 0, 1)})});
  CHECK(read.fault.empty());
  REQUIRE(read.job.groups.size() == 1);
  CHECK(read.job.groups.at(1) == std::vector<int>{0, 2});
  const ChakraTrace first = kineto_trace(read.job, 0), last = kineto_trace(read.job, 2);
  const ChakraNode& gather = first.nodes.at(0);
  CHECK(gather.type == ChakraNodeType::comm_coll);
  CHECK(required_whole_attribute(first, gather, "comm_type") ==
        static_cast<int>(ChakraCollective::all_gather));
  CHECK(required_whole_attribute(first, gather, "comm_size") == 20);
  CHECK(text_attribute(first, gather, "pg_name") == "1");
  const ChakraNode& send = first.nodes.at(1);
  CHECK(send.type == ChakraNodeType::comm_send);
  CHECK(required_whole_attribute(first, send, "comm_size") == 6);
  CHECK(required_whole_attribute(first, send, "comm_dst") == 2);
  CHECK(last.nodes.at(1).type == ChakraNodeType::comm_recv);
  CHECK(required_whole_attribute(last, last.nodes.at(1), "comm_src") == 0);
}
