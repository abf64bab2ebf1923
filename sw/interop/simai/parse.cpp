// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/interop/simai/workload.hpp"

namespace jacquard::interop {
namespace {

constexpr std::int64_t kMostNpus = 1 << 17;
constexpr std::int64_t kMostLayers = 1 << 20;
constexpr std::size_t kMostAround = 64;  // layers before and behind those of micro-batches
constexpr std::int64_t kMost = std::int64_t{1} << 50;  // bytes, or ns

struct LoopWord {
  const char* word;
  TextOver forward, input, weight;
};
using O = TextOver;
constexpr LoopWord kLoops[] = {  // in the order of TextLoop
    {"DATA", O::nobody, O::nobody, O::all},
    {"MODEL", O::all, O::all, O::nobody},
    {"HYBRID_DATA_MODEL", O::first, O::first, O::others},
    {"HYBRID_MODEL_DATA", O::others, O::others, O::first},
    {"HYBRID_CUSTOMIZED", O::nobody, O::nobody, O::nobody},  // each layer has its own
    {"HYBRID_TRANSFORMER", O::tensor, O::tensor, O::data},
    {"HYBRID_TRANSFORMER_FWD_IN_BCKWD", O::tensor, O::tensor, O::data},
    {"HYBRID_DLRM", O::nobody, O::nobody, O::all},
    {"HYBRID_DLRM_ENHANCED", O::nobody, O::nobody, O::all},
    {"DISTRIBUTED_INFERENCE", O::all, O::all, O::nobody},
    {"MICRO", O::nobody, O::nobody, O::all}};

const LoopWord* loop_of(const std::string& word) {
  return std::find_if(std::begin(kLoops), std::end(kLoops),
                      [&](const LoopWord& loop) { return word == loop.word; });
}

const std::map<std::string, ChakraCollective> kKinds = {
    {"ALLREDUCE", ChakraCollective::all_reduce},
    {"ALLGATHER", ChakraCollective::all_gather},
    {"ALLTOALL", ChakraCollective::all_to_all},
    {"REDUCESCATTER", ChakraCollective::reduce_scatter},
    {"BROADCAST", ChakraCollective::broadcast}};

class TextParser {
 public:
  TextParser(const std::string& path, int npus)
      : lines_(demand::file_input(base::as_given_or_shipped(path))) {
    w_.source = path;
    w_.npus = npus;
  }

  TextWorkload parse() {
    next();
    read_header();
    next();
    const std::int64_t layers = number(0, "how many layers", 1, kMostLayers);
    while (next() && static_cast<std::int64_t>(w_.layers.size()) < layers) read_layer();
    if (words_.empty() && static_cast<std::int64_t>(w_.layers.size()) == layers) {
      if (w_.stages > 1) read_pipeline();
      return std::move(w_);
    }
    lines_.here().fail(fmt::format("{} layers, as line 2 says", layers),
                       words_.empty() ? std::to_string(w_.layers.size()) : "more");
  }

 private:
  bool next() {
    words_.clear();
    for (std::string_view line; words_.empty() && lines_.next(line);) {
      std::istringstream stream{std::string(line)};
      for (std::string word; stream >> word;) words_.push_back(word);
    }
    return !words_.empty();
  }

  [[noreturn]] void fail(std::size_t i, const std::string& expected) const {
    lines_.here().fail(
        expected, i < words_.size() ? "'" + words_[i].substr(0, 40) + "'" : "the end of the line");
  }

  // AICB divides some numbers, and then writes them with a fraction.
  std::int64_t number(std::size_t i, const std::string& about, std::int64_t least,
                      std::int64_t most) const {
    const auto value = base::parse_number<double>(i < words_.size() ? words_[i] : "");
    const bool fits =
        value && *value >= static_cast<double>(least) && *value <= static_cast<double>(most);
    if (fits) return std::llround(*value);
    fail(i, fmt::format("{}, a number in {}..{}", about, least, most));
  }

  // The number behind a word such as "ep:"; `otherwise` where the word is not there.
  int setting(const char* word, std::int64_t least, int otherwise) const {
    const auto found = std::find(words_.begin(), words_.end(), word);
    if (found == words_.end()) return otherwise;
    const auto at = static_cast<std::size_t>(found - words_.begin());
    return static_cast<int>(number(at + 1, word, least, kMostNpus));
  }

