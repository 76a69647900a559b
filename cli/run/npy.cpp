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
constexpr size_t kAlignment = 64;          // of the data in the file
constexpr unsigned kMostDepth = 32;        // of records within records
constexpr unsigned kMostRecord = 1 << 20;  // bytes

[[noreturn]] void fail(const std::string &why) { throw std::runtime_error(why); }

/// "<f4" to kind, size and numbers.
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
  const bool isComplex = array.kind == 'c' && (bytes == 8 || bytes == 16);
  const bool isPadding = array.kind == 'V';
  if (!isInteger && !isFloat && !isComplex && !isPadding && !(array.kind == 'b' && bytes == 1))
    fail(fmt::format("its elements are {}, which OpenCL C does not have", descr));
  for (unsigned at = 0; at < bytes && !isPadding; at += array.numberBytes())
    array.fields.push_back({at, isComplex ? 'f' : array.kind, array.numberBytes()});
}

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
    if (!rest_.empty() || !element || !fortranOrder || !shape)
      fail("its header is not that of an array");
  }

  /// Of an element: kind, size, fields.
  std::optional<NpyArray> element;
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
      fail("its header is damaged");
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
  /// A type's name, or a list of fields.
  NpyArray type() {
    NpyArray array;
    skipBlanks();
    if (!rest_.starts_with('[')) {
      readDescription(string(), array);
      return array;
    }
    if (++depth_ > kMostDepth)
      fail("its records have records within each other without end");
    const std::string_view from = rest_;
    array.kind = 'V';
    array.itemBytes = 0;
    expect('[');
    while (!accept(']')) {
      field(array);
      if (!accept(',')) {
        expect(']');
        break;
      }
    }
    --depth_;
    array.description = from.substr(0, from.size() - rest_.size());
    return array;
  }

  /// ('name', type) or ('name', type, shape), with ('title', 'name') for a name.
  void field(NpyArray &record) {
    expect('(');
    if (accept('(')) {
      string();
      expect(',');
      string();
      expect(')');
    } else {
      string();
    }
    expect(',');
    const NpyArray one = type();
    uint64_t count = 1;
    if (accept(',') && !rest_.starts_with(')')) {
      for (const uint64_t length : tuple())
        if (__builtin_mul_overflow(count, length, &count))
          count = kMostRecord + 1;
    }
    expect(')');
    if (count > kMostRecord || count * one.itemBytes > kMostRecord - record.itemBytes)
      fail(fmt::format("its records have more than {} bytes", kMostRecord));
    for (uint64_t i = 0; i < count; ++i) {
      for (NpyArray::Field number : one.fields) {
        number.offset += record.itemBytes;
        record.fields.push_back(number);
      }
      record.itemBytes += one.itemBytes;
    }
  }

  void entry() {
    const std::string key = string();
    expect(':');
    if (key == "descr")
      element = type();
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
  unsigned depth_ = 0;
};

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
  NpyArray array = *header.element;
  if (array.kind == 'V' && array.fields.empty())
    fail("its elements hold no numbers");
  array.version = array.kind == 'V' ? version : 1;
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
  const std::string type = array.kind == 'V'
                               ? array.description
                               : fmt::format("'{}{}{}'", array.itemBytes == 1 ? '|' : '<', array.kind, array.itemBytes);
  std::string header =
      fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}", type, textOfShape(array.shape));
  const size_t lengthBytes = array.version == 1 ? 2 : 4, prefix = kMagic.size() + 2 + lengthBytes;
  header.append((kAlignment - (prefix + header.size() + 1) % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string file(kMagic);
  file += {char(array.version), '\x00'};
  for (size_t i = 0; i < lengthBytes; ++i)
    file += char(header.size() >> (8 * i) & 0xff);
  return file + header + array.bytes;
}

std::string textOfShape(const std::vector<uint64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace weft::cli
