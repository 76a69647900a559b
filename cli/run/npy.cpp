// SPDX-License-Identifier: Apache-2.0
#include "cli/run/npy.h"

#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>

namespace weft::cli {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kAlignment = 64;  // of the data in the file

[[noreturn]] void fail(const std::string &why) { throw std::runtime_error(why); }

/// The header's dictionary, a literal of Python with the keys descr, fortran_order and shape.
class Header {
public:
  explicit Header(std::string_view text) : rest_(text) {
    expect('{');
    while (!accept('}')) {
      entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipBlanks();
    if (!rest_.empty() || !descr || !fortranOrder || !shape)
      fail("its header is not that of an array");
  }

  std::optional<std::string> descr;
  std::optional<bool> fortranOrder;
  std::optional<std::vector<uint64_t>> shape;

private:
  void skipBlanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n'))
      rest_.remove_prefix(1);
  }
  bool accept(char c) {
    skipBlanks();
    if (!rest_.starts_with(c))
      return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c))
      fail("its header is damaged");
  }
  bool acceptWord(std::string_view word) {
    skipBlanks();
    if (!rest_.starts_with(word))
      return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::string string() {
    skipBlanks();
    const char quote = rest_.empty() ? 0 : rest_[0];
    if (quote != '\'' && quote != '"')
      fail("it has records or Python objects, not numbers");
    const size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos)
      fail("its header is damaged");
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }
  std::vector<uint64_t> tuple() {
    std::vector<uint64_t> numbers;
    expect('(');
    while (!accept(')')) {
      uint64_t number = 0;
      skipBlanks();
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
      if (error != std::errc())
        fail("its header is damaged");
      rest_.remove_prefix(size_t(end - rest_.data()));
      numbers.push_back(number);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return numbers;
  }
  void entry() {
    const std::string key = string();
    expect(':');
    if (key == "descr")
      descr = string();
    else if (key == "shape")
      shape = tuple();
    else if (key != "fortran_order")
      fail("its header has an unknown entry " + key);
    else if (acceptWord("True"))
      fortranOrder = true;
    else if (acceptWord("False"))
      fortranOrder = false;
    else
      fail("its header is damaged");
  }

  std::string_view rest_;
};

/// "<f4" to kind and size.
void readDescription(const std::string &descr, NpyArray &array) {
  const char order = descr.empty() ? 0 : descr[0];
  const std::string_view size = std::string_view(descr).substr(std::min<size_t>(descr.size(), 2));
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), array.itemBytes);
  if (descr.size() < 3 || error != std::errc() || end != size.data() + size.size())
    fail(fmt::format("its elements are {}, which OpenCL C does not have", descr));
  array.kind = descr[1];
  if (order == '>')
    fail("its numbers are big-endian; NumPy converts: a.astype(a.dtype.newbyteorder('<'))");
  const unsigned bytes = array.itemBytes;
  const bool isInteger = (array.kind == 'i' || array.kind == 'u') && std::has_single_bit(bytes) && bytes <= 8;
  const bool isFloat = array.kind == 'f' && (bytes == 2 || bytes == 4 || bytes == 8);
  if (!isInteger && !isFloat && !(array.kind == 'b' && bytes == 1))
    fail(fmt::format("its elements are {}, which OpenCL C does not have", descr));
}

uint64_t bytesOfShape(const NpyArray &array) {
  uint64_t bytes = array.itemBytes;
  for (const uint64_t length : array.shape)
    if (__builtin_mul_overflow(bytes, length, &bytes))
      fail(fmt::format("its shape {} is larger than any file", textOfShape(array.shape)));
  return bytes;
}

}  // namespace

NpyArray parseNpy(std::string_view file) {
  if (!file.starts_with(kMagic))
    fail("it is no .npy file (numpy.save writes them)");
  const size_t versionAt = kMagic.size(), lengthAt = versionAt + 2;
  const unsigned version = file.size() > versionAt ? uint8_t(file[versionAt]) : 0;
  if (version < 1 || version > 3)
    fail(fmt::format("it is of version {} of the format; 1 to 3 are known", version));
  const size_t lengthBytes = version == 1 ? 2 : 4;
  if (file.size() < lengthAt + lengthBytes)
    fail("it ends in its header");
  size_t length = 0;
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= size_t(uint8_t(file[lengthAt + i])) << (8 * i);
  const size_t headerAt = lengthAt + lengthBytes;
  if (length > file.size() - headerAt)
    fail("it ends in its header");
  const Header header(file.substr(headerAt, length));
  NpyArray array;
  readDescription(*header.descr, array);
  array.shape = *header.shape;
  if (*header.fortranOrder && array.shape.size() > 1)
    fail("it is in Fortran's order; NumPy converts: numpy.ascontiguousarray(a)");
  const uint64_t bytes = bytesOfShape(array), present = file.size() - headerAt - length;
  if (bytes != present)
    fail(fmt::format("its header tells of {} bytes, shape {}, and {} follow: it is {}", bytes, textOfShape(array.shape),
                     present, present < bytes ? "cut short" : "more than one array"));
  array.bytes = file.substr(headerAt + length);
  return array;
}

std::string formatNpy(const NpyArray &array) {
  std::string header =
      fmt::format("{{'descr': '{}{}{}', 'fortran_order': False, 'shape': {}, }}", array.itemBytes == 1 ? '|' : '<',
                  array.kind, array.itemBytes, textOfShape(array.shape));
  const size_t prefix = kMagic.size() + 4;
  header.append((kAlignment - (prefix + header.size() + 1) % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string file(kMagic);
  file += {'\x01', '\x00', char(header.size() & 0xff), char(header.size() >> 8)};
  return file + header + array.bytes;
}

std::string textOfShape(const std::vector<uint64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace weft::cli
