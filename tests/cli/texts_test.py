# SPDX-License-Identifier: Apache-2.0
"""Help, man page and completion say the same, and the examples of the help work."""
import os
import pathlib
import re
import subprocess

import numpy as np

from fake_tools import FakeTools
from tool import TEXTS, TOOL, ToolTest, main


def words_of(text):
    return " ".join(text.split())


class Texts(ToolTest):
    def commands(self):
        text = self.weft("--help").stdout
        return re.findall(r"^  ([a-z]+) ", text.split("\nCommands:\n")[1].split("\n\n")[0], re.M)

    def help_of(self, command):
        return self.weft(command, "--help").stdout

    def options_of(self, command):
        section = self.help_of(command).split("\nOptions:\n")[1].split("\n\n")[0]
        return re.findall(r"^  ((?:-\w,)?--?[\w-]+)", section, re.M)

    def man_text(self):
        """The installed page as a reader sees it."""
        page = (TEXTS / "weft.1").read_text()
        text = re.sub(r"^\.(?:TH|SH|SS|TP|PP|nf|fi|B)\b ?", "", page, flags=re.M)
        return text.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\")

    def test_commands(self):
        self.assertEqual(self.commands(), ["build", "run", "info", "report", "program", "boards", "doctor", "cache"])
        for command in self.commands():
            text = self.help_of(command)
            self.assertEqual(self.weft("help", command).stdout, text)
            self.assertEqual(self.weft(command, "-h").stdout, text)
            self.assertIn(f"Usage: weft {command}", text)
            self.assertLessEqual(max(map(len, text.split("\nExamples:")[0].splitlines())), 100, command)

    def test_help_wraps_to_the_terminal(self):
        def paragraphs(columns):  # those that are wrapped
            text = self.weft("boards", "--help", env={"COLUMNS": columns}).stdout
            return text.split("\nExamples:")[0]
        self.assertLessEqual(max(map(len, paragraphs("60").splitlines())), 60)
        self.assertGreater(max(map(len, paragraphs("200").splitlines())), 60)
        self.assertLessEqual(max(map(len, paragraphs("200").splitlines())), 100)
        self.assertEqual(words_of(paragraphs("60")), words_of(paragraphs("200")))

    def test_man_page_has_the_help(self):
        man = words_of(self.man_text())
        for command in self.commands():
            for paragraph in self.help_of(command).split("\n\n"):
                for entry in re.split(r"\n(?=  \S)", paragraph):
                    entry = words_of(re.sub(r"^(Usage|Arguments|Options|Examples):", "", entry))
                    self.assertIn(entry, man, command)
        for entry in re.split(r"\n(?=  \S)", self.weft("--help").stdout.split("\nExit status:\n")[1].split("\n\nweft")[0]):
            self.assertIn(words_of(entry.replace("Environment:", "")), man)

    def test_man_page_is_sound_roff(self):
        result = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", TEXTS / "weft.1"], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def complete(self, *words):
        script = (f'source {TEXTS}/weft.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _weft; printf "%s\\n" "${{COMPREPLY[@]}}"')
        result = subprocess.run(["bash", "-c", script, "bash", *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.stderr, "")
        return [word for word in result.stdout.splitlines() if word]

    def test_completion(self):
        self.assertEqual(self.complete(TOOL, "b"), ["build", "boards"])
        self.assertEqual(set(self.complete(TOOL, "")), {*self.commands(), "--help", "-h", "--version"})
        for command in self.commands():
            expected = {name for names in self.options_of(command) for name in names.split(",")}
            self.assertEqual(set(self.complete(TOOL, command, "-")), expected, command)
        self.assertEqual(self.complete(TOOL, "build", "--board", ""), self.weft("boards", "--names").stdout.split())
        self.assertEqual(self.complete(TOOL, "build", "vec"), ["vecadd.cl"])
        self.assertEqual(self.complete(TOOL, "run", "vecadd.cl", "a=@vec"), ["vecadd.cl"])
        self.write("two words.cl", "")
        self.assertEqual(self.complete(TOOL, "build", "two w"), ["two words.cl"])

    def complete_in_zsh(self, line):
        result = subprocess.run(["zsh", "-f", pathlib.Path(__file__).with_name("complete.zsh"), TEXTS / "zsh", line], cwd=self.folder,
                                capture_output=True, text=True, timeout=60,
                                env={**os.environ, "PATH": f"{os.path.dirname(TOOL)}:{os.environ['PATH']}", "TERM": "dumb"})
        self.assertEqual(result.stderr, "")
        return re.findall(r"<([^<>]*)>\s*$", result.stdout, re.M)

    def test_completion_in_zsh(self):
        self.assertEqual(set(self.complete_in_zsh("weft b")), {"build", "boards"})
        self.assertEqual(set(self.complete_in_zsh("weft ")), set(self.commands()))
        self.assertEqual(set(self.complete_in_zsh("weft -")), {"--help", "-h", "--version"})
        for command in self.commands():
            expected = {name for names in self.options_of(command) for name in names.split(",")}
            self.assertEqual(set(self.complete_in_zsh(f"weft {command} -")), expected, command)
        self.assertEqual(self.complete_in_zsh("weft build --board "), self.weft("boards", "--names").stdout.split())
        self.assertEqual(self.complete_in_zsh("weft build vec"), ["vecadd.cl"])
        self.assertEqual(self.complete_in_zsh("weft run vecadd.cl a=@vec"), ["vecadd.cl"])

    def test_zsh_is_told_what_words_mean(self):
        script = (TEXTS / "zsh" / "_weft").read_text()
        for command in self.commands():
            self.assertIn(f"{command}:", script)
        self.assertIn("'--board:", script)

    def test_examples(self):
        np.save(self.folder / "a.npy", np.arange(1024, dtype=np.float32))
        np.save(self.folder / "b.npy", np.arange(1024, dtype=np.float32)[::-1])
        tools = FakeTools(self.folder / "tools")
        run = 0
        for command in self.commands():
            for line in re.findall(r"^  (weft .*)", self.help_of(command).split("\nExamples:\n")[1], re.M):
                result = subprocess.run(["bash", "-ec", line], cwd=self.folder, capture_output=True, text=True,
                                        env={**os.environ, "PATH": f"{os.path.dirname(TOOL)}:{os.environ['PATH']}",
                                             "WEFT_CACHE_DIR": str(self.folder / "cache"), "WEFT_TOOLS": str(tools.folder)})
                self.assertEqual(result.returncode, 0, f"{line}\n{result.stderr}")
                run += 1
        self.assertGreaterEqual(run, len(self.commands()))
        np.testing.assert_array_equal(np.load(self.folder / "c.npy"), np.full(1024, 1023, np.float32))

    def test_writing_fails(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([TOOL, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 3)
        self.assertIn("standard output cannot be written", result.stderr)


main()
