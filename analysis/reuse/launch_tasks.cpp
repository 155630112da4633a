#include "analysis/reuse/launch_tasks.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "analysis/reuse/captured_values.h"

namespace warpwright::reuse {
namespace {

/// An access whose address is made of what was loaded.
struct Gather {
  const Access* access = nullptr;
  std::vector<LoopId> loops;                   // around it, outermost first
  uint64_t base = 0, elements = 0, bytes = 0;  // its data among all objects
};

class GraphReader {
 public:
  GraphReader(const KernelModel& model, const CaptureReader& capture)
      : model_(model), capture_(capture), values_(model, capture) {}

  Result<LaunchTasks> read(std::stop_token stop) {
    if (Status found = findGathers(); !found.ok()) return found.error();
    const LaunchCapture& launch = capture_.capture();
    result_.tasksPerBlock = launch.block[0] * launch.block[1] * launch.block[2];
    std::vector<uint64_t> start{0};
    std::array<uint32_t, 3> block{}, thread{};
    for (block[2] = 0; block[2] < launch.grid[2]; ++block[2]) {
      for (block[1] = 0; block[1] < launch.grid[1]; ++block[1]) {
        for (block[0] = 0; block[0] < launch.grid[0]; ++block[0]) {
          if (stop.stop_requested()) return cancelledError();
          for (thread[2] = 0; thread[2] < launch.block[2]; ++thread[2]) {
            for (thread[1] = 0; thread[1] < launch.block[1]; ++thread[1]) {
              for (thread[0] = 0; thread[0] < launch.block[0]; ++thread[0]) {
                readThread(block, thread);
                start.push_back(objects_.size());
              }
            }
          }
          if (start.size() >= UINT32_MAX || objects_.size() >= UINT32_MAX) {
            return inputError("The launch touches more than 4 billion elements; that is not supported.");
          }
        }
      }
    }
    if (objects_.empty())
      return inputError("No thread of the launch comes to " + placesText() + ", or they cannot be followed" +
                        lostText() + ".");
    // Threads behind the last task are there because blocks are full.
    while (start.size() > 1 && start[start.size() - 2] == start.back()) start.pop_back();
    result_.graph = TaskGraph::fromLists(std::move(start), std::move(objects_), static_cast<uint32_t>(objectCount_));
    if (!lost_.empty()) result_.note = "Not followed" + lostText() + ".";
    return std::move(result_);
  }

 private:
  Status findGathers() {
    std::map<ObjectId, uint64_t> bases;
    std::set<std::string> indexArrays, data;
    for (const Access& access : model_.accesses) {
      if (!access.object.isValid() || !access.offset.isValid()) continue;
      const MemoryObject& object = model_.object(access.object);
      if (object.space == MemorySpace::shared || object.space == MemorySpace::local) continue;
      bool isGather = false;
      for (const SymbolId id : model_.pool.symbolsOf(access.offset)) {
        const Symbol& symbol = model_.pool.symbolAt(id);
        if (symbol.kind != SymbolKind::loaded || !symbol.object.isValid() || comesByRow(access, symbol)) continue;
        isGather = true;
        indexArrays.insert(model_.object(symbol.object).name);
      }
      if (!isGather) continue;
      Gather gather;
      gather.access = &access;
      gather.bytes = std::max<uint64_t>(1, object.elementBytes);
      const CapturedValues::Place place = values_.placeOf(access.object);
      if (!place.memory) {
        lost_.insert(access.line);
        continue;
      }
      gather.elements = (place.memory->size - place.offset + gather.bytes - 1) / gather.bytes;
      const auto [known, isNew] = bases.try_emplace(access.object, objectCount_);
      if (isNew) objectCount_ += gather.elements;
      gather.base = known->second;
      for (LoopId loop = access.loop; loop.isValid(); loop = model_.loop(loop).parent) gather.loops.push_back(loop);
      std::reverse(gather.loops.begin(), gather.loops.end());
      data.insert(object.name);
      gathers_.push_back(std::move(gather));
    }
    if (gathers_.empty()) {
      return inputError("`" + model_.name +
                        "` loads nothing through an index that it has loaded: its tasks are no graph" +
                        (lost_.empty() ? "" : ", or go through memory that is not in the capture") + ".");
    }
    if (objectCount_ >= UINT32_MAX)
      return inputError("The data has more than 4 billion elements; that is not supported.");
    result_.indexArrays.assign(indexArrays.begin(), indexArrays.end());
    result_.data.assign(data.begin(), data.end());
    return {};
  }

  // An element of a row (`col[j]`, j from row[t] on) lies where the row does: it is the thread's own, and shared with
  // nobody. Its address is what was loaded, plus the counter of a loop.
  bool comesByRow(const Access& access, const Symbol& symbol) const {
    if (!access.loop.isValid()) return false;
    const std::vector<SymbolId> symbols = model_.pool.symbolsOf(access.offset);
    const bool counts = std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
      return model_.pool.symbolAt(id).kind == SymbolKind::loopCounter;
    });
    if (!counts) return false;
    const ExpressionId ends = endOf(access.loop);
    if (!ends.isValid()) return false;
    const std::vector<SymbolId> bounds = model_.pool.symbolsOf(ends);
    return std::any_of(bounds.begin(), bounds.end(), [&](SymbolId id) {
      const Symbol& bound = model_.pool.symbolAt(id);
      return bound.kind == SymbolKind::loaded && bound.object == symbol.object;
    });
  }

