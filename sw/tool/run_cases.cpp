// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/run_cases.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include "jacquard/tool/worker_pool.hpp"

namespace jacquard::tool {
namespace {

using config::Document;

// Cases `from` .. count - 1, each result appended to `results`.
void in_processes(const Cases& cases, std::int64_t from, std::vector<Document>& results,
                  const std::function<void(std::int64_t, const Document&)>& keep) {
  run_jobs(
      {cases.what, cases.workers}, cases.count - from,
      [&](std::int64_t k) { return cases.evaluate(from + k).dump(); },
      [&](std::int64_t k, const std::string& text) {
        results.push_back(Document::parse(text));
        keep(from + k, results.back());
        cases.on_result(from + k, false, results.back());
      });
}

}  // namespace

std::vector<Document> run_cases(const Cases& cases) {
  std::vector<Document> results;
  in_processes(cases, 0, results, [](std::int64_t, const Document&) {});
  return results;
}

std::vector<Document> run_cases(const Cases& cases, Journal& journal, const std::string& stage,
                                std::int64_t first) {
  std::vector<Document> results;
  const auto done = [&] { return static_cast<std::int64_t>(results.size()); };
  while (done() < cases.count) {
    const std::optional<config::Json> result = journal.next(stage, first + done());
    if (!result) break;
    results.emplace_back(*result);
    cases.on_result(done() - 1, true, results.back());
  }
  if (done() == cases.count) return results;
  journal.require_room();
  in_processes(cases, done(), results, [&](std::int64_t k, const Document& result) {
    journal.append(stage, first + k, result);
  });
  return results;
}

void run_in_threads(std::int64_t count, int workers,
                    const std::function<void(std::int64_t index)>& evaluate) {
  // Global, as an arena alone may not have more threads than the machine.
  const tbb::global_control limit(
      tbb::global_control::max_allowed_parallelism,
      static_cast<std::size_t>(workers > 0 ? workers : machine_workers()));
  // One by one, as cases differ in length by far.
  tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, count, 1),
      [&](const tbb::blocked_range<std::int64_t>& range) {
        for (std::int64_t k = range.begin(); k < range.end(); ++k) evaluate(k);
      },
      tbb::simple_partitioner());
}

}  // namespace jacquard::tool
