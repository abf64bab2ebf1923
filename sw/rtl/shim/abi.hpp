// SPDX-License-Identifier: Apache-2.0
// What a built model exports and the program calls; both sides compile this file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace jacquard::rtl::abi {

inline constexpr int kRowWords = 512;      // 4 rows of 256 ports x 16 bits
inline constexpr int kSettingWords = 64;   // 256 ports x 8 bits
inline constexpr int kMatchWords = 8;      // 256 ports
inline constexpr int kColumnWords = 12;    // 64 ports x 6 bits
inline constexpr int kRequestWords = 128;  // 64 x 64 pairs
inline constexpr int kDataWords = 128;     // 64 ports x 64 bits

struct SchedulerIn {
  std::uint32_t load_row[kRowWords];
  std::uint16_t guard;
  std::uint8_t rst_n, load_valid, start, abort, ready, top_offset, floor, fill;
};

struct SchedulerOut {
  std::uint32_t match[kMatchWords];
  std::uint32_t column[kSettingWords];
  std::uint32_t hold;
  std::uint8_t load_ready, busy, done, shifts, valid, parity_error;
};

struct ArbiterIn {
  std::uint32_t request[kRequestWords];
  std::uint8_t rst_n, valid;
};

struct ArbiterOut {
  std::uint32_t grant[kRequestWords];
  std::uint8_t valid;
};

struct CrossbarIn {
  std::uint32_t column[kColumnWords];
  std::uint32_t data[kDataWords];
  std::uint32_t match[2], valid[2];
  std::uint16_t hold, slot, guard;
  std::uint8_t rst_n, abort, offer;
};

struct CrossbarOut {
  std::uint32_t data[kDataWords];
  std::uint64_t connected, valid;
  std::uint32_t slots;
  std::uint8_t ready, active, guard, error;
};

// Of a user's arbiter: bit i*N + j is input i to output j.
struct UserArbiterIn {
  std::uint32_t request[kRequestWords];
  std::uint8_t rst_n, priority, valid;
};

struct UserArbiterOut {
  std::uint32_t grant[kRequestWords];
  std::uint8_t valid;  // 1 where there is no valid_o
};

// Of a user's RTL behind our wiring: the words of in_i and out_o. `look`: no edge is taken.
struct PinsIn {
  const std::uint32_t* in;
  std::uint8_t rst_n, look;
};

struct PinsOut {
  std::uint32_t* out;
};

// jq_new(seed, trace): state that no reset clears starts from random bits of `seed`. `trace` is the
// path of a waveform to write, FST or VCD as the model was built, or null. jq_dump(model, 0) leaves
// the coming clocks out of the file. Our own cores: jq_show gives the outputs of the present clock,
// jq_clock takes its edge. A user's RTL: jq_cycle sets the inputs, gives the outputs once they have
// settled, and takes the edge. jq_cycle returns null, or why the model cannot go on (a text that
// lives as long as the model).
using New = void* (*)(std::uint32_t seed, const char* trace);
using Delete = void (*)(void* model);
using Dump = void (*)(void* model, int on);
template <class Out>
using Show = void (*)(void* model, Out* out);
template <class In>
using Clock = void (*)(void* model, const In* in);
// Of a model built for coverage: jq_watch hears its waveform (VCD) from here on, part by part;
// jq_count flushes it, and writes Verilator's counts of lines to a file.
using Hear = void (*)(void* whose, const char* text, std::size_t size);
using Watch = void (*)(void* model, Hear hear, void* whose);
using Count = void (*)(void* model, const char* file);
template <class In, class Out>
using Cycle = const char* (*)(void* model, const In* in, Out* out);

}  // namespace jacquard::rtl::abi
