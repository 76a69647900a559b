// SPDX-License-Identifier: Apache-2.0
#include "host/util/info_writer.h"

#include <catch2/catch.hpp>

using namespace weft;

TEST_CASE("InfoWriter: size only, exact, too small") {
  size_t size = 0;
  InfoWriter(0, nullptr, &size).scalar<cl_uint>(7);
  CHECK(size == 4);
  cl_uint value = 0;
  InfoWriter(4, &value, nullptr).scalar<cl_uint>(7);
  CHECK(value == 7);
  value = 1;
  size = 99;
  CHECK_THROWS_AS(InfoWriter(3, &value, &size).scalar<cl_uint>(7), Error);
  CHECK(value == 1);
  CHECK(size == 99);
  CHECK_NOTHROW(InfoWriter(0, nullptr, nullptr).string("x"));
}

TEST_CASE("InfoWriter: strings end with NUL, which counts") {
  char text[4] = {'#', '#', '#', '#'};
  size_t size = 0;
  InfoWriter(4, text, &size).string("ab");
  CHECK(size == 3);
  CHECK(std::string(text) == "ab");
  CHECK(text[3] == '#');
  CHECK_THROWS_AS(InfoWriter(2, text, nullptr).string("ab"), Error);
}

TEST_CASE("InfoWriter: empty arrays touch nothing") {
  char byte = '#';
  size_t size = 9;
  InfoWriter(1, &byte, &size).array(std::vector<int>{});
  CHECK(size == 0);
  CHECK(byte == '#');
}
