// SPDX-License-Identifier: Apache-2.0
// The form is that of MSCCL's parser and msccl-tools (microsoft/msccl); the algorithms are our own.
#include "jacquard/interop/msccl/msccl.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"

using namespace jacquard;
using Catch::Contains;
using rounds::CollectiveKind;

namespace {

std::string head(const std::string& coll, int gpus, int chunks, int in_place) {
  return fmt::format(
      "<!-- ours -->\n<algo name=\"a\" proto=\"LL\" nchannels=\"1\" nchunksperloop=\"{}\" "
      "ngpus=\"{}\" "
      "coll=\"{}\" inplace=\"{}\">\n",
      chunks, gpus, coll, in_place);
}

std::string gpu(int id, int scratch, const std::string& blocks) {
  return fmt::format("<gpu id=\"{}\" i_chunks=\"0\" o_chunks=\"0\" s_chunks=\"{}\">\n{}</gpu>\n",
                     id, scratch, blocks);
}

std::string tb(int id, int send, int recv, const std::string& steps) {
  return fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"0\">\n{}</tb>\n", id, send, recv,
                     steps);
}

// "i0" is chunk 0 of the input.
std::string step(int s, const std::string& type, const std::string& from, const std::string& to,
                 int after_block = -1, int after_step = -1, int awaited = 0) {
  return fmt::format(
      "<step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" "
      "cnt=\"1\" "
      "depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
      s, type, from[0], from.substr(1), to[0], to.substr(1), after_block, after_step, awaited);
}

interop::MscclAlgorithm parsed(const std::string& text) {
  return interop::parse_msccl(text, "a.xml");
}

