// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/request.h"

#include <limits>
#include <stdexcept>

#include "host/compiler/channel.h"
#include "kernel/image_json.h"
#include "kernel/variables_json.h"
#include "program/container.h"

namespace weft::compiler {
namespace {

using Json = nlohmann::ordered_json;

// Texts of a request, in this order; then the inputs, then name and text of each header.
enum RequestText { kHead, kOptions, kName, kBoard, kFirstInput };
// Texts of a result; then those of each diagnostic; then SystemVerilog, netlist and report of each kernel.
enum ResultText { kResultHead, kBitcode, kFirstDiagnostic };
constexpr size_t kDiagnosticTexts = 5, kKernelTexts = 3;

hls::Diagnostic diagnosticFrom(const Json &numbers, std::string *texts) {
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  hls::Diagnostic d;
  d.severity = hls::Diagnostic::Severity(
      kernel::numberFromJson(numbers, "severity", unsigned(hls::Diagnostic::Severity::InternalError)));
  d.location.line = uint32_t(kernel::numberFromJson(numbers, "line", kMost));
  d.location.column = uint32_t(kernel::numberFromJson(numbers, "column", kMost));
  std::string *const fields[kDiagnosticTexts] = {&d.message, &d.hint, &d.location.file, &d.function, &d.rendered};
  for (std::string *field : fields)
    *field = std::move(*texts++);
  return d;
}

}  // namespace

std::string packRequest(const Request &request, const board::Description &board) {
  const std::string head = Json{
      {"operation", int(request.operation)},
      {"inputs", request.inputs.size()},
      {"headers",
       request.headers.size()}}.dump();
  std::vector<std::string_view> texts = {head, request.options, request.name, board.json};
  texts.insert(texts.end(), request.inputs.begin(), request.inputs.end());
  for (const auto &[name, text] : request.headers)
    texts.insert(texts.end(), {name, text});
  return packTexts(texts);
}

ReceivedRequest unpackRequest(std::string_view packed) {
  std::vector<std::string> texts = unpackTexts(packed);
  const Json head = Json::parse(texts.at(kHead));
  const size_t inputs = head.at("inputs"), headers = head.at("headers");
  if (texts.size() != kFirstInput + inputs + 2 * headers)
    throw std::runtime_error("a request with other texts than it says");
  ReceivedRequest received{{}, board::parseDescription(texts[kBoard], "request")};
  Request &request = received.request;
  request.operation = Request::Operation(head.at("operation").get<int>());
  request.options = std::move(texts[kOptions]);
  request.name = std::move(texts[kName]);
  for (size_t i = 0; i < inputs; ++i)
    request.inputs.push_back(std::move(texts[kFirstInput + i]));
  for (size_t at = kFirstInput + inputs; at < texts.size(); at += 2)
    request.headers.emplace(std::move(texts[at]), std::move(texts[at + 1]));
  return received;
}

// Diagnostics cross as they are: what reads them here is the host's, and one place of it makes the build log of them
// and of its own. Their texts go beside the JSON, as a source line may have bytes that are no UTF-8.
std::string packResult(const hls::CompileResult &result) {
  std::vector<std::string_view> texts(kFirstDiagnostic);
  Json diagnostics = Json::array();
  for (const hls::Diagnostic &d : result.diagnostics) {
    diagnostics.push_back(
        {{"severity", unsigned(d.severity)}, {"line", d.location.line}, {"column", d.location.column}});
    texts.insert(texts.end(), {d.message, d.hint, d.location.file, d.function, d.rendered});
  }
  Json kernels, variables;  // null without a program
  if (result.program) {
    kernels = Json::array();
    variables = kernel::toJson(result.program->variables);
    for (const kernel::Image &image : result.program->kernels) {
      kernels.push_back(kernel::toJson(image));
      texts.insert(texts.end(), {image.systemVerilog, image.netlist, image.report});
    }
  }
  // Names of files may have bytes that are no text.
  const std::string head = Json{
      {"outcome", unsigned(result.outcome)},
      {"diagnostics", std::move(diagnostics)},
      {"kernels", std::move(kernels)},
      {"variables",
       std::move(variables)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  texts[kResultHead] = head;
  texts[kBitcode] = result.program ? result.program->bitcode : result.bitcode;
  return packTexts(texts);
}

hls::CompileResult unpackResult(std::string_view packed, const board::Description &board) {
  std::vector<std::string> texts = unpackTexts(packed);
  const Json head = Json::parse(texts.at(kResultHead));
  const uint64_t outcome = kernel::numberFromJson(head, "outcome", unsigned(hls::Outcome::InternalError));
  hls::CompileResult result;
  result.outcome = hls::Outcome(outcome);
  result.bitcode = std::move(texts.at(kBitcode));
  const Json &diagnostics = head.at("diagnostics"), &kernels = head.at("kernels");
  const size_t firstKernel = kFirstDiagnostic + kDiagnosticTexts * diagnostics.size();
  if (texts.size() != firstKernel + kKernelTexts * kernels.size())
    throw std::runtime_error("a result with other texts than it says");
  for (size_t i = 0; i < diagnostics.size(); ++i)
    result.diagnostics.push_back(diagnosticFrom(diagnostics[i], &texts[kFirstDiagnostic + kDiagnosticTexts * i]));
  if (kernels.is_null())
    return result;
  auto program = std::make_shared<kernel::Program>();
  program->bitcode = result.bitcode;
  program->variables = kernel::variablesFromJson(head.at("variables"));
  for (size_t i = 0; i < kernels.size(); ++i) {
    kernel::Image image = kernel::imageFromJson(kernels[i]);
    std::string *own = &texts[firstKernel + kKernelTexts * i];
    image.systemVerilog = std::move(own[0]);
    image.netlist = std::move(own[1]);
    image.report = std::move(own[2]);
    program->kernels.push_back(std::move(image));
  }
  program::requireFit(*program, board);
  result.program = std::move(program);
  return result;
}

}  // namespace weft::compiler
