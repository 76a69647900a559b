// SPDX-License-Identifier: Apache-2.0
// weft cache
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/table.h"
#include "support/kept_files.h"
#include "support/options.h"
#include "support/publish.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  bool clear = false, json = false, list = false;
  std::string limit;
};

std::string ageOf(fs::file_time_type used) {
  const auto minutes =
      std::chrono::duration_cast<std::chrono::minutes>(fs::file_time_type::clock::now() - used).count();
  if (minutes < 120)
    return fmt::format("{} min ago", std::max<long>(minutes, 0));
  return minutes < 48 * 60 ? fmt::format("{} h ago", minutes / 60) : fmt::format("{} days ago", minutes / (24 * 60));
}

void printJson(const fs::path &directory, const std::vector<support::KeptFile> &files, uint64_t bytes) {
  using Json = nlohmann::ordered_json;
  Json all = {{"directory", directory.string()}, {"bytes", bytes}, {"limit", support::options().CACHE_SIZE}};
  for (const support::KeptKind *kind : support::kKeptKinds)
    all[kind->folder] = Json::array();
  for (const support::KeptFile &file : files)
    all[file.kind->folder].push_back({{"file", file.path.string()}, {"bytes", file.bytes}});
  std::cout << all.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void print(const fs::path &directory, const std::vector<support::KeptFile> &files, uint64_t bytes, bool list) {
  Table table({"FILE", "SIZE", "LAST USED"});
  for (const support::KeptFile &file : files)
    table.add({file.path.filename().string(), sizeText(file.bytes), ageOf(file.used)});
  if (list && !table.empty())
    std::cout << table.text() << "\n";
  std::cout << fmt::format("{}: {}, {} of at most {}\n", directory.string(), countsOf(files), sizeText(bytes),
                           sizeText(support::options().CACHE_SIZE));
}

void remove(const fs::path &directory, uint64_t limit) {
  const std::vector<support::KeptFile> before = support::keptFiles(directory);
  if (before.empty()) {
    std::cerr << "nothing to remove: " << directory.string() << " holds no models and no steps\n";
    return;
  }
  const support::Trimmed trimmed = support::trimFiles(directory, limit);
  if (trimmed.busy)
    throw Failure(kMachineFailed, "another process is removing files", "try again in a moment");
  support::WorkDirectory::removeAbandoned(directory / "work");
  std::vector<support::KeptFile> removed;
  for (const support::KeptFile &file : before)
    if (!fs::exists(file.path))
      removed.push_back(file);
  std::cerr << fmt::format("removed {}, {}\n", countsOf(removed), sizeText(trimmed.bytes));
}

int manage(const Arguments &arguments) {
  const fs::path directory = support::cacheDirectory();
  if (directory.empty())
    throw Failure(kMachineFailed, "there is no cache: neither a home nor WEFT_CACHE_DIR is set",
                  "set WEFT_CACHE_DIR to a folder of your own");
  try {
    if (arguments.clear || !arguments.limit.empty()) {
      remove(directory, arguments.clear ? 0 : sizeFrom(arguments.limit, "--limit"));
      return kDone;
    }
    const std::vector<support::KeptFile> files = support::keptFiles(directory);
    uint64_t bytes = 0;
    for (const support::KeptFile &file : files)
      bytes += file.bytes;
    if (arguments.json)
      printJson(directory, files, bytes);
    else
      print(directory, files, bytes, arguments.list);
  } catch (const std::system_error &error) {
    throw Failure(kMachineFailed, error.what(), "weft doctor tells what is wrong with the folder");
  }
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  auto *clear = command.add_flag("--clear", arguments->clear, "removes all");
  auto *limit = command
                    .add_option("--limit", arguments->limit,
                                "removes the least recently used until the others take at most this: 500M, 2G")
                    ->type_name("SIZE")
                    ->excludes(clear);
  command.add_flag("--list", arguments->list, "shows each file")->excludes(clear)->excludes(limit);
  command.add_flag("--json", arguments->json, "shows it as JSON, with each file")->excludes(clear)->excludes(limit);
  command.callback([&action, arguments] { action = [arguments] { return manage(*arguments); }; });
}

}  // namespace

Command cacheCommand() {
  return {
      "cache",
      "shows or empties the cache of simulation models and of steps of bitstreams",
      {"Kernels that Verilator simulates are compiled once and kept; the instant engine, which is the default, keeps "
       "nothing. Of a bitstream the result of each step is kept: synthesis, each seed of placement and routing. "
       "WEFT_CACHE_DIR says where, WEFT_CACHE_SIZE how much is kept at all (2G)."},
      {{"what is there", "weft cache"},
       {"keeps 500 MiB", "weft cache --limit 500M"},
       {"keeps nothing", "weft cache --clear"}},
      declare};
}

}  // namespace weft::cli
