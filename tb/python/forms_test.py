# SPDX-License-Identifier: Apache-2.0
"""Every form of a collective that torch 1.13 offers, and what its line says."""
import unittest

from support import ToolTest


class Forms(ToolTest):
    def calls(self, text, ranks=4, rank=0, **keys):
        return self.log(ranks, text, **keys).calls(rank)

    def expect(self, text, *expected, ranks=4, rank=0):
        """Each dictionary holds part of the keys of one call; None says that a key is absent."""
        calls = self.calls(text, ranks, rank)
        self.assertEqual([call["op"] for call in calls], [line["op"] for line in expected])
        for call, keys in zip(calls, expected):
            self.assertEqual({key: call.get(key) for key in keys}, keys)

    def test_all_reduce(self):
        self.expect("""
            x = torch.ones(3, 5, dtype=torch.half)
            dist.all_reduce(x, op=dist.ReduceOp.MAX)
            dist.all_reduce(x, dist.ReduceOp.AVG)
            dist.all_reduce_coalesced([x, x[0]])
            """,
                    {"op": "all_reduce", "shape": [3, 5], "dtype": "float16", "reduce_op": "MAX",
                     "async_handle": False, "group_id": 0, "group_name": "world", "seq": 0},
                    {"op": "all_reduce", "reduce_op": "AVG", "seq": 1},
                    {"op": "all_reduce", "shape": [20], "reduce_op": "SUM", "seq": 2})

    def test_all_gather(self):
        self.expect("""
            x = torch.randn(3, 5)
            dist.all_gather([torch.empty_like(x) for _ in range(4)], x)
            dist.all_gather_into_tensor(torch.empty(12, 5), x)
            dist._all_gather_base(torch.empty(12, 5), x)
            """, *[{"op": "all_gather", "shape": [3, 5], "in_shape": [3, 5], "out_shape": out}
                   for out in ([4, 3, 5], [12, 5], [12, 5])])

    def test_reduce_scatter(self):
        self.expect("""
            x = torch.randn(3, 5)
            dist.reduce_scatter(x, [torch.empty_like(x) for _ in range(4)])
            dist.reduce_scatter_tensor(x, torch.empty(12, 5))
            dist._reduce_scatter_base(x, torch.empty(12, 5))
            """, *[{"op": "reduce_scatter", "shape": put, "in_shape": put, "out_shape": [3, 5],
                    "reduce_op": "SUM"} for put in ([4, 3, 5], [12, 5], [12, 5])])

    def test_rooted_calls_say_the_root_as_a_rank_of_the_run(self):
        text = """
            group = dist.new_group([1, 3])
            x = torch.randn(7)
            if rank in (1, 3):
                pieces = [torch.empty_like(x) for _ in range(2)] if rank == 3 else None
                dist.broadcast(x, src=3, group=group)
                dist.reduce(x, dst=3, group=group)
                dist.gather(x, pieces, dst=3, group=group)
                dist.scatter(x, pieces, src=3, group=group)
            """
        for rank in (1, 3):
            self.expect(text, *[{"op": op, "peer": 3, "shape": [7], "ranks": [1, 3],
                                 "group_id": 1} for op in ("broadcast", "reduce", "gather",
                                                           "scatter")], rank=rank)

    def test_all_to_all_counts_elements(self):
        self.expect("""
            dist.all_to_all_single(torch.empty(8, 5), torch.empty(8, 5))
            dist.all_to_all_single(torch.empty(10, 5), torch.empty(6, 5), [4, 3, 2, 1],
                                   [0, 1, 2, 3])
            dist.all_to_all([torch.empty(2) for _ in range(4)],
                            [torch.empty(2) for _ in range(4)])
            dist.all_to_all([torch.empty(2) for _ in range(4)],
                            [torch.empty(k, 2) for k in range(4)])
            """,
                    {"op": "all_to_all", "shape": [8, 5], "splits": None, "out_splits": None,
                     "unpredictable": None},
                    {"op": "all_to_all", "shape": [6, 5], "splits": [0, 5, 10, 15],
                     "out_splits": [20, 15, 10, 5]},
                    {"op": "all_to_all", "shape": [4, 2], "splits": None},
                    {"op": "all_to_all", "shape": [12], "splits": [0, 2, 4, 6],
                     "out_splits": [2, 2, 2, 2]})

    def test_splits_that_data_decide_stay_marked(self):
        """Two experts on each of 4 ranks: counts are added, exchanged, doubled and listed."""
        text = """
            counts = torch.bincount(torch.randint(8, (10**6,)), minlength=8).view(4, 2).sum(1)
            assert counts.tolist() == [250000] * 4
            theirs = torch.zeros(4, dtype=torch.int64)
            dist.all_to_all_single(theirs, counts)
            sent, got = counts.tolist(), [2 * n // 2 for n in theirs.tolist()]
            dist.all_to_all_single(torch.empty(sum(got), 3), torch.empty(sum(sent), 3), got)
            dist.all_to_all_single(torch.empty(8), torch.empty(8), [2] * 4, [2] * 4)
            dist.all_to_all([torch.empty(n) for n in got], [torch.empty(8)] * 4)
            {}
            dist.all_to_all_single(torch.empty(8), torch.empty(8), [2] * 4, [2] * 4)
            """
        marks = [call.get("unpredictable", False) for call in self.calls(text.format(""))]
        self.assertEqual(marks, [False, True, False, False, False])
        # Once a count was read by int(), nobody knows what was made of it.
        marks = [call.get("unpredictable", False)
                 for call in self.calls(text.format("[int(n) for n in counts]"))]
        self.assertEqual(marks, [False, True, False, False, True])

    def test_send_and_receive(self):
        text = """
            x = torch.randn(7)
            if rank == 0:
                dist.send(x, 2, tag=5)
                dist.isend(x, 2).wait()
                dist.isend(x, 2)
            if rank == 2:
                dist.recv(x, 0, tag=5)
                dist.irecv(x, 0)
                dist.irecv(x)
            """
        self.expect(text, {"op": "send", "peer": 2, "tag": 5, "seq": 0, "async_handle": False},
                    {"op": "send", "peer": 2, "tag": 0, "seq": 0, "async_handle": True},
                    {"op": "send", "peer": 2, "tag": 0, "seq": 1, "async_handle": True})
        self.expect(text, {"op": "recv", "peer": 0, "tag": 5, "shape": [7], "out_shape": [7]},
                    {"op": "recv", "peer": 0, "seq": 0},
                    {"op": "recv", "peer": None, "unpredictable": True}, rank=2)

    def test_batches_share_a_number_and_groups_say_ranks_of_the_run(self):
        text = """
            ring = dist.new_group([4, 5, 6, 7])
            x = torch.randn(7)
            for _ in range(2 if rank > 3 else 0):
                after, before = 4 + (rank + 1) % 4, 4 + (rank - 1) % 4
                for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, x, after, ring),
                                                    dist.P2POp(dist.irecv, x, before, ring)]):
                    work.wait()
            """
        log = self.log(8, text)
        self.assertEqual([entry["ranks"] for entry in log.classes], [[0, 1, 2, 3], [4, 5, 6, 7]])
        self.assertEqual(log.classes[1]["peers"], {"5": [5, 6, 7, 4], "7": [7, 4, 5, 6]})
        self.assertEqual([(line["op"], line.get("peer"), line.get("batch"), line.get("wait_of"))
                          for line in log.lines(4)],
                         [("send", 5, 0, None), ("recv", 7, 0, None), ("wait", None, None, 0),
                          ("wait", None, None, 1), ("send", 5, 1, None), ("recv", 7, 1, None),
                          ("wait", None, None, 2), ("wait", None, None, 3)])

    def test_asynchronous_calls_are_waited_for_where_the_script_does(self):
        lines = self.log(2, """
            x = torch.randn(7, 7)
            work = dist.all_reduce(x, async_op=True)
            x @ x
            work.wait()
            dist.barrier()
            dist.barrier(async_op=True).wait()
            """).lines()
        self.assertEqual([(line["op"], line.get("async_handle"), line["compute_flops_before"])
                          for line in lines],
                         [("all_reduce", True, 0), ("wait", None, 2 * 7**3), ("barrier", False, 0),
                          ("barrier", True, 0), ("wait", None, 0)])

    def test_objects(self):
        """An object that rank 2 sends is what the others get, although each runs alone."""
        text = """
            box = [{"size": 5 + rank}, None] if rank == 2 else [None, None]
            dist.broadcast_object_list(box, src=2)
            dist.all_reduce(torch.empty(box[0]["size"]))
            mine = [None]
            dist.scatter_object_list(mine, [10, 20, 30, 40] if rank == 1 else None, src=1)
            dist.all_reduce(torch.empty(mine[0]))
            every = [None] * 4
            dist.all_gather_object(every, "abc")
            assert every == ["abc"] * 4
            dist.gather_object("abc", every if rank == 0 else None, dst=0)
            """
        for rank in range(4):
            calls = self.calls(text, rank=rank)
            self.assertEqual([call["op"] for call in calls],
                             ["broadcast", "broadcast", "all_reduce", "broadcast", "scatter",
                              "scatter", "all_reduce", "all_gather", "all_gather", "all_gather",
                              "gather"])
            self.assertEqual([calls[2]["shape"], calls[6]["shape"]], [[7], [10 + 10 * rank]])

    def test_functions_of_autograd(self):
        self.expect("""
            from torch.distributed.nn import functional
            x = torch.randn(8, requires_grad=True)
            functional.all_reduce(x).sum().backward()
            """, {"op": "all_reduce", "phase": "setup"}, {"op": "all_reduce", "phase": "backward"})

    def test_backends_and_groups_answer_as_real_ones(self):
        self.calls("""
            small, subgroups = dist.new_subgroups(2)
            assert dist.get_backend() == "nccl" and dist.get_world_size(small) == 2
            assert len(subgroups) == 2 and dist.get_rank(small) == rank % 2
            assert dist.get_global_rank(small, 0) == rank // 2 * 2
            assert dist.is_initialized() and dist.is_nccl_available()
            assert int(os.environ["RANK"]) == rank
            assert int(os.environ["LOCAL_RANK"]) == rank == torch.cuda.current_device()
            assert dist.get_backend(dist.new_group([0, 1, 2, 3], backend="gloo")) == "gloo"
            dist.all_reduce(torch.ones(1), group=small)
            dist.destroy_process_group()
            """)

    def test_real_small_tensors_hold_what_equal_ranks_would_give(self):
        self.calls("""
            count = torch.tensor([3])
            dist.all_reduce(count)
            assert count.item() == 12
            parts = [torch.zeros(2, dtype=torch.int64) for _ in range(4)]
            dist.all_gather(parts, torch.tensor([1, 2]))
            assert [part.tolist() for part in parts] == [[1, 2]] * 4
            """)

    def test_a_script_may_start_its_own_processes(self):
        calls = self.calls("""
            import torch.multiprocessing as mp
            def work(place, size):
                assert place == rank % 2
                dist.all_reduce(torch.ones(size))
            mp.spawn(work, args=(9,), nprocs=2)
            """)
        self.assertEqual(calls[0]["shape"], [9])


if __name__ == "__main__":
    unittest.main()
