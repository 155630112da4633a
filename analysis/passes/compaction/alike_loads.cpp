#include "analysis/passes/compaction/alike_loads.h"

#include <algorithm>
#include <optional>

#include "analysis/passes/access_evidence.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "core/kernel/read_alike.h"

namespace warpwright::passes {
namespace {

constexpr uint64_t warpThreads = 32;

/// The block shape that all launches of a kernel have, as far as it is one.
struct Shape {
  std::array<std::optional<uint32_t>, 3> extents;

  explicit Shape(const std::vector<const KernelModel*>& models) : extents(models.front()->block) {
    for (const KernelModel* model : models) {
      for (size_t i = 0; i < 3; ++i) {
        if (model->block[i] != extents[i]) extents[i].reset();
      }
    }
  }
  /// Of threads that differ along a dimension only, how many are in one warp; nothing where that is not known.
  std::optional<uint64_t> inOneWarp(size_t dimension) const {
    uint64_t apart = 1;
    for (size_t i = 0; i < dimension; ++i) {
      if (!extents[i]) return std::nullopt;
      apart *= *extents[i];
    }
    if (!extents[dimension]) return std::nullopt;
    return std::min<uint64_t>(*extents[dimension], std::max<uint64_t>(1, warpThreads / apart));
  }
};

/// Can there be several threads along it? Where no launch tells, where the kernel asks which one it is.
bool isShared(const std::vector<const KernelModel*>& models, const Shape& shape, size_t dimension) {
  if (shape.extents[dimension]) return *shape.extents[dimension] > 1;
  return std::any_of(models.begin(), models.end(),
                     [&](const KernelModel* model) { return model->threadIndex[dimension].isValid(); });
}

std::vector<AlikeRead> alikeInAll(const std::vector<const KernelModel*>& models, int dimension) {
  std::vector<AlikeRead> all = readsAlike(*models.front(), dimension);
  for (const KernelModel* model : models) {
    const std::vector<AlikeRead> here = readsAlike(*model, dimension);
    std::erase_if(all, [&](AlikeRead& read) {
      const auto same =
          std::find_if(here.begin(), here.end(), [&](const AlikeRead& other) { return other.range == read.range; });
      if (same == here.end()) return true;
      read.always = read.always && same->always;
      read.keepsItsValue = read.keepsItsValue && same->keepsItsValue;
      return false;
    });
  }
  return all;
}

Message sentence(const AlikeRead& read, const Shape& shape) {
  const std::string axis = axisText(read.dimension);
  const auto threads = shape.extents[static_cast<size_t>(read.dimension)];
  if (!threads)
    return {"%1 is read alike by all threads along %2: one of these loads is enough", code(read.text), axis};
  const std::string most = read.always ? "" : "up to ";
  Message text{"%1 is read alike by %2%3 threads along %4: %5%6 of %7 loads are redundant",
               code(read.text),
               most,
               *threads,
               axis,
               most,
               *threads - 1,
               *threads};
  const auto together = shape.inOneWarp(static_cast<size_t>(read.dimension));
  if (together && *together > 1) text += Message("; a warp asks memory once for %1 of them", *together);
  return text;
}

}  // namespace

void addAlikeLoads(const model::ParsedKernel& kernel, bool mayBeWritten, std::vector<Evidence>& evidence) {
  std::vector<const KernelModel*> models = launchedOf(kernel);
  if (models.empty()) {
    for (const KernelModel& model : kernel.models) models.push_back(&model);
  }
  if (models.empty()) return;
  const Shape shape(models);
  std::vector<Evidence> steps;
  for (int dimension = 0; dimension < 3; ++dimension) {
    if (!isShared(models, shape, static_cast<size_t>(dimension))) continue;
    for (const AlikeRead& read : alikeInAll(models, dimension)) {
      if (!read.keepsItsValue && !mayBeWritten) continue;
      steps.push_back({read.range.begin, sentence(read, shape), "read", indexText(read.text), ""});
    }
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Evidence& a, const Evidence& b) { return a.at < b.at; });
  evidence.insert(evidence.end(), steps.begin(), steps.end());
}

}  // namespace warpwright::passes
