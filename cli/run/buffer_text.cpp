// SPDX-License-Identifier: Apache-2.0
#include "cli/run/buffer_text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

#include "cli/output_file.h"

namespace weft::cli {
namespace {

[[noreturn]] void fail(const std::string &why) { throw std::runtime_error(why); }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(separator, start), text.size());
    parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

bool isNumber(const std::string &text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

uint64_t numberFrom(const std::string &text, const char *what) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    fail(fmt::format("{} is no {}: a whole number is needed", text.empty() ? "nothing" : text, what));
  return number;
}

/// Numbers that depend on seed and place alone: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014 (SplitMix64).
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A number of the type: its highest bits are the generator's.
  std::string next(const Scalar &scalar) {
    const uint64_t bits = next();
    if (scalar.kind != Scalar::Kind::Float)
      return std::string(reinterpret_cast<const char *>(&bits) + 8 - scalar.bytes, scalar.bytes);
    const unsigned precision = scalar.bytes == 2 ? 11 : scalar.bytes == 4 ? 24 : 53;
    return bytesOfNumber(scalar, double(bits >> (64 - precision)) / double(uint64_t(1) << precision));
  }

private:
  uint64_t state_;
};

/// The fields between colons: name, type if there is one, shape, and up to two more.
struct Recipe {
  std::string name;
  Type type;
  std::vector<uint64_t> shape;  // of numbers: lanes of vectors are the last dimension
  uint64_t numbers = 1;
  std::vector<std::string> rest;
};

Type typeFrom(const std::string &name, const std::optional<Type> &declared) {
  const std::optional<Type> type = typeNamed(name);
  if (!type)
    fail(fmt::format("{} is no type of OpenCL C's numbers or vectors\ntypes are char, uint, float, double4 and so on",
                     name));
  if (declared && (declared->scalar != type->scalar || declared->lanes != type->lanes))
    fail(fmt::format("its elements are {}, not {}\nleave out the type, or write {}", declared->name(), name,
                     declared->name()));
  return *type;
}

Recipe recipeFrom(std::string_view text, const std::optional<Type> &declared) {
  std::vector<std::string> fields = split(text, ':');
  Recipe recipe;
  recipe.name = fields[0];
  size_t at = 1;
  if (fields.size() > at && !isNumber(fields[at]))
    recipe.type = typeFrom(fields[at++], declared);
  else if (declared)
    recipe.type = *declared;
  else
    fail(fmt::format("the kernel does not tell the type of its elements\nwrite one: {0}:float:SHAPE; of a structure, "
                     "its bytes: {0}:uchar:SHAPE",
                     recipe.name));
  if (fields.size() <= at)
    fail(fmt::format("{} needs a shape\nfor example {}:1024", text, recipe.name));
  if (fields[at].starts_with('x') || fields[at].ends_with('x'))
    fail(fmt::format("{} is no shape\nfor example 1024 or 64x32", fields[at]));
  for (const std::string &length : split(fields[at++], 'x'))
    recipe.shape.push_back(numberFrom(length, "length"));
  if (recipe.type.lanes > 1)
    recipe.shape.push_back(recipe.type.storedLanes());
  uint64_t bytes = recipe.type.scalar->bytes;
  for (const uint64_t length : recipe.shape)
    if (__builtin_mul_overflow(bytes, length, &bytes) || bytes > kMostBytes)
      fail(fmt::format("a buffer of shape {} has more than {} bytes", textOfShape(recipe.shape), kMostBytes));
  recipe.numbers = bytes / recipe.type.scalar->bytes;
  recipe.rest.assign(fields.begin() + long(at), fields.end());
  return recipe;
}

/// Start and step as bytes, so that integers are exact; sums wrap round as OpenCL C's do.
std::string rangeBytes(const Recipe &recipe) {
  const Scalar &scalar = *recipe.type.scalar;
  const std::string start = recipe.rest.empty() ? "0" : recipe.rest[0],
                    step = recipe.rest.size() < 2 ? "1" : recipe.rest[1];
  std::string bytes;
  if (scalar.kind == Scalar::Kind::Float) {
    const Scalar &wide = *scalarOf('f', 8);
    double first, by;
    bytesOfNumber(wide, start).copy(reinterpret_cast<char *>(&first), sizeof first);
    bytesOfNumber(wide, step).copy(reinterpret_cast<char *>(&by), sizeof by);
    for (uint64_t i = 0; i < recipe.numbers; ++i)
      bytes += bytesOfNumber(scalar, first + double(i) * by);
    return bytes;
  }
  uint64_t value = 0, by = 0;
  bytesOfNumber(scalar, start).copy(reinterpret_cast<char *>(&value), sizeof value);
  const Scalar &stepScalar = *scalarOf('i', 8);
  bytesOfNumber(stepScalar, step).copy(reinterpret_cast<char *>(&by), sizeof by);
  for (uint64_t i = 0; i < recipe.numbers; ++i, value += by)
    bytes.append(reinterpret_cast<const char *>(&value), scalar.bytes);
  return bytes;
}

