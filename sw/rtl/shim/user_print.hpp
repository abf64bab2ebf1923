// SPDX-License-Identifier: Apache-2.0
// Compiled before every file of a user's model: what it prints comes to us, not to stdout.
#pragma once

extern "C" int jq_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF jq_printf
