// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/embedding.hpp"

#include <algorithm>

#include "jacquard/serve/celestisim/appliance_figures.hpp"

namespace jacquard::serve::celestisim {
namespace {

constexpr double kRow = 32 * 4;     // bytes
constexpr double kTable = 10e12;    // bytes of all tables
constexpr double kLaunch = 6.3e-6;  // of a kernel that copies, as measured on H100

}  // namespace

double Pooling::looked_up() const { return static_cast<double>(tables) * batch * pooling * kRow; }
double Pooling::result() const { return static_cast<double>(tables) * batch * kRow; }

base::Seconds pooling_time(const SpreadRows& spread, const Pooling& pooling) {
  const double others = spread.gpus - 1;
  const double look_up = kLaunch + pooling.looked_up() / spread.gpus / spread.memory.count();
  const double ring =
      others * spread.step.count() + pooling.result() * others / spread.gpus / spread.link.count();
  return base::Seconds{look_up + ring};
}

base::Seconds pooling_time(const SharedRows& shared, const Pooling& pooling) {
  const double ports = pooling.looked_up() / shared.bandwidth.count();
  const double missed = shared.misses * pooling.looked_up() / shared.behind.count();
  return base::Seconds{kLaunch + shared.access.count() + std::max(ports, missed)};
}

std::vector<Pooling> paper_poolings() {
  std::vector<Pooling> all;
  for (int tables = 1; tables <= 64; tables *= 2) {
    for (const int batch : {128, 1024, 4096}) {
      for (const int rows : {32, 64}) all.push_back({tables, batch, rows});
    }
  }
  return all;
}

double mean_speedup(const SpreadRows& spread, const SharedRows& shared) {
  const std::vector<Pooling> settings = paper_poolings();
  double sum = 0;
  for (const Pooling& pooling : settings) {
    sum += pooling_time(spread, pooling) / pooling_time(shared, pooling);
  }
  return sum / static_cast<double>(settings.size());
}

SharedRows described_rows() {
  constexpr int kXpus = 8;
  const ApplianceFigures f = shipped_figures("pfa");
  SharedRows rows;
  rows.bandwidth = f.port * kXpus;
  rows.access = base::Seconds{2.4e-6};  // mean latency of a full port (simulate pfa_port)
  rows.misses = 1 - static_cast<double>(f.cache.count()) * f.modules / kTable;
  rows.behind = f.ddr_random * f.modules;
  return rows;
}

}  // namespace jacquard::serve::celestisim
