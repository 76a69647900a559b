// SPDX-License-Identifier: Apache-2.0
// What the library and the process that compiles for it say to each other: messages on a socket that keeps their bounds
// (SOCK_SEQPACKET), so that a process that ends in the middle leaves no half of one.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

struct Message {
  enum class Type : char {
    Part,        // of the text of the next message of another type
    Request,     // a Request
    StageBegin,  // name and subject
    StageEnd,
    Result,   // a CompileResult: the last message
    Ended,    // the process ended without a result: its wait status and what it wrote
    Refused,  // no process was made: why
  } type = Type::Part;
  std::string text;
};

/// Sends a text of any size. False if the other side is gone.
bool sendMessage(int socket, Message::Type type, std::string_view text);

/// The next message, whole; nothing if the other side is gone. Throws std::runtime_error if it has more than `limit`.
std::optional<Message> receiveMessage(int socket, size_t limit = SIZE_MAX);

/// As much as a program binary may have, unpacked.
constexpr size_t kMaxResult = size_t(256) << 20;

/// Several texts as one, and back. unpackTexts throws std::runtime_error.
std::string packTexts(const std::vector<std::string_view> &texts);
std::vector<std::string> unpackTexts(std::string_view packed);

}  // namespace weft::compiler
