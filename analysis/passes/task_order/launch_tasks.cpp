#include "analysis/passes/task_order/launch_tasks.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/passes/task_order/captured_model.h"
#include "analysis/passes/task_order/captured_values.h"
#include "analysis/passes/task_order/indirect_accesses.h"
#include "analysis/passes/task_order/task_lists.h"
#include "analysis/passes/task_order/thread_walk.h"
#include "core/base/number_text.h"

namespace warpwright::reuse {
namespace {

/// An access whose address is made of what was loaded.
struct Gather {
  const Access* access = nullptr;
  uint64_t base = 0, elements = 0, bytes = 0;  // its data among all objects
};

class GraphReader {
 public:
  GraphReader(const KernelModel& model, const model::KernelPaths& paths, const CaptureReader& capture)
      : model_(model), paths_(paths), launch_(capture.capture()), values_(model, capture) {}

  Result<LaunchTasks> read(const std::stop_token& stop) {
    if (Status found = findGathers(); !found.ok()) return found.error();
    result_.tasksPerBlock = launch_.block[0] * launch_.block[1] * launch_.block[2];
    if (Status walked = walkThreads(stop); !walked.ok()) return walked.error();
    if (lists_.isEmpty())
      return inputError(
          {"No thread of the launch comes to %1, or they cannot be followed%2.", placesText(), lostText()});
    result_.graph = lists_.take(objectCount_);
    if (!lost_.empty()) result_.note = "Not followed" + lostText() + ".";
    return std::move(result_);
  }

 private:
  Status findGathers() {
    std::map<ObjectId, uint64_t> bases;
    std::set<std::string> indexArrays, data;
    const IndirectAccesses indirect(model_, paths_);
    for (const Access& access : model_.accesses) {
      const std::vector<ObjectId> through = indirect.indexArraysOf(access);
      if (through.empty()) continue;
      for (const ObjectId array : through) indexArrays.insert(model_.object(array).name);
      const MemoryObject& object = model_.object(access.object);
      Gather gather;
      gather.access = &access;
      gather.bytes = std::max<uint64_t>(1, object.elementBytes);
      const CapturedValues::Place place = values_.placeOf(access.object);
      if (!place.memory) {
        lost_[lineOf(model_, access)] = "`" + object.name + "` is not in the capture";
        continue;
      }
      gather.elements = (place.memory->size - place.offset + gather.bytes - 1) / gather.bytes;
      const auto [known, isNew] = bases.try_emplace(access.object, objectCount_);
      if (isNew) objectCount_ += gather.elements;
      gather.base = known->second;
      data.insert(object.name);
      gathers_.push_back(gather);
    }
    if (gathers_.empty()) {
      return inputError({"`%1` loads nothing through an index that it has loaded: its tasks are no graph%2.",
                         model_.name, lost_.empty() ? "" : ", or go through memory that is not in the capture"});
    }
    if (objectCount_ >= UINT32_MAX)
      return inputError("The data has more than 4 billion elements; that is not supported.");
    result_.indexArrays.assign(indexArrays.begin(), indexArrays.end());
    result_.data.assign(data.begin(), data.end());
    return {};
  }

