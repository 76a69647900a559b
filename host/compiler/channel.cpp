// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/channel.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/uio.h>

namespace weft::compiler {
namespace {

constexpr size_t kPart = 64 << 10;  // well below what a socket takes at once

bool sendPart(int socket, Message::Type type, std::string_view text) {
  iovec parts[] = {{&type, sizeof type}, {const_cast<char *>(text.data()), text.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  ssize_t sent;
  while ((sent = ::sendmsg(socket, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
  }
  return sent >= 0;
}

}  // namespace

bool sendMessage(int socket, Message::Type type, std::string_view text) {
  for (; text.size() > kPart; text.remove_prefix(kPart))
    if (!sendPart(socket, Message::Type::Part, text.substr(0, kPart)))
      return false;
  return sendPart(socket, type, text);
}

std::optional<Message> receiveMessage(int socket, size_t limit) {
  Message message;
  char buffer[1 + kPart];
  for (;;) {
    const ssize_t count = ::recv(socket, buffer, sizeof buffer, 0);
    // ECONNRESET comes once, before what was sent, when the other side ended without having read everything.
    if (count < 0 && (errno == EINTR || errno == ECONNRESET))
      continue;
    if (count <= 0)
      return std::nullopt;
    message.text.append(buffer + 1, size_t(count) - 1);
    if (message.text.size() > limit)
      throw std::runtime_error(fmt::format("more than {} MiB", limit >> 20));
    message.type = static_cast<Message::Type>(buffer[0]);
    if (message.type != Message::Type::Part)
      return message;
  }
}

std::string packTexts(const std::vector<std::string_view> &texts) {
  size_t bytes = 0;
  for (const std::string_view text : texts)
    bytes += sizeof(uint64_t) + text.size();
  std::string packed;
  packed.reserve(bytes);
  for (const std::string_view text : texts) {
    const uint64_t size = text.size();
    packed.append(reinterpret_cast<const char *>(&size), sizeof size);
    packed.append(text);
  }
  return packed;
}

std::vector<std::string> unpackTexts(std::string_view packed) {
  std::vector<std::string> texts;
  while (!packed.empty()) {
    uint64_t size = 0;
    if (packed.size() < sizeof size)
      throw std::runtime_error("a text is cut off");
    std::memcpy(&size, packed.data(), sizeof size);
    packed.remove_prefix(sizeof size);
    if (packed.size() < size)
      throw std::runtime_error("a text is cut off");
    texts.emplace_back(packed.substr(0, size));
    packed.remove_prefix(size);
  }
  return texts;
}

}  // namespace weft::compiler
