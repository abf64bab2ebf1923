# SPDX-License-Identifier: Apache-2.0
"""FLOPs and bytes against closed forms. 2 m n k FLOPs a product; its backward pass has two."""
import unittest

from support import ToolTest


class Count(ToolTest):
    def work(self, text):
        """(FLOPs, bytes) between the two barriers of a script."""
        body = "\n".join(line.strip() and "    " + line for line in text.splitlines())
        script = self.script("def work():\n" + body + "\nfor step in range(2):\n"
                             "    if step == 1:\n        dist.barrier()\n    work()\n"
                             "dist.barrier()\n")
        with open(script, encoding="utf-8") as file:
            self.text = file.read()
        log = self.log(1, script)
        line = log.lines()[-1]
        self.assertEqual(line["op"], "barrier")
        return line["compute_flops_before"], line["compute_bytes_before"]

    def log(self, ranks, script, *arguments, options=()):
        from support import Log
        code, said = self.run_tool("--ranks", ranks, "--out", self.folder + "/log", "--force",
                                   *options, script)
        self.assertEqual(code, 0, said)
        return Log(self.folder + "/log")

    def flops(self, text):
        return self.work(text)[0]

    def test_products(self):
        self.assertEqual(self.flops("torch.empty(3, 5) @ torch.empty(5, 7)"), 2 * 3 * 5 * 7)
        self.assertEqual(self.flops("torch.empty(2, 3, 5) @ torch.empty(2, 5, 7)"), 4 * 3 * 5 * 7)
        self.assertEqual(self.flops("torch.empty(3, 5) @ torch.empty(5)"), 2 * 3 * 5)
        self.assertEqual(self.flops("torch.einsum('bik,bkj->bij', torch.empty(4, 3, 5), "
                                    "torch.empty(4, 5, 7))"), 2 * 4 * 3 * 5 * 7)
        self.assertEqual(self.flops("torch.baddbmm(torch.empty(4, 3, 7), torch.empty(4, 3, 5), "
                                    "torch.empty(4, 5, 7))"), 2 * 4 * 3 * 5 * 7)

    def test_linear_layers_forward_and_backward(self):
        text = """
layer = nn.Linear(5, 7)
layer(torch.empty(3, 5, requires_grad={})).sum().backward()
"""
        self.assertEqual(self.flops(text.format(True)), 3 * 2 * 3 * 5 * 7)
        # An input without a gradient saves the product that would be its own.
        self.assertEqual(self.flops(text.format(False)), 2 * 2 * 3 * 5 * 7)

    def test_convolutions(self):
        # 2 images, 3 -> 8 channels in 1 group, 16 x 16 to 14 x 14, filters of 3 x 3.
        once = 2 * 2 * 8 * 14 * 14 * 3 * 9
        text = """
given = torch.empty(2, 3, 16, 16, requires_grad=True)
nn.Conv2d(3, 8, 3)(given){}
"""
        self.assertEqual(self.flops(text.format("")), once)
        self.assertEqual(self.flops(text.format(".sum().backward()")), 3 * once)
        self.assertEqual(self.flops(text.replace("True", "False").format(".sum().backward()")),
                         2 * once)
        # Two groups: each filter sees half of the channels.
        self.assertEqual(self.flops("nn.Conv2d(4, 8, 3, groups=2)(torch.empty(2, 4, 16, 16))"),
                         2 * 2 * 8 * 14 * 14 * 2 * 9)
        # Transposed: each element of the input meets 8 filters of 3 x 3.
        self.assertEqual(self.flops("nn.ConvTranspose2d(3, 8, 3)(torch.empty(2, 3, 16, 16))"),
                         2 * 2 * 3 * 16 * 16 * 8 * 9)

    def test_attention(self):
        # Llama-style count of one layer of attention: 4 projections h x h and 2 products s x s x h.
        flops = self.flops("""
layer = nn.MultiheadAttention(64, 4)
x = torch.empty(10, 2, 64, requires_grad=True)
layer(x, x, x)
""")
        self.assertEqual(flops, 2 * (10 * 2) * 4 * 64 * 64 + 2 * 2 * 2 * 10 * 10 * 64)

    def test_a_transformer_step_is_three_times_its_forward_pass(self):
        # 6 FLOPs per parameter of a product and token, and 12 s h per token of attention (Megatron:
        # Narayanan et al. 2021, appendix: 72 B s l h^2 (1 + s / 6h), with 4 h wide layers).
        flops = self.flops("""
layer = nn.TransformerEncoderLayer(64, 4, 256, dropout=0.0)
layer(torch.empty(10, 2, 64, requires_grad=True)).sum().backward()
""")
        tokens, hidden, length = 20, 64, 10
        self.assertEqual(flops * 6 * hidden,
                         72 * tokens * hidden**2 * (6 * hidden + length))

    def test_recomputation_is_work(self):
        self.assertEqual(self.flops("""
from torch.utils.checkpoint import checkpoint
layer = nn.Linear(5, 7)
checkpoint(layer, torch.empty(3, 5, requires_grad=True)).sum().backward()
"""), 4 * 2 * 3 * 5 * 7)

    def test_bytes_of_elementwise_operations(self):
        self.assertEqual(self.work("x = torch.empty(100)\nx + x\n"), (0, 3 * 400))
        self.assertEqual(self.work("x = torch.empty(100)\nx.mul_(2)\n"), (0, 2 * 400))
        self.assertEqual(self.work("torch.empty(100).half()\n"), (0, 600))
        # Views move nothing; what is broadcast is read once.
        self.assertEqual(self.work("torch.empty(10, 10).t().reshape(100, 1)[3:].unsqueeze(0)\n"),
                         (0, 800))  # the reshape of a transposed matrix copies it
        self.assertEqual(self.work("torch.empty(10, 10).view(100)[3:].unsqueeze(0)\n"), (0, 0))
        self.assertEqual(self.work("torch.empty(10, 10) + torch.empty(10).expand(10, 10)\n"),
                         (0, 400 + 40 + 400))

    def test_autocast_halves_bytes_and_messages(self):
        log = self.log(2, self.script("""
            layer = nn.Linear(6, 6).cuda()
            with torch.autocast("cuda", dtype=torch.bfloat16):
                y = layer(torch.randn(4, 6, device="cuda"))
                dist.all_reduce(y)
                dist.all_reduce(y.softmax(-1))
            y.float().sum().backward()
            dist.all_reduce(layer.weight.grad)
            """))
        self.assertEqual([call["dtype"] for call in log.calls()],
                         ["bfloat16", "float32", "float32"])


if __name__ == "__main__":
    unittest.main()