  Status walkThreads(const std::stop_token& stop) {
    std::vector<bool> matters(model_.blocks.size(), false);
    std::vector<ExpressionId> needed;
    gathersOf_.resize(model_.blocks.size());
    for (const Gather& gather : gathers_) {
      matters[gather.access->block.value] = true;
      gathersOf_[gather.access->block.value].push_back(&gather);
      needed.push_back(gather.access->offset);
    }
    ThreadWalk walk(model_, paths_, values_, matters, needed);
    const ThreadWalk::Handlers handlers{[this](BlockId block) { readBlock(block); },
                                        [this](BlockId block, const std::string& why) { loseBlock(block, why); }};
    std::array<uint32_t, 3> block{}, thread{};
    for (block[2] = 0; block[2] < launch_.grid[2]; ++block[2]) {
      for (block[1] = 0; block[1] < launch_.grid[1]; ++block[1]) {
        for (block[0] = 0; block[0] < launch_.grid[0]; ++block[0]) {
          if (stop.stop_requested()) return cancelledError();
          for (thread[2] = 0; thread[2] < launch_.block[2]; ++thread[2]) {
            for (thread[1] = 0; thread[1] < launch_.block[1]; ++thread[1]) {
              for (thread[0] = 0; thread[0] < launch_.block[0]; ++thread[0]) {
                values_.enter(block, thread);
                const ThreadWalk::End end = walk.walk(handlers, stop);
                if (end == ThreadWalk::End::cancelled) return cancelledError();
                if (end == ThreadWalk::End::tooLong) return tooLong(block, thread, walk.line());
                lists_.endTask();
                if (lists_.isTooLarge()) {
                  return inputError(
                      {"The launch picks more than %1 elements. Capture a smaller launch.", countText(mostPicks)});
                }
              }
            }
          }
        }
      }
    }
    return {};
  }
  Error tooLong(const std::array<uint32_t, 3>& block, const std::array<uint32_t, 3>& thread, uint32_t line) const {
    const auto text = [](const std::array<uint32_t, 3>& at) {
      return "(" + std::to_string(at[0]) + ", " + std::to_string(at[1]) + ", " + std::to_string(at[2]) + ")";
    };
    return inputError("Thread " + text(thread) + " of block " + text(block) + " takes more than " +
                      countText(ThreadWalk::mostSteps) + " steps" +
                      (line ? " in the loop at " + lineText(line) : Message()) +
                      ": such a task cannot be read. Check the arrays that its bounds come from.");
  }

  void readBlock(BlockId block) {
    for (const Gather* gather : gathersOf_[block.value]) {
      const std::optional<uint64_t> offset = values_.value(gather->access->offset);
      if (offset && *offset / gather->bytes < gather->elements) {
        lists_.pick(gather->base + *offset / gather->bytes);
      } else {
        lose(*gather->access, offset ? "`" + model_.object(gather->access->object).name + "` is touched past its end"
                                     : values_.reason());
      }
    }
  }
  void loseBlock(BlockId block, const std::string& why) {
    for (const Gather* gather : gathersOf_[block.value]) lose(*gather->access, why);
  }
  // The first reason of a line stands for all.
  void lose(const Access& access, const std::string& why) { lost_.try_emplace(lineOf(model_, access), why); }

  std::string placesText() const {
    std::set<uint32_t> lines;
    for (const Gather& gather : gathers_) lines.insert(lineOf(model_, *gather.access));
    std::string text;
    for (const uint32_t line : lines) text += (text.empty() ? "line " : ", ") + std::to_string(line);
    return text;
  }
  std::string lostText() const {
    std::string text;
    for (const auto& [line, why] : lost_)
      text += (text.empty() ? ": line " : ", line ") + std::to_string(line) + " (" + why + ")";
    return text;
  }

  const KernelModel& model_;
  const model::KernelPaths& paths_;
  const LaunchCapture& launch_;
  CapturedValues values_;
  std::vector<Gather> gathers_;
  std::vector<std::vector<const Gather*>> gathersOf_;  // by basic block
  TaskLists lists_;
  uint64_t objectCount_ = 0;
  std::map<uint32_t, std::string> lost_;  // lines whose accesses were not followed for some thread, and why
  LaunchTasks result_;
};

}  // namespace

Result<LaunchTasks> tasksOfLaunch(const KernelModel& model, const model::KernelPaths& paths,
                                  const CaptureReader& capture, std::stop_token stop) {
  if (!model.unknownReason.empty() || paths.size() != model.blocks.size()) {
    return inputError({"Cannot tell what `%1` does: %2.", model.name, model.unknownReason});
  }
  return GraphReader(model, paths, capture).read(stop);
}

Result<LaunchTasks> tasksOfLaunch(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                                  const std::string& kernel, const CaptureReader& capture, std::stop_token stop) {
  const Result<CapturedModel> found = modelOfCapture(options, file, kernel, capture.capture(), stop);
  if (!found.ok()) return found.error();
  return tasksOfLaunch(found->model, found->paths, capture, stop);
}

}  // namespace warpwright::reuse
