// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "systemc/npu/npu_rounds.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using rounds::Action;

double memory_delay(const rounds::Round& round, const NpuPlatform& platform) {
  const memory::MemoryConfig& m = platform.memory;
  const double to_read = static_cast<double>((m.timing.tRCDRD + m.timing.tCL).count());
  const double to_write = static_cast<double>((m.timing.tRCDWR + m.timing.tCWL).count());
  const double per_byte = base::kPicosecondsPerSecond / m.organisation.peak().count();
  const std::int64_t packet = platform.nic.packet.count();
  const std::int64_t bytes =
      round.uneven.empty() ? round.bytes.count()
                           : std::max_element(round.uneven.begin(), round.uneven.end())->count();
  if (bytes == 0) return 0;
  const double read = to_read + per_byte * static_cast<double>(std::min(bytes, packet));
  const double write = to_write + per_byte * static_cast<double>((bytes - 1) % packet + 1);
  if (round.action == Action::copy) return read + write;
  // In passing the NPU's own part is read before the sum is written. On arrival the message is
  // written, and then it is read and the sum is written.
  return read + write + (platform.nic.adding == Adding::in_passing ? read : to_read + to_write);
}

}  // namespace

EngineView engine_view(const rounds::RoundGraph& graph, const NpuPlatform& platform) {
  double delay = 0;
  double repetitions = 0;
  for (const rounds::Round& round : graph.rounds) {
    delay += memory_delay(round, platform) * round.repeat;
    repetitions += round.repeat;
  }
  constexpr base::BytesPerSecond kNoLimit{1e18};
  return {
      base::Picoseconds{repetitions > 0 ? std::llround(delay / repetitions) : 0},
      platform.nic.adding == Adding::in_passing ? kNoLimit : platform.memory.organisation.peak()};
}

}  // namespace jacquard::systemc