std::string bytesFrom(const Recipe &recipe) {
  const Scalar &scalar = *recipe.type.scalar;
  const size_t most = recipe.name == "zeros" ? 0 : recipe.name == "range" ? 2 : 1;
  if (recipe.rest.size() > most)
    fail(fmt::format("{} is too much for {}", recipe.rest.back(), recipe.name));
  if (recipe.name == "range")
    return rangeBytes(recipe);
  std::string bytes;
  bytes.reserve(recipe.numbers * scalar.bytes);
  if (recipe.name == "random") {
    Random random(recipe.rest.empty() ? 0 : numberFrom(recipe.rest[0], "seed"));
    for (uint64_t i = 0; i < recipe.numbers; ++i)
      bytes += random.next(scalar);
    return bytes;
  }
  if (recipe.name == "full" && recipe.rest.empty())
    fail("full needs a value\nfor example full:1024:1");
  const std::string value = bytesOfNumber(scalar, recipe.name == "full" ? recipe.rest[0] : "0");
  for (uint64_t i = 0; i < recipe.numbers; ++i)
    bytes += value;
  return bytes;
}

bool fits(const NpyArray &array, const Type &type) {
  if (array.kind == 'b')
    return type.scalar->bytes == 1;
  return scalarOf(array.kind == 'c' ? 'f' : array.kind, array.numberBytes()) == type.scalar;
}

std::string whyNot(const NpyArray &array, const Type &wanted) {
  if (array.kind == 'V')
    return fmt::format("records, {} is needed\nNumPy takes a field: a['name']", wanted.scalar->numpy);
  const Scalar *given = scalarOf(array.kind, array.itemBytes);
  return fmt::format("{}, {} is needed\nNumPy converts: a.astype(numpy.{})",
                     given               ? given->numpy
                     : array.kind == 'c' ? "complex numbers"
                                         : "truth values",
                     wanted.scalar->numpy, wanted.scalar->numpy);
}

NpyArray arrayFromFile(const std::string &path, const std::optional<Type> &declared) {
  const std::string file = readInput(path);
  NpyArray array;
  try {
    array = parseNpy(file);
  } catch (const std::runtime_error &error) {
    fail(fmt::format("{} cannot be taken: {}", path, error.what()));
  }
  if (!declared)
    return array;
  if (!fits(array, *declared))
    fail(fmt::format("{} holds {}", path, whyNot(array, *declared)));
  if (array.bytes.size() / array.numberBytes() % declared->storedLanes() != 0)
    fail(fmt::format("{} holds {} numbers of shape {}, which is no multiple of the {} that a {} takes", path,
                     array.bytes.size() / array.numberBytes(), textOfShape(array.shape), declared->storedLanes(),
                     declared->name()));
  return array;
}

}  // namespace

NpyArray arrayFrom(std::string_view text, const std::optional<Type> &declared) {
  if (text == "@")
    fail("no file is named behind @\nfor example @in.npy");
  if (text.starts_with('@'))
    return arrayFromFile(std::string(text.substr(1)), declared);
  static constexpr std::string_view kNames[] = {"zeros", "full", "range", "random"};
  const std::string_view name = text.substr(0, text.find(':'));
  if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames))
    fail(fmt::format("{} says nothing of a buffer\nbuffers are @FILE.npy, zeros:SHAPE, full:SHAPE:VALUE, range:SHAPE, "
                     "random:SHAPE or null",
                     text));
  const Recipe recipe = recipeFrom(text, declared);
  return {char(recipe.type.scalar->kind), recipe.type.scalar->bytes, recipe.shape, bytesFrom(recipe)};
}

NpyArray zeros(const Type &type, uint64_t elements) {
  const Recipe recipe = recipeFrom(fmt::format("zeros:{}", elements), type);
  return {char(type.scalar->kind), type.scalar->bytes, recipe.shape, bytesFrom(recipe)};
}

}  // namespace weft::cli
