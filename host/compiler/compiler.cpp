// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/compiler.h"

#include <stdexcept>

#include "host/compiler/channel.h"
#include "host/compiler/client.h"
#include "host/compiler/failure.h"
#include "host/compiler/relayed_stages.h"

namespace weft::compiler {
namespace {

using Type = Message::Type;

hls::CompileResult failed(const Request &request, const End &end, const std::string &stage) {
  hls::CompileResult result;
  result.outcome = request.links() ? hls::Outcome::LinkFailure : hls::Outcome::CompileFailure;
  result.diagnostics = describeFailure(end, request.ofSource() ? FailedInput::Source : FailedInput::Ir, stage);
  return result;
}

hls::CompileResult resultOf(const Request &request, const std::string &text, const board::Description &board) {
  hls::CompileResult result = unpackResult(text, board);
  if (result.outcome == hls::Outcome::Ok && !result.program && request.makesExecutable())
    throw std::runtime_error("it has no kernels");
  return result;
}

/// Nothing if there is no sign that the request was taken: the server was killed just before.
std::optional<hls::CompileResult> attempt(const Request &request, const std::string &packed,
                                          const board::Description &board) {
  const support::PrivateSocket socket = Client::instance().connect();
  RelayedStages stages;
  bool taken = false;
  sendMessage(socket.get(), Type::Request, packed);
  try {
    while (const std::optional<Message> message = receiveMessage(socket.get(), kMaxResult)) {
      taken = true;
      switch (message->type) {
      case Type::StageBegin:
        stages.begin(message->text);
        break;
      case Type::StageEnd:
        stages.end();
        break;
      case Type::Result:
        return resultOf(request, message->text, board);
      case Type::Ended:
        return failed(request, parseEnd(message->text), stages.innermost());
      case Type::Refused:
        throw Unavailable(message->text);
      case Type::Part:
      case Type::Request:
        throw std::runtime_error("a message of a type that it does not send");
      }
    }
  } catch (const Unavailable &) {
    throw;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    return failed(request, {std::nullopt, "", error.what()}, "");
  }
  return taken ? std::optional(failed(request, {}, stages.innermost())) : std::nullopt;
}

}  // namespace

void start() noexcept {
  try {
    Client::instance().start();
  } catch (const std::exception &) {
  }
}

hls::CompileResult compile(const Request &request, const board::Description &board) {
  const std::string packed = packRequest(request, board);
  std::optional<hls::CompileResult> result = attempt(request, packed, board);
  if (!result)
    result = attempt(request, packed, board);
  return result ? std::move(*result) : failed(request, {}, "");
}

}  // namespace weft::compiler