  // "checkpoints: 2 2 11" are layers 2 and 11.
  std::set<std::size_t> layers_behind(const char* word) const {
    std::set<std::size_t> layers;
    auto at =
        static_cast<std::size_t>(std::find(words_.begin(), words_.end(), word) - words_.begin());
    const std::size_t last = at + 1 + base::index(setting(word, 0, 0));
    for (at += 2; at <= last; ++at) layers.insert(base::index(number(at, word, 0, kMostLayers)));
    return layers;
  }

  void read_header() {
    const LoopWord* const loop = loop_of(words_.empty() ? "" : words_[0]);
    if (loop == std::end(kLoops)) {
      std::vector<std::string> known;
      for (const LoopWord& one : kLoops) known.emplace_back(one.word);
      fail(0, fmt::format("a training loop, one of {}", fmt::join(known, ", ")));
    }
    w_.loop = static_cast<TextLoop>(loop - std::begin(kLoops));
    const int asked = w_.npus;
    w_.npus = setting("all_gpus:", 1, asked);
    if (asked != 0 && asked != w_.npus) {
      lines_.here().fail(fmt::format("all_gpus: {}, as --npus says", asked),
                         std::to_string(w_.npus), "leave --npus out");
    }
    if (w_.npus == 0) {
      lines_.here().fail("all_gpus:, or --npus on the command line", "neither", "as in --npus 8");
    }
    if (w_.is_transformer()) {
      w_.tensor = setting("model_parallel_NPU_group:", 1, 0);
      if (w_.tensor == 0) w_.tensor = w_.npus;
      w_.experts = setting("ep:", 1, 1);
      w_.stages = setting("pp:", 1, 1);
      w_.chunks = setting("vpp:", 0, 1);
      w_.micro_batches = setting("ga:", 0, 1);
      const auto said = std::find(words_.begin(), words_.end(), "pp_comm:") - words_.begin();
      if (base::index(said) < words_.size()) {
        w_.boundary = number(base::index(said) + 1, "pp_comm:", 0, kMost);
      }
      if (w_.npus % w_.tensor != 0 || w_.npus / w_.tensor % w_.experts != 0) {
        lines_.here().fail(
            fmt::format("groups that divide {} NPUs", w_.npus),
            fmt::format("{} of tensor parallelism, {} of experts", w_.tensor, w_.experts));
      }
    }
    if (w_.counts_results()) {
      checkpoints_ = layers_behind("checkpoints:");
      recomputing_ = layers_behind("checkpoint_initiates:");
    }
    if (w_.loop != TextLoop::hybrid_dlrm && w_.loop != TextLoop::hybrid_dlrm_enhanced) return;
    const bool is_bare = words_.size() > 1 && base::parse_number<int>(words_[1]);
    w_.last_bottom = is_bare ? static_cast<int>(number(1, "a layer", 0, kMostLayers))
                             : setting("DLRM_LAST_BOTTOM_LAYER:", 0, -1);
  }

  // AICB writes a micro-batch's layers `ga` times, with some before and behind.
  void read_pipeline() {
    const auto same = [&](std::size_t i, std::size_t step) {
      const TextLayer &a = w_.layers[i], &b = w_.layers[i + step];
      const auto key = [](const TextPart& p) {
        return std::tie(p.compute_ns, p.kind, p.over, p.bytes);
      };
      return a.name == b.name && key(a.forward) == key(b.forward) && key(a.input) == key(b.input) &&
             key(a.weight) == key(b.weight);
    };
    const std::size_t layers = w_.layers.size(), times = base::index(w_.micro_batches);
    const std::size_t least =
        times == 0 ? 1 : std::max<std::size_t>(1, (layers - std::min(layers, kMostAround)) / times);
    for (std::size_t size = times == 0 ? 0 : layers / times; size >= least && w_.end == 0; --size) {
      std::size_t run = 0;  // layers in a row that come again one size later
      for (std::size_t i = 0; i + size <= layers && w_.end == 0; ++i) {
        if (run == (times - 1) * size) w_.end = (w_.begin = i - run) + size;
        run = i + size < layers && same(i, size) ? run + 1 : 0;
      }
    }
    const std::size_t size = w_.end - w_.begin;
    if (w_.npus % w_.stages != 0 || w_.stage_npus() % w_.tensor != 0 ||
        w_.stage_npus() / w_.tensor % w_.experts != 0) {
      w_.no_stages =
          fmt::format("{} NPUs are not {} times {} of tensor parallelism and {} of experts",
                      w_.npus, w_.stages, w_.tensor, w_.experts);
    } else if (w_.boundary == 0) {
      w_.no_stages = "it has no pp_comm:";
    } else if (size == 0) {
      w_.no_stages = fmt::format("no layers of it come {} times, as ga: says", times);
    } else if (!recomputing_.empty()) {
      w_.no_stages = "it has checkpoint_initiates:";
    }
    if (!w_.no_stages.empty()) {
      w_.no_stages =
          fmt::format("the file has one of {} pipeline stages, and every rank runs it: {}",
                      std::exchange(w_.stages, 1), w_.no_stages);
    }
    const bool interleaves = w_.micro_batches % std::max(w_.stages, 1) == 0 &&
                             base::index(w_.chunks) <= size && w_.chunks > 0;
    if (!interleaves) w_.chunks = 1;
  }

