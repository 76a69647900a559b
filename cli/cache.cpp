// SPDX-License-Identifier: Apache-2.0
// weft cache
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/table.h"
#include "sim/kept_models.h"
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

void print(const fs::path &directory, const std::vector<sim::KeptModel> &models, uint64_t bytes,
           const Arguments &arguments) {
  const uint64_t limit = support::options().CACHE_SIZE;
  if (arguments.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const sim::KeptModel &model : models)
      list.push_back({{"file", model.path.string()}, {"bytes", model.bytes}});
    const nlohmann::ordered_json all = {
        {"directory", directory.string()}, {"bytes", bytes}, {"limit", limit}, {"models", list}};
    std::cout << all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
    return;
  }
  Table table({"MODEL", "SIZE", "LAST USED"});
  for (const sim::KeptModel &model : models)
    table.add({model.path.filename().string(), sizeText(model.bytes), ageOf(model.used)});
  if (arguments.list && !table.empty())
    std::cout << table.text() << "\n";
  std::cout << fmt::format("{}: {} model{}, {} of at most {}\n", directory.string(), models.size(),
                           models.size() == 1 ? "" : "s", sizeText(bytes), sizeText(limit));
}

void remove(const fs::path &directory, uint64_t limit) {
  if (!fs::exists(directory / "models")) {
    std::cerr << "nothing to remove: " << directory.string() << " holds no models\n";
    return;
  }
  const sim::Trimmed trimmed = sim::trimModels(directory, limit);
  if (trimmed.busy)
    throw Failure(kMachineFailed, "another process is removing models", "try again in a moment");
  support::WorkDirectory::removeAbandoned(directory / "work");
  std::cerr << fmt::format("removed {} model{}, {}\n", trimmed.models, trimmed.models == 1 ? "" : "s",
                           sizeText(trimmed.bytes));
}

int manage(const Arguments &arguments) {
  const fs::path directory = sim::keptModelsDirectory();
  if (directory.empty())
    throw Failure(kMachineFailed, "there is no cache: neither a home nor WEFT_CACHE_DIR is set",
                  "set WEFT_CACHE_DIR to a folder of your own");
  try {
    if (arguments.clear || !arguments.limit.empty()) {
      remove(directory, arguments.clear ? 0 : sizeFrom(arguments.limit, "--limit"));
      return kDone;
    }
    const std::vector<sim::KeptModel> models = sim::keptModels(directory);
    uint64_t bytes = 0;
    for (const sim::KeptModel &model : models)
      bytes += model.bytes;
    print(directory, models, bytes, arguments);
  } catch (const std::system_error &error) {
    throw Failure(kMachineFailed, error.what(), "weft doctor tells what is wrong with the folder");
  }
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  auto *clear = command.add_flag("--clear", arguments->clear, "removes all models");
  auto *limit = command
                    .add_option("--limit", arguments->limit,
                                "removes the least recently used until the others take at most this: 500M, 2G")
                    ->type_name("SIZE")
                    ->excludes(clear);
  command.add_flag("--list", arguments->list, "shows each model")->excludes(clear)->excludes(limit);
  command.add_flag("--json", arguments->json, "shows it as JSON, with each model")->excludes(clear)->excludes(limit);
  command.callback([&action, arguments] { action = [arguments] { return manage(*arguments); }; });
}

}  // namespace

Command cacheCommand() {
  return {
      "cache",
      "shows or empties the cache of simulation models",
      {"Kernels that Verilator simulates are compiled once and kept; the instant engine, which is the default, keeps "
       "nothing. WEFT_CACHE_DIR says where, WEFT_CACHE_SIZE how much is kept at all (2G)."},
      {{"what is there", "weft cache"},
       {"keeps 500 MiB", "weft cache --limit 500M"},
       {"keeps nothing", "weft cache --clear"}},
      declare};
}

}  // namespace weft::cli
