// SPDX-License-Identifier: Apache-2.0
// Compiled models on disk, by content key.
//
//   <directory>/models/<key>.so     a shared object followed by a trailer with its hash; appears by rename, whole
//   <directory>/locks/<xx>.lock     held while a model whose key begins with xx is compiled: two processes share the
//   work <directory>/work/<name>[.lock]  compilations in progress; abandoned ones are removed
//
// Any number of processes may use one directory. A file whose hash is wrong is taken for absent and replaced.
//
// Models are code that runs in the host program, so folders and models must belong to the user, and nobody else may
// write to them (support/own_file.h). A directory for which that does not hold is not used, and said once; a file is
// taken for absent.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

#include "sim/model_library.h"
#include "sim/model_spec.h"
#include "support/hash.h"
#include "support/own_file.h"

namespace weft::sim {

class ModelCache {
public:
  /// Compiles a model inside an empty directory and returns the shared object there.
  using Compile = std::function<std::filesystem::path(const std::filesystem::path &work)>;

  /// `limit`: bytes of models kept; 0 keeps none. `prebuilt`: a directory of models that is only read; may be absent.
  ModelCache(std::filesystem::path directory, uint64_t limit, std::filesystem::path prebuilt = {});

  /// The cache of this process as the environment asks: WEFT_CACHE_DIR, WEFT_CACHE_SIZE.
  static std::shared_ptr<ModelCache> standard();

  /// The model if it is there and sound, else nullptr. Takes milliseconds.
  std::shared_ptr<ModelLibrary> find(const support::Hash128 &key, ModelSpec::Kind kind);

  /// The model; compiled when it is not there. If the cache cannot be written (read-only, full) or is not the user's
  /// own, the model is made in a private temporary directory and used without being kept. Throws std::runtime_error
  /// what `compile` throws, or when `cancel` becomes true while another process compiles the same model.
  std::shared_ptr<ModelLibrary> findOrCompile(const support::Hash128 &key, ModelSpec::Kind kind, const Compile &compile,
                                              const std::atomic<bool> *cancel = nullptr);

  std::filesystem::path pathOf(const support::Hash128 &key) const;

  /// Writes a model with its trailer into a directory of prebuilt models.
  static void publishPrebuilt(const std::filesystem::path &directory, const support::Hash128 &key,
                              const std::filesystem::path &product);

private:
  bool keeps() const { return !directory_.empty() && limit_ != 0; }
  static std::shared_ptr<ModelLibrary> load(const support::Descriptor &file, ModelSpec::Kind kind);
  std::shared_ptr<ModelLibrary> findPrebuilt(const support::Hash128 &key, ModelSpec::Kind kind);
  std::shared_ptr<ModelLibrary> findKept(const support::Descriptor &models, const support::Hash128 &key,
                                         ModelSpec::Kind kind);
  /// Says that the cache is not used.
  void distrust(const support::UntrustedError &error);
  /// Creates what is missing; returns the folder of models. Throws UntrustedError if one is not the user's own.
  support::Descriptor prepareFolders();
  std::shared_ptr<ModelLibrary> compileShared(const support::Hash128 &key, ModelSpec::Kind kind, const Compile &compile,
                                              const std::atomic<bool> *cancel);
  std::shared_ptr<ModelLibrary> compilePrivate(ModelSpec::Kind kind, const Compile &compile);
  bool hasRoom() const;
  void evict(const std::filesystem::path &keep);

  std::filesystem::path directory_;
  uint64_t limit_;
  std::filesystem::path prebuilt_;
  std::once_flag swept_, distrusted_;
};

}  // namespace weft::sim
