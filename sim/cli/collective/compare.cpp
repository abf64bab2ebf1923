// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/collective/compare.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/topology/nccl_topology.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/graph_notes.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/collective/compare_page.hpp"
#include "sim/collective/compare_rows.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/collective/fit_algorithms.hpp"
#include "systemc/collective/tuned.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kAll = "all";
constexpr const char* kRange = "..";
constexpr int kFactor = 4;  // from one size of a range to the next
constexpr int kTopOfOneSize = 10;

std::size_t field_at(const std::string& key) {
  const auto& infos = run::collective_fields().infos();
  const auto found = std::find_if(infos.begin(), infos.end(),
                                  [&](const config::FieldInfo& info) { return info.key == key; });
  return static_cast<std::size_t>(found - infos.begin());
}

std::string text_of(const GivenOptions& given, const std::string& key) {
  const std::size_t at = field_at(key);
  return given.options[at].given() ? given.texts[at] : "";
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

base::Bytes size_of(const std::string& text) {
  const auto size = config::parse_quantity<base::Bytes>(text, {"--bytes", ""});
  if (size > base::Bytes{0}) return size;
  throw base::ConfigError({"--bytes", "", "a size of at least 1 B", "'" + text + "'", ""});
}

// "1 KB..4 GB" by factors of four, the last size too; or sizes between commas.
std::vector<base::Bytes> sizes_of(const std::string& text) {
  std::vector<base::Bytes> sizes;
  if (const auto at = text.find(kRange); at != std::string::npos) {
    const base::Bytes from = size_of(text.substr(0, at)), to = size_of(text.substr(at + 2));
    if (to < from) {
      throw base::ConfigError(
          {"--bytes", "", "a range from a smaller size to a larger one", "'" + text + "'", ""});
    }
    for (std::int64_t size = from.count(); size < to.count(); size *= kFactor) {
      sizes.emplace_back(size);
      if (size > to.count() / kFactor) break;  // the next one might not be a 64-bit number
    }
    sizes.push_back(to);
    return sizes;
  }
  for (const std::string& item : base::comma_list(text)) sizes.push_back(size_of(item));
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::vector<int> chunks_of(const std::string& text) {
  std::vector<int> chunks;
  for (const std::string& item : base::comma_list(text)) {
    const auto count = base::parse_number<int>(item);
    if (!count || *count < 1 || *count > collective::kMostChunks) {
      throw base::ConfigError(
          {"--chunks", "",
           fmt::format("whole numbers in 1..{} such as 1,8,64", collective::kMostChunks),
           "'" + text + "'", ""});
    }
    chunks.push_back(*count);
  }
  std::sort(chunks.begin(), chunks.end());
  chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
  return chunks;
}

// One value in place of several, so that the rest can be read as ever.
void put(GivenOptions& given, const std::string& key, const std::string& text) {
  given.texts[field_at(key)] = text;
}

run::Asked asked(GivenOptions& given, const Common& common, const run::CollectiveConfig& usual) {
  run::Asked q;
  const std::string chunks = text_of(given, "chunks"), bytes = text_of(given, "bytes");
  const bool every_algorithm = text_of(given, "algorithm") == kAll;
  const bool every_spread = text_of(given, "spread") == kAll;
  if (!chunks.empty()) q.chunks = chunks_of(chunks);
  if (!bytes.empty()) q.sizes = sizes_of(bytes);
  if (every_algorithm) put(given, "algorithm", usual.algorithm);
  if (every_spread) put(given, "spread", "baseline");
  if (!q.chunks.empty()) put(given, "chunks", std::to_string(q.chunks.front()));
  if (!q.sizes.empty()) put(given, "bytes", config::show_quantity(q.sizes.front()));
  q.config = resolve(run::collective_fields(), given, common, usual);
  if (!every_algorithm) q.algorithms = {q.config.algorithm};
  q.spreads = {q.config.spread};
  if (every_spread && q.config.kind == rounds::CollectiveKind::all_reduce) {
    q.spreads = {collective::Spread::baseline, collective::Spread::blueconnect};
  }
  if (q.chunks.empty()) q.chunks = {q.config.chunks};
  if (q.sizes.empty()) q.sizes = {q.config.bytes};
  if (q.sizes.size() > 1 && !q.config.demand.empty()) {
    throw base::ConfigError(
        {"--bytes", "", "one size, as --demand says what is sent", "'" + bytes + "'", ""});
  }
  return q;
}

// What the words leave open is tried as a library would; so no answer without a choice is faster.
void leave_open(run::Asked& q, const GivenOptions& given, const run::CollectiveConfig& usual,
                const topology::System* system, const topology::Network& network) {
  const bool of_system = system != nullptr && !system->algorithm.empty();
  const bool spread = text_of(given, "spread").empty() && q.config.spread == usual.spread;
  const bool chunks = text_of(given, "chunks").empty() && q.config.chunks == usual.chunks;
  const bool algorithm =
      text_of(given, "algorithm").empty() && q.config.algorithm == usual.algorithm;
  if (q.algorithms.empty()) {
    q.algorithms = run::every_algorithm(network);
    q.by_law = run::Asked::ByLaw::beside;
    run::add_usual_ways(q, {spread, chunks}, network);
    return;
  }
  if (!algorithm || !spread || !chunks) return;
  if (!run::has_clocks(q.config.engine)) q.by_law = run::Asked::ByLaw::alone;
  if (of_system || !run::has_usual_ways(q.config, network)) return;
  q.algorithms.clear();
  q.usual = true;
}

nlohmann::json identity(const run::Asked& q, const topology::Network& network) {
  nlohmann::json all = run::collective_fields().show(q.config);
  all["algorithms"] = q.algorithms;
  all["chunk_counts"] = q.chunks;
  for (const collective::Spread spread : q.spreads) all["spreads"].push_back(run::name_of(spread));
  for (const base::Bytes size : q.sizes) all["sizes"].push_back(size.count());
  if (q.reached.node) {
    all["device"] = cost::device_fields().show(q.reached.node->device);
    all["node"] = q.reached.node->node;
  }
  if (network.graph) {
    all["graph"] = topology::graph_text(q.config.network.topology);
  }
  return all;
}

}  // namespace

bool asks_to_compare(const GivenOptions& given) {
  const std::string bytes = text_of(given, "bytes");
  return text_of(given, "algorithm") == kAll || text_of(given, "spread") == kAll ||
         has(text_of(given, "chunks"), ",") || has(bytes, ",") || has(bytes, kRange);
}

int run_comparison(GivenOptions given, const Common& common, const run::CollectiveConfig& usual,
                   const SystemAt& at, const Shown& show) {
  const topology::System* const system = at.system;
  run::Asked q = asked(given, common, usual);
  const topology::Network network = topology::build_network(q.config.network);
  say_graph_notes(network, q.config.network.topology);
  q.reached = run::reached_of(q.config, system, at.place, network);
  leave_open(q, given, usual, system, network);
  if (system != nullptr && text_of(given, "algorithm").empty()) {
    q.config.algorithm = run::fitting_algorithms(q.config, *system, network);
    if (q.algorithms.size() == 1) q.algorithms = {q.config.algorithm};
  }
  if (!run::has_spreads(q.config, network)) q.spreads.resize(1);
  tool::Progress progress("collective", "runs");
  const std::vector<run::Ranked> all =
      run::compare(q, network, common.seed, common.threads,
                   [&](double done, double of) { progress.at(done, of); });
  const int shown = show.top > 0 ? show.top : q.sizes.size() == 1 ? kTopOfOneSize : 1;
  report::Result result("collective", common.seed, identity(q, network));
  for (const run::Ranked& one : all) {
    report::Printed row = run::ranked_metrics()(one);
    if (one.rank > shown) row.cells = nullptr;
    result.add(std::move(row));
  }
  const std::string about = run::summary(q, network, all);
  std::string table;
  if (!show.tuner_out.empty()) {
    table = run::tuner_text(q, network, all, "by: " + command_line(common.words));
  }
  say_answer(about, common);
  print(result, common);
  if (!table.empty()) base::write_file(show.tuner_out, table);
  if (!common.out.empty()) {
    const run::ComparisonPage page =
        run::comparison_page(q, all, about, command_line(common.words));
    const std::string path = common.out + "/collective.html";
    base::write_file(path, page.html);
    base::write_file(common.out + "/collective.svg", page.svg);
    spdlog::info("wrote {}", path);
  }
  write_result(result, common, "collective");
  return 0;
}

}  // namespace jacquard::cli