  // What says how long a loop runs: how often its back edge is taken, else under which condition its body is come to.
  ExpressionId endOf(LoopId loop) const {
    const ExpressionId back = model_.loop(loop).backedgeCount;
    return back.isValid() ? back : bodyOf(loop);
  }
  // The condition behind the test at the top of a loop; invalid where it has none.
  ExpressionId bodyOf(LoopId loop) const {
    const BlockId header = model_.loop(loop).header;
    if (!header.isValid()) return {};
    const std::vector<BlockId>& next = model_.blocks[header.value].successors;
    ExpressionId body;
    for (const BlockId one : next) {
      LoopId around = model_.blocks[one.value].loop;
      while (around.isValid() && around != loop) around = model_.loop(around).parent;
      if (around.isValid()) body = next.size() == 2 && !body.isValid() ? model_.blocks[one.value].reach : ExpressionId();
    }
    return body;
  }

  bool dependsOn(ExpressionId expression, SymbolId symbol) const {
    if (!expression.isValid()) return false;
    const std::vector<SymbolId> symbols = model_.pool.symbolsOf(expression);
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
  }

  void readThread(const std::array<uint32_t, 3>& block, const std::array<uint32_t, 3>& thread) {
    values_.enter(block, thread);
    const size_t before = objects_.size();
    for (const Gather& gather : gathers_) readLoop(gather, 0);
    const auto first = objects_.begin() + static_cast<ptrdiff_t>(before);
    std::sort(first, objects_.end());
    objects_.erase(std::unique(first, objects_.end()), objects_.end());
  }
  void readLoop(const Gather& gather, size_t depth) {
    if (depth == gather.loops.size()) return readAccess(gather);
    constexpr uint64_t mostRounds = 1 << 20;
    const LoopId loop = gather.loops[depth];
    values_.setCounter(loop, 0);
    const std::optional<uint64_t> back = values_.value(model_.loop(loop).backedgeCount);
    const ExpressionId body = back ? ExpressionId() : bodyOf(loop);
    if (!back && !dependsOn(body, model_.loop(loop).counter)) {
      lost_.insert(gather.access->line);  // it would go on for ever
      return;
    }
    for (uint64_t round = 0; !back || round <= *back; ++round) {
      values_.setCounter(loop, round);
      const std::optional<uint64_t> goesOn = back ? 1 : values_.value(body);
      if (goesOn && *goesOn == 0) break;
      if (!goesOn || round > mostRounds) {
        // How often is not known: nor is it whether the thread comes here at all.
        const std::optional<uint64_t> comes = values_.value(gather.access->guard);
        if (!comes || *comes != 0) lost_.insert(gather.access->line);
        break;
      }
      readLoop(gather, depth + 1);
    }
    values_.setCounter(loop, 0);
  }
  void readAccess(const Gather& gather) {
    const std::optional<uint64_t> comes = values_.value(gather.access->guard);
    if (comes && *comes == 0) return;
    const std::optional<uint64_t> offset = values_.value(gather.access->offset);
    if (!comes || !offset || *offset / gather.bytes >= gather.elements) {
      lost_.insert(gather.access->line);
      return;
    }
    objects_.push_back(static_cast<uint32_t>(gather.base + *offset / gather.bytes));
  }

  std::string placesText() const {
    std::string text;
    for (const Gather& gather : gathers_) text += (text.empty() ? "line " : ", ") + std::to_string(gather.access->line);
    return text;
  }
  std::string lostText() const {
    std::string text;
    for (const uint32_t line : lost_) text += (text.empty() ? ": line " : ", line ") + std::to_string(line);
    return text;
  }

  const KernelModel& model_;
  const CaptureReader& capture_;
  CapturedValues values_;
  std::vector<Gather> gathers_;
  std::vector<uint32_t> objects_;
  uint64_t objectCount_ = 0;
  std::set<uint32_t> lost_;  // lines whose accesses were not followed for some thread
  LaunchTasks result_;
};

}  // namespace

Result<LaunchTasks> tasksOfLaunch(const KernelModel& model, const CaptureReader& capture, std::stop_token stop) {
  return GraphReader(model, capture).read(stop);
}

Result<LaunchTasks> tasksOfLaunch(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                                  const std::string& kernel, const CaptureReader& capture, std::stop_token stop) {
  const LaunchCapture& launch = capture.capture();
  const std::string& wanted = kernel.empty() ? launch.kernel.name : kernel;
  auto units = frontend::findUnits(file, options.flags);
  if (!units.ok()) return units.error();
  frontend::UnitParser parser(options.parse);
  for (frontend::CompileCommand command : *units) {
    if (!options.arch.empty()) command.arch = options.arch;
    auto unit = parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    auto kernels = model::modelKernels(*unit, {}, stop);
    if (!kernels.ok()) return kernels.error();
    for (const model::ParsedKernel& found : *kernels) {
      for (const KernelModel& model : found.models) {
        if (model.name != wanted ||
            (model.mangledName != launch.kernel.mangledName && !model.templateArguments.empty()))
          continue;
        bool fits = true;
        for (size_t d = 0; d < 3; ++d) fits = fits && (!model.block[d] || *model.block[d] == launch.block[d]);
        if (fits) return tasksOfLaunch(model, capture, stop);
      }
    }
  }
  return inputError("There is no kernel `" + wanted + "` with the captured block in " + file.string() + ".");
}

}  // namespace warpwright::reuse
