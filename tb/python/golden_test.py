# SPDX-License-Identifier: Apache-2.0
"""Whole logs, derived by hand from the scripts and from torch's documents."""
import unittest

from support import ToolTest


def short(lines):
    """(op, elements or call waited for, group) of each line."""
    out = []
    for line in lines:
        count = 1
        for size in line.get("shape", ()):
            count *= size
        what = line["wait_of"] if line["op"] == "wait" else count if "shape" in line else None
        out.append((line["op"], what, line.get("group_name")))
    return out


class Golden(ToolTest):
    def test_chronos_4x4(self):
        """Rows share data, columns share a tensor: an all-reduce of the result down the column,
        then one of the weight's gradient along the row. FLOPs 2 m n k of either product."""
        log = self.log(16, "chronos_4x4.py", "--hidden", "1024", "--batch", "256")
        self.assertEqual([entry["ranks"] for entry in log.classes], [list(range(16))])
        self.assertEqual([group["ranks"] for group in log.manifest["groups"]],
                         [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15],
                          [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]])
        self.assertEqual([group["family"] for group in log.manifest["groups"]],
                         ["dp"] * 4 + ["tp"] * 4)
        column, row = log.lines()
        product = 2 * 256 * 256 * 1024
        for line, expected in (
                (column, {"op": "all_reduce", "call_id": 0, "ranks": [0, 4, 8, 12], "seq": 0,
                          "group_id": 5, "shape": [256, 1024], "dtype": "float32",
                          "reduce_op": "SUM", "rank": 0, "compute_flops_before": product}),
                (row, {"op": "all_reduce", "call_id": 1, "ranks": [0, 1, 2, 3], "seq": 0,
                       "group_id": 1, "shape": [1024, 256], "dtype": "float32",
                       "reduce_op": "SUM", "rank": 0, "compute_flops_before": product})):
            self.assertEqual({key: line[key] for key in expected}, expected)

    def test_ddp_mlp(self):
        """Weights 784 x 1024, 1024 x 1024, 1024 x 10. Gradients arrive last layer first: its 10250
        elements and the middle layer's 1049600 pass 1 MiB together, the first layer's 803840
        follow. The mean of the loss is reduced after each step."""
        log = self.log(8, "ddp_mlp.py", "--bucket-mb", "2")
        last = short(log.lines())
        self.assertEqual(last, [("all_reduce", 1, "world"),
                                ("all_reduce", 10250 + 1049600, "world"),
                                ("all_reduce", 803840, "world"),
                                ("wait", 1, None), ("wait", 2, None), ("compute", None, None)])
        # All three steps: rank 0's parameters are compared and sent, the first step has one
        # bucket, the second agrees on the new buckets of 6 parameters.
        every = 10250 + 1049600 + 803840
        log = self.log(8, "ddp_mlp.py", "--bucket-mb", "2", options=("--step", "all"))
        self.assertEqual([call[:2] for call in short(log.calls())], [
            ("all_gather", 1), ("broadcast", 2 * (2 + 1) * 3), ("broadcast", every),
            ("all_reduce", every), ("all_reduce", 1),
            ("broadcast", 7), ("broadcast", 2), ("all_reduce", 1059850), ("all_reduce", 803840),
            ("all_reduce", 1), ("all_reduce", 1059850), ("all_reduce", 803840), ("all_reduce", 1)])

    def fsdp(self, prefetch):
        log = self.log(4, "fsdp_mlp.py", "--hidden", "64", "--prefetch", prefetch)
        unit = 64 * 64 + 64
        names = {("all_gather", unit // 4): "G", ("reduce_scatter", unit): "R",
                 ("all_reduce", 1): "N"}
        said, ids = [], {}
        for line in short(log.lines()):
            if line[0] == "wait":
                said.append("w" + ids[line[1]])
            elif line[0] != "compute":
                name = names[line[:2]]
                ids[len(ids)] = name + str(list(ids.values()).count(name))
                said.append(name)
                ids[len(ids) - 1] = name
        self.gathers = [line for line in log.lines() if line["op"] == "all_gather"]
        return " ".join(said)

    def test_fsdp_gathers_again_before_the_backward_pass(self):
        """Four units: gather and wait each in the forward pass. In the backward pass each is
        gathered again and its gradient reduced; only the last reduction is waited for. Then the
        norm."""
        forward = "G wG " * 4
        self.assertEqual(self.fsdp("none"), forward + "G wG R " * 4 + "wR N")

    def test_fsdp_prefetches_before_or_after_the_gradient(self):
        forward = "G wG " * 4
        # pre: the next gather is issued before this unit's gradient is computed.
        self.assertEqual(self.fsdp("pre"),
                         forward + "G wG G R wG G R wG G R wG R wR N")
        self.assertEqual([line["compute_flops_before"] for line in self.gathers[5:]], [0, 0, 0])
        # post: after it, before its reduction.
        self.assertEqual(self.fsdp("post"),
                         forward + "G wG G R wG G R wG G R wG R wR N")
        gradients = 2 * 2 * 64 * 64 * 64  # of the input and of the weight, for 64 rows
        self.assertEqual([line["compute_flops_before"] for line in self.gathers[5:]],
                         [gradients] * 3)
        # Gathers run ahead of computation, but for the first of a step, which the optimiser's
        # last step comes before.
        self.assertEqual([line.get("detached", False) for line in self.gathers],
                         [False] + [True] * 7)

    def test_fsdp_keeps_the_root_whole(self):
        """The root's own 12 + 3 parameters are gathered first, kept, and reduced last: autograd
        comes back to where the root split them after all that was computed later."""
        log = self.log(5, """
            from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
            inner = FSDP(nn.Linear(7, 4))
            model = FSDP(nn.Sequential(inner, nn.Linear(4, 3)))
            for _ in range(2):
                model(torch.randn(2, 7)).sum().backward()
            """)
        step = [("all_gather", 15), ("all_gather", 35), ("all_gather", 35),
                ("reduce_scatter", 35), ("reduce_scatter", 15)]
        sizes = [(call["op"], max(call["in_shape"][0], call["out_shape"][0]))
                 for call in log.calls()]
        self.assertEqual(sizes, 2 * step)  # 28 + 4 elements on 5 ranks are padded to 35

    def test_fsdp_pads_shards_and_casts(self):
        """5 x 3 + 3 = 18 elements on 4 ranks: shards of 5, gathered as 20."""
        log = self.log(4, """
            from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, MixedPrecision
            model = FSDP(FSDP(nn.Linear(5, 3)), mixed_precision=MixedPrecision(
                param_dtype=torch.float16, reduce_dtype=torch.float32))
            model(torch.randn(2, 5)).sum().backward()
            """)
        self.assertEqual([(call["op"], call["in_shape"], call["out_shape"], call["dtype"])
                          for call in log.calls()],
                         [("all_gather", [5], [20], "float32"),
                          ("all_gather", [5], [20], "float32"),
                          ("reduce_scatter", [20], [5], "float32")])

    def test_moe_marks_what_only_the_router_knows(self):
        log = self.log(8, "moe_all_to_all.py", "--hidden", "16", "--tokens", "64", "--layers", "1")
        # Forward: counts, there, back. Backward: the way of the results; the tokens of the first
        # layer need no gradient.
        self.assertEqual([call["op"] for call in log.calls()], ["all_to_all"] * 4 + ["all_reduce"])
        counts, *rows = log.calls()[:4]
        self.assertNotIn("unpredictable", counts)
        self.assertEqual((counts["shape"], counts["dtype"]), ([8], "int64"))
        for call in rows:
            self.assertIs(call["unpredictable"], True)
            self.assertIsNone(call["splits"])
            self.assertEqual(call["shape"], [64, 16])

    def test_transformer_stages(self):
        """2 x 2 x 2 ranks, 4 layers, 3 micro-batches. Each layer sums twice forward and twice
        backward over its tensor group; the embedding once, the logits' input once backward, the
        loss three times."""
        log = self.log(8, "transformer_3d.py", "--tensor", "2", "--pipeline", "2", "--data", "2",
                       "--layers", "4", "--micro-batches", "3", "--hidden", "64", "--heads", "4",
                       "--sequence", "16", "--vocabulary", "64")
        self.assertEqual([entry["ranks"] for entry in log.classes], [[0, 1, 2, 3], [4, 5, 6, 7]])
        self.assertEqual([entry["peers"] for entry in log.classes],
                         [{"4": [4, 5, 6, 7]}, {"0": [0, 1, 2, 3]}])
        for rank, others in ((0, 1), (4, 1 + 3)):  # embedding; logits' input and the loss
            calls = log.calls(rank)
            in_tensor = [call for call in calls if call["group_name"].startswith("tp_")]
            self.assertEqual(len(in_tensor), 3 * (2 * 2 * 2 + others))
            self.assertEqual(sum(call["op"] == "send" for call in calls), 3)
            self.assertEqual(sum(call["op"] == "recv" for call in calls), 3)
        # 1F1B: the first of two stages is one forward pass ahead.
        order = [(line["op"], line["micro_batch"]) for line in log.lines(0)
                 if line["op"] in ("send", "recv")]
        self.assertEqual(order, [("send", 0), ("send", 1), ("recv", 1), ("send", 2), ("recv", 2),
                                 ("recv", 2)])


if __name__ == "__main__":
    unittest.main()
