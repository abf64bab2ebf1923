// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace/convert.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/job/chakra_timeline.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/trace/rows.hpp"

namespace jacquard::cli {
namespace {

void write(const std::string& path, const std::string& contents) {
  base::write_file(path, contents);
  spdlog::info("wrote {}", path);
}

// For --json: a row that says what was written.
void print_written(const std::string& input, const std::string& form, const Common& common,
                   int files) {
  if (common.for_people()) return;
  report::Result result("trace", common.seed, {{"input", input}, {"convert", form}});
  result.add(trace_written_metrics()({form, common.out, files}));
  print(result, common);
}

}  // namespace

int convert_traces(const TraceInput& input, const std::string& word, const std::string& form,
                   const Common& common) {
  const std::vector<std::string> forms = {"json", "chakra", "perfetto"};
  if (std::find(forms.begin(), forms.end(), form) == forms.end()) {
    base::throw_unknown_name("--convert", "a form", form, forms);
  }
  if (common.out.empty()) {
    throw base::ConfigError(
        {"--out", "", "the file to write, or its PREFIX for many ranks", "", ""});
  }
  const interop::RankTraces& traces = input.traces;
  if (form == "perfetto") {
    write(common.out, report::trace_events(report::chakra_timeline(traces)));
    print_written(word, form, common, 1);
    return 0;
  }
  const bool json = form == "json";
  const auto contents = [&](int rank) {
    const interop::ChakraTrace trace = traces.whole(rank);
    return json ? interop::write_chakra_json(trace) : interop::write_chakra(trace);
  };
  if (input.is_file) {
    write(common.out, contents(0));
    print_written(word, form, common, 1);
    return 0;
  }
  for (int rank = 0; rank < traces.ranks(); ++rank) {
    const std::string path = json ? common.out + "." + std::to_string(rank) + ".json"
                                  : interop::rank_file(common.out, rank);
    base::write_file(path, contents(rank));
  }
  spdlog::info("wrote {} traces as {}", traces.ranks(), common.out);
  print_written(word, form, common, traces.ranks());
  return 0;
}

}  // namespace jacquard::cli
