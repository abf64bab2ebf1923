// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/base/bitset.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace jacquard::schedule::bvn {

inline constexpr int kLanes = 16;

// Bit k of the answer: whether values[k] == wanted, for 16 values.
template <class Count>
inline base::Word equal_lanes(const Count* values, Count wanted) {
  base::Word equal = 0;
  for (int k = 0; k < kLanes; ++k) equal |= static_cast<base::Word>(values[k] == wanted) << k;
  return equal;
}

#ifdef __SSE2__
// No compiler finds this by itself: four comparisons, narrowed to bytes, whose signs are the bits.
template <>
inline base::Word equal_lanes(const std::int32_t* values, std::int32_t wanted) {
  const __m128i all = _mm_set1_epi32(wanted);
  const auto quad = [&](int k) {
    return _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(values + k)), all);
  };
  const __m128i low = _mm_packs_epi32(quad(0), quad(4));
  const __m128i high = _mm_packs_epi32(quad(8), quad(12));
  return static_cast<base::Word>(
      static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high))));
}
template <>
inline base::Word equal_lanes(const std::int16_t* values, std::int16_t wanted) {
  const __m128i all = _mm_set1_epi16(wanted);
  const auto half = [&](int k) {
    return _mm_cmpeq_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(values + k)), all);
  };
  return static_cast<base::Word>(
      static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(half(0), half(8)))));
}
#endif

}  // namespace jacquard::schedule::bvn
