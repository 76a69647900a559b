// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/source/mutate.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace weft::fuzz {
namespace {

using Strings = std::vector<std::string>;

// What a token is replaced by now and then: limits of types, and words that meet rare paths.
constexpr const char *kTokens[] = {"0",
                                   "1",
                                   "-1",
                                   "2147483647",
                                   "-2147483648",
                                   "4294967295u",
                                   "0x8000000000000000",
                                   "63",
                                   "64",
                                   "65",
                                   "255",
                                   "1e30f",
                                   "NAN",
                                   "INFINITY",
                                   "0.0f",
                                   "char",
                                   "uchar3",
                                   "short",
                                   "int",
                                   "uint16",
                                   "long",
                                   "ulong4",
                                   "float",
                                   "float3",
                                   "half",
                                   "double",
                                   "bool",
                                   "size_t",
                                   "void",
                                   "struct",
                                   "union",
                                   "__global",
                                   "__local",
                                   "__constant",
                                   "__private",
                                   "const",
                                   "volatile",
                                   "restrict",
                                   "static",
                                   "inline",
                                   "*",
                                   "&",
                                   "+",
                                   "-",
                                   "/",
                                   "%",
                                   "<<",
                                   ">>",
                                   "==",
                                   "<",
                                   "&&",
                                   "?",
                                   ":",
                                   ",",
                                   ";",
                                   "(",
                                   ")",
                                   "[",
                                   "]",
                                   "{",
                                   "}",
                                   "->",
                                   ".",
                                   ".x",
                                   ".s0123",
                                   ".hi",
                                   "++",
                                   "--",
                                   "~",
                                   "!",
                                   "^",
                                   "|=",
                                   "return",
                                   "break",
                                   "continue",
                                   "goto",
                                   "if",
                                   "else",
                                   "for",
                                   "while",
                                   "do",
                                   "switch",
                                   "case",
                                   "default",
                                   "sizeof",
                                   "barrier(CLK_LOCAL_MEM_FENCE);",
                                   "get_global_id(0)",
                                   "get_local_id(3)",
                                   "mem_fence(1);",
                                   "atomic_add",
                                   "as_float",
                                   "convert_int_sat",
                                   "vload4",
                                   "select",
                                   "__attribute__((packed))",
                                   "__attribute__((opencl_unroll_hint(4)))",
                                   "#pragma unroll",
                                   "typedef",
                                   "enum"};

// Words, numbers, blanks and single signs; nothing is lost.
Strings tokens(const std::string &text) {
  Strings result;
  for (size_t at = 0; at < text.size();) {
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    size_t end = at + 1;
    if (isWord(text[at]))
      while (end < text.size() && isWord(text[end]))
        ++end;
    result.push_back(text.substr(at, end - at));
    at = end;
  }
  return result;
}

Strings lines(const std::string &text) {
  Strings result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    result.push_back(line + "\n");
  return result;
}

std::string joined(const Strings &strings) {
  std::string text;
  for (const std::string &string : strings)
    text += string;
  return text;
}

// One change of a sequence: something goes, comes twice, moves, or is replaced by `other`.
void change(Strings &strings, const std::string &other, Random &random) {
  if (strings.empty())
    return;
  const size_t at = random.below(strings.size()), to = random.below(strings.size());
  switch (random.below(5)) {
  case 0:
    strings.erase(strings.begin() + long(at));
    break;
  case 1:
    strings.insert(strings.begin() + long(to), std::string(strings[at]));
    break;
  case 2:
    std::swap(strings[at], strings[to]);
    break;
  case 3:
    strings.insert(strings.begin() + long(at), other);
    break;
  case 4:
    strings[at] = other;
    break;
  }
}

std::string splice(const std::string &one, const std::string &other, Random &random) {
  Strings first = lines(one), second = lines(other);
  first.resize(random.below(first.size() + 1));
  second.erase(second.begin(), second.begin() + long(random.below(second.size() + 1)));
  return joined(first) + joined(second);
}

}  // namespace

std::vector<std::string> readCorpus(const std::string &root) {
  std::vector<std::string> paths, corpus;
  for (const char *folder : {"tests", "examples", "bench"})
    for (const auto &entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(root) / folder))
      if (entry.path().extension() == ".cl")
        paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string &path : paths) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    corpus.push_back(text.str());
  }
  return corpus;
}

std::string mutate(const std::vector<std::string> &corpus, Random &random) {
  std::string text = random.of(corpus);
  if (random.below(4) == 0)
    text = splice(text, random.of(corpus), random);
  for (size_t changes = random.below(3); changes; --changes) {
    Strings strings = lines(text);
    const Strings others = lines(random.of(corpus));
    change(strings, others.empty() ? "" : random.of(others), random);
    text = joined(strings);
  }
  Strings strings = tokens(text);
  const Strings others = tokens(random.of(corpus));
  for (size_t changes = random.below(4); changes; --changes)
    change(strings, random.below(2) ? std::string(random.of(kTokens)) + " " : random.of(others), random);
  return joined(strings);
}

std::string randomOptions(Random &random) {
  constexpr const char *kOptions[] = {"-cl-std=CL3.0",
                                      "-cl-std=CL1.2",
                                      "-cl-std=CL1.1",
                                      "-cl-fast-relaxed-math",
                                      "-cl-finite-math-only",
                                      "-cl-mad-enable",
                                      "-cl-opt-disable",
                                      "-cl-single-precision-constant",
                                      "-cl-denorms-are-zero",
                                      "-cl-no-signed-zeros",
                                      "-w",
                                      "-Werror",
                                      "-cl-kernel-arg-info",
                                      "-D N=4",
                                      "-D N",
                                      "-DT=float4",
                                      "-D int=long",
                                      "-D'x(a)=a'",
                                      "-I .",
                                      "-g",
                                      "-cl-std=CL2.0",
                                      "-D",
                                      "-bogus"};
  std::string options;
  for (size_t count = random.below(3); count; --count)
    options += std::string(random.of(kOptions)) + " ";
  return options;
}

}  // namespace weft::fuzz
