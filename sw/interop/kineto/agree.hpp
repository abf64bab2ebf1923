// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/interop/kineto/job.hpp"

namespace jacquard::interop {

// Holds the k-th collective of a group, and the k-th message from one rank to another, to be the
// same at all that take part. Where members of an all-to-all, or of uneven other kinds, put in
// unlike sizes, each gets the largest, and the job a note. Throws ConfigError naming the event that
// is alone, or that differs.
void require_agreement(KinetoJob& job);

}  // namespace jacquard::interop