std::string refusal(const std::string& text) {
  try {
    parsed(text);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "no error";
}

// Two GPUs exchange their chunk by way of scratch, and add it once both have sent: block 1 of each
// receives, block 0 waits for that.
std::string exchange(const std::string& add = "re", int waits_for = 1) {
  std::string text = head("allreduce", 2, 1, 1);
  for (const int r : {0, 1}) {
    text +=
        gpu(r, 1,
            tb(0, 1 - r, -1, step(0, "s", "i0", "s0") + step(1, add, "s0", "i0", waits_for, 0)) +
                tb(1, -1, 1 - r, step(0, "r", "i0", "s0", -1, -1, 1)));
  }
  return text + "</algo>\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const std::string kRing = "configs/rounds/msccl_ring_4.xml";

}  // namespace

TEST_CASE("the shipped ring of MSCCL is proved, and is 24 messages that wait for those before") {
  const auto ring = interop::parse_msccl(base::read_file(kRing), kRing);
  CHECK(interop::is_msccl(kRing));
  CHECK_FALSE(interop::is_msccl("configs/rounds/two_all_gathers.json"));
  CHECK(ring.ranks() == 4);
  CHECK(interop::fault_of(ring).empty());
  const auto graph = interop::rounds_of(ring, base::Bytes{4096});
  CHECK(rounds::faults(graph).empty());
  REQUIRE(graph.rounds.size() == 24);  // 2 (n - 1) of each of 4
  int reduced = 0, first = 0;
  for (const rounds::Round& round : graph.rounds) {
    CHECK(round.bytes == base::Bytes{1024});
    CHECK(round.permutation.messages(graph.collectives[0].shape) == 1);
    reduced += round.action == rounds::Action::reduce;
    first += round.after.empty();
  }
  CHECK(reduced == 12);  // the first n - 1 of each
  CHECK(first == 4);
}

TEST_CASE("tiles of MSCCL go through a block one after the other") {
  const auto ring = interop::parse_msccl(base::read_file(kRing), kRing);
  const auto graph = interop::rounds_of(ring, base::Bytes{4096}, 2);
  REQUIRE(graph.rounds.size() == 48);
  int first = 0;
  for (const rounds::Round& round : graph.rounds) {
    CHECK(round.bytes == base::Bytes{512});
    first += round.after.empty();
  }
  CHECK(first == 4);  // a second tile waits for what its blocks received in the first
}

TEST_CASE("a sum of what lies in scratch is MSCCL's reduction, and costs as one") {
  const auto algorithm = parsed(exchange());
  CHECK(interop::fault_of(algorithm).empty());
  const auto graph = interop::rounds_of(algorithm, base::Bytes{100});
  REQUIRE(graph.rounds.size() == 2);
  for (const rounds::Round& round : graph.rounds) CHECK(round.action == rounds::Action::reduce);
}

TEST_CASE("a message of MSCCL waits for what its blocks received, and for steps they wait for") {
  // GPU 0 sends two chunks to GPU 1, whose other block sends them on to GPU 2.
  const auto chunks = [](const std::string& type, bool awaited, int after) {
    return step(0, type, "i0", "i0", after, 0, awaited) +
           step(1, type, "i1", "i1", after, 1, awaited);
  };
  const auto algorithm =
      parsed(head("broadcast", 3, 2, 1) + gpu(0, 0, tb(0, 1, -1, chunks("s", false, -1))) +
             gpu(1, 0, tb(0, -1, 0, chunks("r", true, -1)) + tb(1, 2, -1, chunks("s", false, 0))) +
             gpu(2, 0, tb(0, -1, 1, chunks("r", false, -1))) + "</algo>");
  CHECK(interop::fault_of(algorithm).empty());
  const auto graph = interop::rounds_of(algorithm, base::Bytes{8});
  REQUIRE(graph.rounds.size() == 4);
  const rounds::Shape& shape = graph.collectives[0].shape;
  const auto is = [&](int round, int from, int to, const rounds::RoundSet& after) {
    CHECK(base::at(graph.rounds, round).permutation.receiver(shape, from) == to);
    CHECK(base::at(graph.rounds, round).after == after);
  };
  is(0, 0, 1, {});
  is(1, 0, 1, {0});        // a receiver takes one after the other
  is(2, 1, 2, {0});        // a step of the other block
  is(3, 1, 2, {0, 1, 2});  // both, and what GPU 2 has received
}

TEST_CASE("a wait that is missing at one GPU of MSCCL is found in some order of blocks") {
  const std::string good = exchange();
  const std::size_t gpu_1 = good.find("<gpu id=\"1\"");
  const std::string text =
      good.substr(0, gpu_1) +
      gpu(1, 1,
          tb(0, -1, 0, step(0, "r", "i0", "s0", -1, -1, 1)) +
              tb(1, 0, -1, step(0, "s", "i0", "s0") + step(1, "re", "s0", "i0"))) +
      "</algo>\n";
  CHECK_THAT(interop::fault_of(parsed(text)), Contains("GPU 1") && Contains("not there yet"));
}

TEST_CASE("each collective of MSCCL is checked against what it should bring about") {
  SECTION("all-gather in place: each GPU's own part is its input") {
    std::string text = head("allgather", 2, 2, 1);
    for (const int r : {0, 1}) {
      const std::string own = "o" + std::to_string(r), other = "o" + std::to_string(1 - r);
      text += gpu(r, 0, tb(0, 1 - r, 1 - r, step(0, "s", own, own) + step(1, "r", other, other)));
    }
    text += "</algo>";
    CHECK(interop::fault_of(parsed(text)).empty());
    CHECK(parsed(text).kind == CollectiveKind::all_gather);
    const std::string swapped = replaced(text,
                                         "dstbuf=\"o\" dstoff=\"1\" cnt=\"1\" depid=\"-1\" "
                                         "deps=\"-1\" hasdep=\"0\"/>\n</tb>",
                                         "dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" depid=\"-1\" "
                                         "deps=\"-1\" hasdep=\"0\"/>\n</tb>");
    CHECK_THAT(interop::fault_of(parsed(swapped)),
               Contains("GPU 0 ends with chunk 0 of GPU 1 in chunk 0 of its output, not chunk 0 of "
                        "GPU 0"));
  }
  SECTION("all-to-all out of place: chunk d of GPU s ends as chunk s of GPU d") {
    std::string text = head("alltoall", 2, 2, 0);
    for (const int r : {0, 1}) {
      const std::string own = std::to_string(r), other = std::to_string(1 - r);
      text += gpu(r, 0,
                  tb(0, 1 - r, 1 - r,
                     step(0, "cpy", "i" + own, "o" + own) + step(1, "s", "i" + other, "o" + own) +
                         step(2, "r", "i" + own, "o" + other)));
    }
    CHECK(interop::fault_of(parsed(text + "</algo>")).empty());
  }
  SECTION("reduce-scatter in place: each GPU's own part is its output") {
    std::string text = head("reduce_scatter", 2, 2, 1);
    for (const int r : {0, 1}) {
      const std::string own = "i" + std::to_string(r), other = "i" + std::to_string(1 - r);
      text += gpu(r, 0, tb(0, 1 - r, 1 - r, step(0, "s", other, other) + step(1, "rrc", own, own)));
    }
    CHECK(interop::fault_of(parsed(text + "</algo>")).empty());
  }
  SECTION("broadcast and reduce: any GPU is the root") {
    const std::string to_0 = gpu(0, 0, tb(0, -1, 1, step(0, "r", "i0", "o0"))) +
                             gpu(1, 0, tb(0, 0, -1, step(0, "s", "i0", "o0"))) + "</algo>";
    const auto broadcast = parsed(head("broadcast", 2, 1, 1) + to_0);
    CHECK(interop::fault_of(broadcast).empty());
    CHECK(interop::rounds_of(broadcast, base::Bytes{8}).collectives[0].root == 1);
    const auto reduce =
        parsed(head("reduce", 2, 1, 1) + replaced(to_0, "type=\"r\"", "type=\"rrc\""));
    CHECK(interop::fault_of(reduce).empty());
    CHECK(interop::rounds_of(reduce, base::Bytes{8}).collectives[0].root == 0);
  }
}

TEST_CASE("what is wrong with an algorithm of MSCCL is said with the GPU and the line") {
  const std::string ring = base::read_file(kRing);
  const auto fault = [&](const std::string& from, const std::string& to) {
    return interop::fault_of(interop::parse_msccl(replaced(ring, from, to), kRing));
  };
  CHECK_THAT(fault("type=\"rrs\"", "type=\"rcs\""),
             Contains("GPU 0 ends with chunk") || Contains("adds chunk"));
  CHECK_THAT(interop::fault_of(parsed(replaced(exchange(), "type=\"s\"", "type=\"nop\""))),
             Contains("GPU 1, line 18 waits for ever for a message of GPU 0"));
  CHECK_THAT(fault("s=\"6\" type=\"r\"", "s=\"6\" type=\"nop\""), Contains("is never received"));
  // Without the wait GPU 0 may add before the other's chunk is there.
  CHECK_THAT(interop::fault_of(parsed(exchange("re", -1))), Contains("not there yet"));
  // Scratch in place of the sum.
  CHECK_THAT(interop::fault_of(parsed(exchange("cpy"))),
             Contains("GPU 0 ends with chunk 0 of GPU 1 in chunk 0 of its output, not chunk 0 of "
                      "GPU 0+1"));
  CHECK_THROWS_WITH(interop::rounds_of(parsed(exchange("cpy")), base::Bytes{8}),
                    Contains("a.xml") && Contains("does what coll says"));
  CHECK_THROWS_WITH(interop::rounds_of(parsed(exchange()), base::Bytes{1}, 2), Contains("--bytes"));
}

TEST_CASE("what MSCCL's parser refuses is refused at its line") {
  const std::string text = exchange();
  const auto with = [&](const std::string& from, const std::string& to) {
    return refusal(replaced(text, from, to));
  };
  CHECK_THAT(refusal("<algo"), Contains("a.xml, line 1: expected XML"));
  CHECK_THAT(with("coll=\"allreduce\"", "coll=\"custom\""),
             Contains("line 2: expected coll, one of") && Contains("'custom'"));
  CHECK_THAT(with("type=\"re\"", "type=\"ra\""), Contains("line 6: expected type, one of"));
  CHECK_THAT(with("i_chunks=\"0\"", "i_chunks=\"3\""),
             Contains("line 3: expected i_chunks 1, by nchunksperloop, or 0, found 3"));
  CHECK_THAT(with("srcbuf=\"s\" srcoff=\"0\"", "srcbuf=\"s\" srcoff=\"9\""),
             Contains("line 6: expected srcoff, a whole number in 0..0"));
  CHECK_THAT(with("hasdep=\"1\"", "hasdep=\"0\""),
             Contains("line 6: expected depid and deps of a step that is there"));
  CHECK_THAT(with("cnt=\"1\" ", ""), Contains("line 5: expected <step> with cnt, found none"));
  CHECK_THAT(with("send=\"1\"", "send=\"0\""), Contains("line 4") && Contains("other GPUs"));
  CHECK_THAT(with("<gpu id=\"1\"", "<gpu id=\"0\""), Contains("each GPU once"));
}
