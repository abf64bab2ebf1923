// probe
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include "jacquard/serve/profile_clock.hpp"
#include "jacquard/serve/traffic.hpp"
#include "jacquard/demand/csv.hpp"
using namespace jacquard; using namespace jacquard::serve;
TEST_CASE("probe", "[.probe]") {
  const std::string dir = "/work/shared/field/data/measured/replay";
  const char* col = std::getenv("COL"); if (!col) col = "arrival_s";
  std::vector<Request> rs;
  demand::read_csv(dir + "/requests.csv", {"id","input_tokens","output_tokens",col}, [&](const demand::CsvRow& r){
    Request q; q.id = (std::int64_t)r.number("id"); q.input = r.count("input_tokens"); q.output = r.count("output_tokens");
    q.arrival = base::Picoseconds{(std::int64_t)(r.number(col)*1e12)}; rs.push_back(q);});
  EngineSettings s; s.max_sequences=256; s.max_batched_tokens=2048; s.max_model_length=32768; s.block=16; s.blocks=2588;
  s.plan_ahead = !std::getenv("SYNC"); s.queued_between_steps=true;
  if (const char* h = std::getenv("HOST")) s.host = base::Picoseconds{atol(h)*1000000};
  s.first_step = base::Picoseconds{190'000'000'000};
  if (const char* h = std::getenv("FIRST")) s.first_step = base::Picoseconds{atol(h)*1000000};
  if (const char* h = std::getenv("BLOCKS")) s.blocks = atol(h);
  ProfiledModel m; m.layers=32; m.hidden=4096;
  auto clock = profile_clock(dir, m);
  ListTraffic t(rs);
  struct W : StepWatcher { FILE* f; void seen(const StepSeen& s) override { 
     std::fprintf(f, "%.6f,%.6f,%lld,%zu,%d,%lld,%d,%lld\n", (double)s.begin.count()/1e12,(double)s.end.count()/1e12,(long long)s.groups[0].prompt_tokens(), s.groups[0].prompts.size(), s.groups[0].decodes,(long long)s.groups[0].decode_keys,s.waiting,(long long)s.blocks);} } w;
  w.f = fopen("/tmp/a_steps.csv","w");
  auto run = serve::serve(s, 1, *clock, t, &w);
  fclose(w.f);
  FILE* f = fopen("/tmp/a_recs.csv","w");
  for (auto& r : run.records) std::fprintf(f,"%lld,%d,%d,%.6f,%.6f,%.6f,%.6f,%.6f,%d\n",(long long)r.id,r.input,r.output,(double)r.arrival.count()/1e12,(double)r.queued.count()/1e12,(double)r.scheduled.count()/1e12,(double)r.first_token.count()/1e12,(double)r.last_token.count()/1e12,r.preemptions);
  fclose(f);
  std::printf("steps %lld preempt %lld\n",(long long)run.steps,(long long)run.preemptions);
}
