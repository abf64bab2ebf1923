// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/memory_stream.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::systemc {
namespace {

constexpr std::int64_t kLeast = std::int64_t{64} << 10;  // of an access
constexpr std::int64_t kMost = std::int64_t{4} << 20;
constexpr std::int64_t kParts = 64;  // of a run
constexpr int kOutstanding = 8;

std::int64_t access_of(base::Bytes bytes) {
  const std::int64_t part = std::clamp(bytes.count() / kParts, kLeast, kMost);
  return part / kLeast * kLeast;
}

}  // namespace

std::int64_t accesses_of_run(base::Bytes bytes) {
  if (bytes.count() <= 0) return 0;
  return base::divide_up(bytes.count(), access_of(bytes));
}

MemoryStream::MemoryStream(const sc_core::sc_module_name& name, memory::Fidelity fidelity,
                           base::Bytes extent)
    : sc_core::sc_module(name),
      capacity_(extent.count() / kMost * kMost),
      port_("port", fidelity, kOutstanding) {}

void MemoryStream::move(base::Bytes bytes, memory::Direction direction, Then then) {
  if (bytes.count() <= 0) {
    then();
    return;
  }
  const std::int64_t access = access_of(bytes);
  const std::int64_t count = accesses_of_run(bytes);
  const auto left = std::make_shared<std::pair<std::int64_t, Then>>(count, std::move(then));
  for (std::int64_t k = 0; k < count; ++k) {
    if (capacity_ - next_ < access) next_ = 0;
    const base::Bytes part{std::min(access, bytes.count() - k * access)};
    port_.submit({static_cast<std::uint64_t>(next_), part, direction}, [left] {
      if (--left->first == 0) left->second();
    });
    next_ += access;
  }
}

}  // namespace jacquard::systemc
