// SPDX-License-Identifier: Apache-2.0
#include "png_image.h"

#include <cstring>
#include <png.h>
#include <stdexcept>

namespace example {

Image readPng(const std::string &path) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&png, path.c_str()))
    throw std::runtime_error(path + ": " + png.message);
  // Reading without an alpha channel makes libpng compose the picture on the given background.
  png.format = PNG_FORMAT_RGB;
  std::vector<uint8_t> rgb(PNG_IMAGE_SIZE(png));
  const png_color white = {255, 255, 255};
  if (!png_image_finish_read(&png, &white, rgb.data(), 0, nullptr))
    throw std::runtime_error(path + ": " + png.message);
  Image image{png.width, png.height, std::vector<uint8_t>(size_t(png.width) * png.height * 4)};
  for (size_t i = 0; i < size_t(png.width) * png.height; ++i) {
    std::memcpy(&image.rgba[4 * i], &rgb[3 * i], 3);
    image.rgba[4 * i + 3] = 255;
  }
  return image;
}

void writePng(const std::string &path, const Image &image) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = image.width;
  png.height = image.height;
  png.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&png, path.c_str(), 0, image.rgba.data(), 0, nullptr))
    throw std::runtime_error(path + ": " + png.message);
}

}  // namespace example