  TextPart read_part(std::size_t i, TextOver over) const {
    TextPart part;
    part.compute_ns = number(i, "a time", 0, kMost);
    part.bytes = number(i + 2, "bytes", 0, kMost);
    const std::string& word = words_[i + 1];
    if (word == "NONE") return part;
    const std::size_t end = std::min(word.find('_'), word.size());
    const std::string group = word.substr(end);
    if (w_.is_transformer() && group == "_EP") over = TextOver::experts;
    if (w_.is_transformer() && group == "_DP_EP") over = TextOver::data_of_experts;
    const auto kind = kKinds.find(word.substr(0, end));
    if (kind == kKinds.end() || (!group.empty() && over < TextOver::experts)) {
      std::vector<std::string> known;
      for (const auto& [name, value] : kKinds) known.push_back(name);
      fail(i + 1, fmt::format("NONE, {}, or in a transformer one with _EP or _DP_EP",
                              fmt::join(known, ", ")));
    }
    if (part.bytes == 0) return part;
    part.kind = kind->second;
    part.over = over;
    return part;
  }

  void read_layer() {
    const bool has_own = w_.loop == TextLoop::hybrid_customized;
    const std::size_t cells = has_own ? 13 : 12;
    if (words_.size() != cells) {
      lines_.here().fail(fmt::format("{} words: name, dependency, three times a time, a collective "
                                     "and its bytes, and the delay of updates",
                                     cells),
                         std::to_string(words_.size()));
    }
    const LoopWord* loop = has_own ? loop_of(words_[12]) : &kLoops[static_cast<int>(w_.loop)];
    if (loop == std::end(kLoops)) fail(12, "a training loop such as DATA");
    // The embeddings of a DLRM are exchanged between all.
    static constexpr LoopWord all = {"", O::all, O::all, O::all};
    const std::size_t at = w_.layers.size();
    if (w_.last_bottom >= 0 && at == 0) loop = &all;
    TextLayer& layer = w_.layers.emplace_back();
    layer.name = words_[0];
    layer.forward = read_part(2, loop->forward);
    layer.input = read_part(5, loop->input);
    layer.weight = read_part(8, loop->weight);
    layer.update_ns = number(11, "a time", 0, kMost);
    layer.is_checkpoint = checkpoints_.count(at) > 0;
    layer.recomputes = recomputing_.count(at) > 0;
    if (layer.recomputes && (checkpoints_.empty() || *checkpoints_.begin() > at)) {
      lines_.here().fail("a checkpoint before a layer that recomputes", "none");
    }
  }

  demand::LineReader lines_;
  std::vector<std::string> words_;
  TextWorkload w_;
  std::set<std::size_t> checkpoints_, recomputing_;
};

}  // namespace

bool is_text_workload(const std::string& path) {
  std::string begin(64, ' ');
  std::ifstream(base::as_given_or_shipped(path), std::ios::binary).read(begin.data(), 64);
  std::istringstream words(begin);
  std::string word;
  words >> word;
  return loop_of(word) != std::end(kLoops);
}

TextWorkload read_text_workload(const std::string& path, int npus) {
  return TextParser(path, npus).parse();
}

}  // namespace jacquard::interop
