// SPDX-License-Identifier: Apache-2.0
// Each conversion of printf with its flags, widths, precisions and lengths, against printf of the C library.
#include "captured.h"
#include "fixture.h"

#include <CL/cl_half.h>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

namespace {

using Formats = std::vector<std::string>;

std::string printed(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string printed(const char *format, ...) {
  char text[512];
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return {text, size_t(length)};
}

template <class T> cl_mem bufferOf(const Weft &weft, const std::vector<T> &values) {
  std::vector<cl_uint> words((values.size() * sizeof(T) + 3) / 4);
  std::memcpy(words.data(), values.data(), values.size() * sizeof(T));
  return weft.buffer(words);
}

/// What a kernel prints that prints each value, of the type, with all the formats, a line a value; by one work-item.
template <class T>
std::string onDevice(const Weft &weft, const std::string &type, const Formats &formats, const std::vector<T> &values,
                     size_t count) {
  std::string format, arguments;
  for (const std::string &each : formats) {
    format += each + "|";
    arguments += ", x[i]";
  }
  const std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                             "__kernel void k(__global const " +
                             type + " *x, uint n) {\n  for (uint i = 0; i < n; ++i)\n    printf(\"" + format + "\\n\"" +
                             arguments + ");\n}\n";
  INFO(source);
  cl_kernel kernel = weft.kernel(source, "k");
  cl_mem x = bufferOf(weft, values);
  setArg(kernel, 0, x);
  setArg(kernel, 1, cl_uint(count));
  std::string text;
  {
    Captured out(stdout);
    REQUIRE(weft.run(kernel, 1, 1) == CL_COMPLETE);
    text = out.take();
  }
  clReleaseMemObject(x);
  clReleaseKernel(kernel);
  return text;
}

// As the value travels to printf of C.
template <class T> auto promoted(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return double(value);
  else
    return value;
}

template <class T>
void checkScalars(const Weft &weft, const char *type, const Formats &formats, const std::vector<T> &values) {
  std::string expected;
  for (const T value : values) {
    for (const std::string &format : formats)
      expected += printed(format.c_str(), promoted(value)) + "|";
    expected += "\n";
  }
  INFO(type);
  CHECK(onDevice(weft, type, formats, values, values.size()) == expected);
}

/// `formats`: of a scalar of C; `%` is followed by flags, width and precision, then comes the letter.
template <class T>
void checkVectors(const Weft &weft, const std::string &type, const char *length, const char *lengthInC,
                  const Formats &formats, const std::vector<T> &values) {
  for (const size_t elements : {2, 3, 4, 8, 16}) {
    const size_t stride = elements == 3 ? 4 : elements;
    std::vector<T> padded = values;
    padded.resize((values.size() / stride + 1) * stride);
    Formats onDeviceFormats;
    for (const std::string &format : formats)
      onDeviceFormats.push_back(format.substr(0, format.size() - 1) + "v" + std::to_string(elements) + length +
                                format.back());
    std::string expected;
    for (size_t i = 0; i < padded.size(); i += stride) {
      for (const std::string &format : formats) {
        const std::string inC = format.substr(0, format.size() - 1) + lengthInC + format.back();
        for (size_t e = 0; e < elements; ++e)
          expected += (e ? "," : "") + printed(inC.c_str(), promoted(padded[i + e]));
        expected += "|";
      }
      expected += "\n";
    }
    INFO(type << elements);
    CHECK(onDevice(weft, type + std::to_string(elements), onDeviceFormats, padded, padded.size() / stride) == expected);
  }
}

const Formats kSigned = {"%d", "%i", "%5d", "%-5d", "%05d", "%+d", "% d", "%+05d", "%.3d", "%8.3d", "%-+8.3d", "%.0d"};
const Formats kUnsigned = {"%u", "%o", "%#o", "%x", "%X", "%#x", "%#X", "%12u", "%-12x", "%012X", "%.5o", "%#.0x"};
const Formats kFloat = {"%f",      "%F",  "%e",  "%E",    "%g",  "%G",   "%a",    "%A",    "%12.3f", "%-12.3e",
                        "%012.4g", "%+f", "% e", "%#.0f", "%#g", "%.0e", "%.10a", "%.15g", "%+.3A"};

Formats with(const char *length, const Formats &formats) {
  Formats result;
  for (const std::string &format : formats)
    result.push_back(format.substr(0, format.size() - 1) + length + format.back());
  return result;
}

const std::vector<cl_int> kInts = {0, 1, -1, 42, -12345, 1000000, 0x7fffffff, cl_int(0x80000000), 255, 128, 32768};
const std::vector<cl_long> kLongs = {
    0, -1, 4294967296, -4294967297, std::numeric_limits<cl_long>::max(), std::numeric_limits<cl_long>::min(), 77};

template <class T> std::vector<T> floats() {
  using Limits = std::numeric_limits<T>;
  return {T(0),
          T(-0.0),
          T(1),
          T(-1.5),
          T(3.14159265358979),
          T(1e10),
          T(-2e-7),
          Limits::max(),
          Limits::min(),
          Limits::denorm_min(),
          T(0.5),
          T(123456.789),
          T(9.9999),
          Limits::infinity(),
          -Limits::infinity(),
          Limits::quiet_NaN()};
}

}  // namespace

TEST_CASE("printf of integers") {
  const Weft weft;
  checkScalars(weft, "int", kSigned, kInts);
  checkScalars(weft, "uint", kUnsigned, kInts);
  checkScalars(weft, "int", with("h", kSigned), kInts);
  checkScalars(weft, "uint", with("hh", kUnsigned), kInts);
  checkScalars(weft, "int", with("hh", kSigned), kInts);
  checkScalars(weft, "uint", with("h", kUnsigned), kInts);
  checkScalars(weft, "long", with("l", kSigned), kLongs);
  checkScalars(weft, "ulong", with("l", kUnsigned), kLongs);
  checkScalars(weft, "int", {"%c", "%5c", "%-5c"}, std::vector<cl_int>{'a', 'Z', '%', 321, '~'});
  checkScalars(weft, "short", {"%d", "%hd", "%x"}, std::vector<cl_short>{1, -1, 32767, -32768});
  checkScalars(weft, "uchar", {"%d", "%hhu", "%c"}, std::vector<cl_uchar>{'1', 'b', '}'});
}

TEST_CASE("printf of floating-point values") {
  const Weft weft;
  checkScalars(weft, "float", kFloat, floats<float>());
  checkScalars(weft, "double", kFloat, floats<double>());
  checkScalars(weft, "double", with("l", kFloat), floats<double>());
  std::vector<cl_half> halves;
  std::vector<double> values;
  for (const unsigned bits : {0x0000u, 0x8000u, 0x3c00u, 0xbe00u, 0x7bffu, 0x0001u, 0x0400u, 0x7c00u, 0xfc00u, 0x3555u})
    values.push_back(cl_half_to_float(halves.emplace_back(cl_half(bits))));
  std::string expected;
  for (const double value : values) {
    for (const std::string &format : kFloat)
      expected += printed(format.c_str(), value) + "|";
    expected += "\n";
  }
  CHECK(onDevice(weft, "half", kFloat, halves, halves.size()) == expected);
}

TEST_CASE("printf of vectors") {
  const Weft weft;
  std::vector<cl_int> ints;
  std::vector<cl_short> shorts;
  std::vector<cl_char> chars;
  std::vector<cl_long> longs;
  std::vector<float> singles;
  std::vector<double> doubles;
  for (int i = 0; i < 32; ++i) {
    ints.push_back(kInts[size_t(i) % kInts.size()]);
    shorts.push_back(cl_short(i * 4099 - 32768));
    chars.push_back(cl_char(i * 9 - 128));
    longs.push_back(kLongs[size_t(i) % kLongs.size()]);
    singles.push_back(floats<float>()[size_t(i) % 16]);
    doubles.push_back(floats<double>()[size_t(i) % 16]);
  }
  checkVectors(weft, "int", "hl", "", {"%d", "%-+8.3d", "%x"}, ints);
  checkVectors(weft, "int", "", "", {"%08d"}, ints);
  checkVectors(weft, "short", "h", "h", {"%d", "%#x"}, shorts);
  checkVectors(weft, "char", "hh", "hh", {"%d", "%3u"}, chars);
  checkVectors(weft, "long", "l", "l", {"%d", "%-20X"}, longs);
  checkVectors(weft, "float", "hl", "", {"%f", "%+.2e", "%a"}, singles);
  checkVectors(weft, "double", "l", "", {"%g", "%12.3f"}, doubles);
  std::vector<cl_half> halves;
  std::string expected;
  for (const unsigned bits : {0x3c00u, 0xc000u, 0x3555u, 0x7c00u}) {
    const double value = cl_half_to_float(halves.emplace_back(cl_half(bits)));
    expected += printed("%s%.3f", halves.size() > 1 ? "," : "", value);
  }
  CHECK(onDevice(weft, "half4", {"%.3v4hf"}, halves, 1) == expected + "|\n");
}
