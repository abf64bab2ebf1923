# SPDX-License-Identifier: Apache-2.0
"""Buckets against torch's own function, on random tensors."""
import random
import unittest

import torch
import torch.distributed as dist

from genstack.buckets import assign


class Buckets(unittest.TestCase):
    def test_buckets_are_those_of_torch(self):
        random.seed(1)
        kinds = (torch.float32, torch.float16, torch.float64)
        for _ in range(500):
            tensors = [torch.empty(random.randint(1, 60), dtype=random.choice(kinds))
                       for _ in range(random.randint(1, 30))]
            limits = [random.choice((1, 40, 200, 1000, 10**9))
                      for _ in range(random.randint(1, 3))]
            theirs = dist._compute_bucket_assignment_by_size(tensors, limits)[0]
            self.assertEqual(assign(tensors, limits), theirs)
            arrived = list(range(len(tensors)))
            theirs = dist._compute_bucket_assignment_by_size(tensors, limits, [], arrived)[0]
            self.assertEqual(assign(tensors, limits, order_of_first=False), theirs)


if __name__ == "__main__":
    unittest.main()
