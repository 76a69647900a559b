// SPDX-License-Identifier: Apache-2.0
#include "host/core/compile_process.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <system_error>

#include "host/core/binary.h"
#include "support/archive.h"
#include "support/publish.h"
#include "support/resources.h"
#include "support/subprocess.h"

namespace weft::core {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Far above what any kernel needs that a board has room for.
constexpr rlim_t kMemoryLimit = rlim_t(4) << 30;
constexpr rlim_t kCpuSeconds = 600;

// Members of both archives.
constexpr const char *kHeader = "header.json";
constexpr const char *kBitcode = "program.bc";
constexpr const char *kBinary = "program";

/// A directory that only this user can open, gone with its content at the end.
class PrivateDirectory {
public:
  PrivateDirectory() : path_((fs::temp_directory_path() / "weft-compile-XXXXXX").string()) {
    if (!::mkdtemp(path_.data()))
      throw std::system_error(errno, std::generic_category(), "cannot create " + path_);
  }
  ~PrivateDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PrivateDirectory(const PrivateDirectory &) = delete;
  PrivateDirectory &operator=(const PrivateDirectory &) = delete;
  fs::path operator/(const char *name) const { return fs::path(path_) / name; }

private:
  std::string path_;
};

std::string packRequest(const char *operation, const std::vector<std::string> &modules, const std::string &options,
                        const board::Description &board) {
  const Json header = {{"operation", operation}, {"options", options}, {"board", board.json}};
  support::Archive archive;
  archive.members.push_back({kHeader, header.dump(-1, ' ', false, Json::error_handler_t::replace)});
  for (size_t i = 0; i < modules.size(); ++i)
    archive.members.push_back({std::to_string(i), modules[i]});
  return support::writeArchive(archive);
}

std::string packResult(const hls::CompileResult &result, const board::Description &board) {
  const Json header = {{"outcome", unsigned(result.outcome)}, {"log", result.log}};
  support::Archive archive;
  archive.members.push_back({kHeader, header.dump(-1, ' ', false, Json::error_handler_t::replace)});
  archive.members.push_back({kBitcode, result.bitcode});
  if (result.program) {
    ProgramBinary binary;
    binary.type = program::Type::Executable;
    binary.bitcode = result.program->bitcode;
    binary.program = result.program;
    archive.members.push_back({kBinary, packBinary(binary, board)});
  }
  return support::writeArchive(archive);
}

const std::string &memberOf(const support::Archive &archive, const char *name) {
  const std::string *bytes = archive.find(name);
  if (!bytes)
    throw std::runtime_error(fmt::format("the archive has no member {}", name));
  return *bytes;
}

hls::CompileResult unpackResult(const std::string &bytes, const board::Description &board) {
  const support::Archive archive = support::readArchive(bytes);
  const Json header = Json::parse(memberOf(archive, kHeader));
  hls::CompileResult result;
  const auto outcome = header.at("outcome").get<unsigned>();
  if (outcome > unsigned(hls::Outcome::InternalError))
    throw std::runtime_error("no such outcome");
  result.outcome = hls::Outcome(outcome);
  result.log = header.at("log").get<std::string>();
  result.bitcode = memberOf(archive, kBitcode);
  if (const std::string *binary = archive.find(kBinary))
    result.program = unpackBinary(*binary, board).program;
  return result;
}

/// What the user learns of a process that did not come to a result.
hls::CompileResult failed(hls::Outcome outcome, const std::string &how, const std::string &output) {
  constexpr size_t kEnough = 500;
  hls::CompileResult result;
  result.outcome = outcome;
  result.log =
      fmt::format("error: the LLVM IR in the program binary cannot be compiled; build it again from its source "
                  "(the compiler process: {})\n{}",
                  how, output.substr(0, kEnough));
  return result;
}

hls::CompileResult run(const std::string &request, hls::Outcome failure, const board::Description &board) {
  const PrivateDirectory directory;
  const fs::path in = directory / "request", out = directory / "result";
  support::publishFile(in, request);
  const support::ProcessResult process = support::runProcess(
      {(support::resourceDirectory() / "weft-compile-process").string(), in.string(), out.string()});
  if (!process.ok())
    return failed(failure, process.outcome(), process.output);
  try {
    return unpackResult(support::readFile(out), board);
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    return failed(failure, error.what(), process.output);
  }
}

void limit(int resource, rlim_t value) {
  const rlimit limits{value, value};
  ::setrlimit(__rlimit_resource(resource), &limits);  // more than the caller's own is not to be had: that is enough
}

void limitOneself() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody waits for the result any more
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, kCpuSeconds);
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  limit(RLIMIT_AS, kMemoryLimit);  // a sanitizer's shadow alone is larger
#endif
}

hls::CompileResult perform(const support::Archive &request, const Json &header, const board::Description &board) {
  if (header.at("operation") == "generate")
    return hls::generate(memberOf(request, "0"), "", board);
  std::vector<std::string> modules;
  for (const support::ArchiveMember &member : request.members)
    if (member.name != kHeader)
      modules.push_back(member.bytes);
  return hls::link(modules, header.at("options").get<std::string>(), board);
}

}  // namespace

hls::CompileResult linkApart(const std::vector<std::string> &modules, const std::string &options,
                             const board::Description &board) {
  return run(packRequest("link", modules, options, board), hls::Outcome::LinkFailure, board);
}

hls::CompileResult generateApart(const std::string &bitcode, const board::Description &board) {
  hls::CompileResult result = run(packRequest("generate", {bitcode}, "", board), hls::Outcome::CompileFailure, board);
  if (result.outcome == hls::Outcome::Ok && !result.program)
    return failed(hls::Outcome::CompileFailure, "it is of another version than this library", "");
  return result;
}

int compileProcess(int argc, const char *const *argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s REQUEST RESULT (libweft.so runs this program for itself)\n", argc ? argv[0] : "");
    return 2;
  }
  limitOneself();
  try {
    const support::Archive request = support::readArchive(support::readFile(argv[1]));
    const Json header = Json::parse(memberOf(request, kHeader));
    const board::Description board = board::parseDescription(header.at("board").get<std::string>(), "request");
    support::publishFile(argv[2], packResult(perform(request, header, board), board));
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace weft::core
