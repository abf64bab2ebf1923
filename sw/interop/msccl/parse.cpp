// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/interop/msccl/msccl.hpp"
#include "jacquard/rounds/rounds_file.hpp"

namespace jacquard::interop {
namespace {

using base::at;
using pugi::xml_node;
using rounds::CollectiveKind;

constexpr int kMost = 1 << 20;  // of anything
constexpr int kMostGpus = 1 << 12;

const std::map<std::string, CollectiveKind> kKinds = {
    {"allreduce", CollectiveKind::all_reduce},          {"allgather", CollectiveKind::all_gather},
    {"alltoall", CollectiveKind::all_to_all},           {"broadcast", CollectiveKind::broadcast},
    {"reduce_scatter", CollectiveKind::reduce_scatter}, {"reduce", CollectiveKind::reduce}};

struct StepKind {
  bool receives, adds, stores, sends;
};
const std::map<std::string, StepKind> kSteps = {
    {"nop", {false, false, false, false}}, {"s", {false, false, false, true}},
    {"r", {true, false, true, false}},     {"rcs", {true, false, true, true}},
    {"rrs", {true, true, false, true}},    {"rrc", {true, true, true, false}},
    {"rrcs", {true, true, true, true}},    {"cpy", {false, false, true, false}},
    {"re", {false, true, true, false}}};

// Files of rounds have no such keys, and always rounds.
bool is_plan(const std::string& text) {
  const auto has = [&](const char* key) { return text.find(key) != text.npos; };
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != std::string::npos && text[at] == '{' && !has("\"rounds\"") &&
         (has("\"gpus\"") || has("\"threadblocks\"") || has("\"num_threads_per_block\""));
}

class MscclParser {
 public:
  MscclParser(const std::string& text, const std::string& file) : text_(text) {
    a_.file = file;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
      line_ends_.push_back(static_cast<std::ptrdiff_t>(at));
    }
  }

  MscclAlgorithm parse() {
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer(text_.data(), text_.size());
    if (!result) fail(line_at(result.offset), "XML", result.description());
    const xml_node algo = document.document_element();
    a_.name = algo.attribute("name").value();
    a_.kind = one_of(algo, "coll", kKinds);
    a_.counted_at = line(algo) + ", ngpus";
    a_.gpus.resize(base::index(number(algo, "ngpus", 1, kMostGpus)));
    lay_out(algo);
    std::set<int> seen;
    for (const xml_node& gpu : algo.children("gpu")) {
      const int rank = number(gpu, "id", 0, a_.ranks() - 1);
      if (!seen.insert(rank).second) fail(line(gpu), "each GPU once", std::to_string(rank));
      read_gpu(gpu, rank);
    }
    if (static_cast<int>(seen.size()) < a_.ranks()) {
      fail(line(algo), fmt::format("<gpu> of {} GPUs", a_.ranks()), std::to_string(seen.size()));
    }
    return std::move(a_);
  }

 private:
  std::string line_at(std::ptrdiff_t offset) const {
    const auto after = std::upper_bound(line_ends_.begin(), line_ends_.end(), offset);
    return fmt::format("line {}", 1 + (after - line_ends_.begin()));
  }
  std::string line(const xml_node& node) const { return line_at(node.offset_debug()); }
  [[noreturn]] void fail(const std::string& where, const std::string& expected,
                         const std::string& found) const {
    throw base::ConfigError({a_.file, where, expected, found, ""});
  }

  std::string word(const xml_node& node, const char* key) const {
    if (const pugi::xml_attribute found = node.attribute(key)) return found.value();
    fail(line(node), fmt::format("<{}> with {}", node.name(), key), "none");
  }
  int number(const xml_node& node, const char* key, int least, int most) const {
    const std::string text = word(node, key);
    const auto value = base::parse_number<int>(text);
    if (value && *value >= least && *value <= most) return *value;
    fail(line(node), fmt::format("{}, a whole number in {}..{}", key, least, most),
         "'" + text.substr(0, 80) + "'");
  }
  template <class Words>
  typename Words::mapped_type one_of(const xml_node& node, const char* key,
                                     const Words& words) const {
    const std::string text = word(node, key);
    if (const auto found = words.find(text); found != words.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [name, value] : words) known.push_back(name);
    fail(line(node), fmt::format("{}, one of {}", key, fmt::join(known, ", ")),
         "'" + text.substr(0, 80) + "'");
  }

  void lay_out(const xml_node& algo) {
    a_.chunks = number(algo, "nchunksperloop", 1, kMost);
    const bool in_place = number(algo, "inplace", 0, 1) == 1;
    scratch_at_ = interop::lay_out(a_, in_place, [&] {
      fail(line(algo), fmt::format("nchunksperloop, a multiple of {} GPUs", a_.ranks()),
           std::to_string(a_.chunks));
    });
  }

  void read_gpu(const xml_node& gpu, int rank) {
    for (const auto& [key, size] : {std::pair("i_chunks", a_.input), {"o_chunks", a_.output}}) {
      const int said = number(gpu, key, 0, kMost);
      if (said == 0 || said == size) continue;
      fail(line(gpu), fmt::format("{} {}, by nchunksperloop, or 0", key, size),
           std::to_string(said));
    }
    scratch_ = number(gpu, "s_chunks", 0, kMost);
    a_.places = std::max(a_.places, scratch_at_ + scratch_);
    const auto tbs = gpu.children("tb");
    std::vector<MscclBlock>& blocks = at(a_.gpus, rank);
    blocks.resize(base::index(std::distance(tbs.begin(), tbs.end())));
    std::set<std::tuple<char, int, int>> ends;  // of this GPU's channels
    std::set<int> ids;
    for (const xml_node& tb : tbs) {
      const int id = number(tb, "id", 0, static_cast<int>(blocks.size()) - 1);
      MscclBlock& block = at(blocks, id);
      block.target = number(tb, "send", -1, a_.ranks() - 1);
      block.source = number(tb, "recv", -1, a_.ranks() - 1);
      block.channel = number(tb, "chan", 0, kMost);
      const bool alone =
          ids.insert(id).second && block.target != rank && block.source != rank &&
          (block.target < 0 || ends.emplace('s', block.target, block.channel).second) &&
          (block.source < 0 || ends.emplace('r', block.source, block.channel).second);
      if (!alone) {
        fail(line(tb), "a block of its own id, to and from other GPUs, each on its own channel",
             fmt::format("id {}, send {}, recv {}, chan {}", id, block.target, block.source,
                         block.channel));
      }
      for (const xml_node& step : tb.children("step")) {
        block.steps.push_back(read_step(step, rank, block));
      }
    }
    for (MscclBlock& block : blocks) {
      for (MscclStep& step : block.steps) resolve(step, blocks);
    }
  }

  int place(const xml_node& step, const char* buffer, const char* offset, int rank,
            int count) const {
    const std::map<std::string, std::pair<int, int>> regions = {
        {"i", {at(a_.input_at, rank), a_.input}},
        {"o", {at(a_.output_at, rank), a_.output}},
        {"s", {scratch_at_, scratch_}}};
    const auto [first, size] = one_of(step, buffer, regions);
    if (count > size) {
      fail(line(step), fmt::format("cnt of at most {} chunks, of its {}", size, buffer),
           std::to_string(count));
    }
    return first + number(step, offset, 0, size - count);
  }

  MscclStep read_step(const xml_node& node, int rank, const MscclBlock& block) const {
    const StepKind kind = one_of(node, "type", kSteps);
    MscclStep step;
    std::tie(step.receives, step.adds, step.stores, step.sends) =
        std::tie(kind.receives, kind.adds, kind.stores, kind.sends);
    step.name = line(node);
    step.number = number(node, "s", 0, kMost);
    step.after_block = number(node, "depid", -1, kMost);
    step.after_step = number(node, "deps", -1, kMost);
    step.awaited = number(node, "hasdep", 0, 1) == 1;
    if (!step.receives && !step.stores && !step.sends) return step;
    if ((step.sends && block.target < 0) || (step.receives && block.source < 0)) {
      fail(step.name, "a block that sends to, or receives of, a GPU", "-1");
    }
    step.count = number(node, "cnt", 1, kMost);
    const bool takes = step.adds || !step.receives;
    if (takes) step.from = place(node, "srcbuf", "srcoff", rank, step.count);
    if (step.stores) step.to = place(node, "dstbuf", "dstoff", rank, step.count);
    return step;
  }

  // A wait for a step is over when the next one of its block that announces itself is done.
  void resolve(MscclStep& step, const std::vector<MscclBlock>& blocks) const {
    if (step.after_block < 0) return;
    static const std::vector<MscclStep> none;
    const bool is_there = step.after_block < static_cast<int>(blocks.size());
    const auto& others = is_there ? at(blocks, step.after_block).steps : none;
    const auto found = std::find_if(others.begin(), others.end(), [&](const MscclStep& other) {
      return other.awaited && other.number >= step.after_step;
    });
    if (found == others.end()) {
      fail(step.name, "depid and deps of a step that is there, with hasdep=\"1\"",
           fmt::format("step {} of block {}", step.after_step, step.after_block));
    }
    step.after_step = static_cast<int>(found - others.begin());
  }

  const std::string& text_;
  std::vector<std::ptrdiff_t> line_ends_;
  MscclAlgorithm a_;
  int scratch_at_ = 0, scratch_ = 0;
};

}  // namespace

int lay_out(MscclAlgorithm& a, bool in_place, const std::function<void()>& refuse) {
  const int ranks = a.ranks();
  const bool small_in = a.kind == CollectiveKind::all_gather;
  const bool small_out = a.kind == CollectiveKind::reduce_scatter;
  const bool by_rank = small_in || small_out || a.kind == CollectiveKind::all_to_all;
  if (by_rank && a.chunks % ranks != 0) refuse();
  a.input = small_in ? a.chunks / ranks : a.chunks;
  a.output = small_out ? a.chunks / ranks : a.chunks;
  for (int rank = 0; rank < ranks; ++rank) {
    a.input_at.push_back(in_place && small_in ? rank * a.input : 0);
    a.output_at.push_back(!in_place ? a.input : small_out ? rank * a.output : 0);
  }
  return in_place ? a.chunks : a.input + a.output;
}

bool is_msccl(const std::string& path) {
  const std::string text = base::read_file(path, rounds::kLargestRoundsFile);
  if (is_plan(text)) return true;
  std::size_t at = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  while (at != std::string::npos && text[at] == '<') {
    const bool is_comment = text.compare(at, 4, "<!--") == 0;
    if (!is_comment && text.compare(at, 2, "<?") != 0) return text.compare(at, 5, "<algo") == 0;
    at = text.find('<', text.find(is_comment ? "-->" : ">", at));
  }
  return false;
}

MscclAlgorithm parse_msccl(const std::string& text, const std::string& file) {
  return is_plan(text) ? parse_mscclpp(text, file) : MscclParser(text, file).parse();
}

}  // namespace jacquard::interop
