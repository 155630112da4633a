#include "analysis/passes/task_order/traced_tasks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analysis/passes/task_order/indirect_accesses.h"
#include "analysis/passes/task_order/task_lists.h"
#include "core/base/number_text.h"

namespace warpwright::reuse {
namespace {

using memsim::EventKind;
using memsim::TraceEvent;

/// What a model says of a load, store or atomic of an object at a line.
class ToldAccesses {
 public:
  explicit ToldAccesses(const CapturedModel* model) {
    if (!model || !model->model.unknownReason.empty()) return;
    const IndirectAccesses indirect(model->model, model->paths);
    for (const Access& access : model->model.accesses) {
      if (!access.object.isValid()) continue;
      const Key key{lineOf(model->model, access), access.kind, model->model.object(access.object).name};
      const std::vector<ObjectId> through = indirect.indexArraysOf(access);
      if (!through.empty()) {
        gathers_.insert(key);
      } else {
        (isFollowed(model->model, access.offset) ? others_ : unknown_).insert(key);
      }
      for (const ObjectId array : through) indexArrays.insert(model->model.object(array).name);
    }
  }
  enum class Answer : uint8_t { gather, other, unknown };
  Answer of(const memsim::TraceSite& site, const memsim::SitePlace& place) const {
    const AccessKind kind = site.kind == EventKind::load    ? AccessKind::read
                            : site.kind == EventKind::store ? AccessKind::write
                                                            : AccessKind::atomic;
    const Key key{place.at.line, kind, place.object};
    if (gathers_.contains(key)) return Answer::gather;
    return others_.contains(key) && !unknown_.contains(key) ? Answer::other : Answer::unknown;
  }
  std::set<std::string> indexArrays;

 private:
  using Key = std::tuple<uint32_t, AccessKind, std::string>;
  static bool isFollowed(const KernelModel& model, ExpressionId offset) {
    if (!offset.isValid()) return false;
    const std::vector<SymbolId> symbols = model.pool.symbolsOf(offset);
    return std::none_of(symbols.begin(), symbols.end(),
                        [&](SymbolId id) { return model.pool.symbolAt(id).kind == SymbolKind::unknown; });
  }
  std::set<Key> gathers_, others_, unknown_;
};

class TraceReader {
 public:
  TraceReader(const memsim::TouchTrace& trace, const CapturedModel* model) : trace_(trace), told_(model) {}

  Result<LaunchTasks> read(const std::stop_token& stop) {
    if (!findArrays(stop)) return cancelledError();
    if (objectCount_ == 0) {
      return inputError(
          {"No thread of `%1` reads an array by an index that it has loaded, of what the launch does not write: its "
           "tasks are no graph.",
           trace_.kernel});
    }
    if (objectCount_ >= UINT32_MAX)
      return inputError("The data has more than 4 billion elements; that is not supported.");
    TaskLists lists;
    for (const std::vector<TraceEvent>& thread : trace_.threads) {
      if (lists.taskCount() % 4096 == 0 && stop.stop_requested()) return cancelledError();
      Cursor cursor;
      for (const TraceEvent event : thread) addElements(event, cursor, lists);
      lists.endTask();
      if (lists.isTooLarge())
        return inputError({"The launch picks more than %1 elements. Trace a smaller launch.", countText(mostPicks)});
    }
    LaunchTasks result;
    result.tasksPerBlock = trace_.block[0] * trace_.block[1] * trace_.block[2];
    result.graph = lists.take(objectCount_);
    result.indexArrays.assign(told_.indexArrays.begin(), told_.indexArrays.end());
    for (const auto& [piece, array] : arrays_) result.data.push_back(array.name);
    std::sort(result.data.begin(), result.data.end());
    return result;
  }

 private:
  /// A piece of memory whose elements tasks share.
  struct Array {
    std::string name;
    uint64_t base = 0, bytes = ~uint64_t{0};  // its first object among all, and what an element takes
  };

  // Null: the address is in no piece (of shared memory, of a stack).
  const memsim::TouchTrace::Piece* pieceOf(uint64_t address) const {
    const auto& pieces = trace_.pieces;
    const auto behind = std::upper_bound(pieces.begin(), pieces.end(), address,
                                         [](uint64_t a, const auto& piece) { return a < piece.address; });
    if (behind == pieces.begin()) return nullptr;
    const memsim::TouchTrace::Piece& piece = *std::prev(behind);
    return address - piece.address < piece.bytes ? &piece : nullptr;
  }

  // Which sites touch which pieces, and what that makes of both. False: asked to stop.
  bool findArrays(const std::stop_token& stop) {
    std::set<std::pair<uint32_t, const memsim::TouchTrace::Piece*>> seen;
    size_t count = 0;
    for (const std::vector<TraceEvent>& thread : trace_.threads) {
      if (++count % 4096 == 0 && stop.stop_requested()) return false;
      std::pair<uint32_t, const memsim::TouchTrace::Piece*> last{~0u, nullptr};
      for (const TraceEvent event : thread) {
        const uint64_t address = memsim::addressOf(event);
        const uint32_t site = memsim::siteOf(event);
        if (last.first == site && last.second && address - last.second->address < last.second->bytes) continue;
        last = {site, pieceOf(address)};
        if (last.second) seen.insert(last);
      }
    }
    std::set<const memsim::TouchTrace::Piece*> written;
    for (const auto& [site, piece] : seen) {
      if (trace_.sites[site].kind != EventKind::load) written.insert(piece);
    }
    for (const auto& [site, piece] : seen) {
      const ToldAccesses::Answer told = told_.of(trace_.sites[site], trace_.places[site]);
      if (told == ToldAccesses::Answer::other || (told == ToldAccesses::Answer::unknown && written.contains(piece)))
        continue;
      const std::string& object = trace_.places[site].object;
      Array& array = arrays_.try_emplace(piece, Array{object.empty() ? piece->name : object}).first->second;
      array.bytes = std::min<uint64_t>(array.bytes, std::max(1u, trace_.sites[site].bytes));
      counted_.insert({site, piece});
    }
    for (auto& [piece, array] : arrays_) {
      array.base = objectCount_;
      objectCount_ += (piece->bytes + array.bytes - 1) / array.bytes;
    }
    return true;
  }

  /// What the last event was about: the next one mostly is about the same.
  struct Cursor {
    uint32_t site = ~0u;
    const memsim::TouchTrace::Piece* piece = nullptr;
    const Array* array = nullptr;  // null: not counted
  };
  void addElements(TraceEvent event, Cursor& now, TaskLists& lists) const {
    const uint32_t site = memsim::siteOf(event);
    const uint64_t address = memsim::addressOf(event);
    if (site != now.site || !now.piece || address - now.piece->address >= now.piece->bytes) {
      now = {site, pieceOf(address), nullptr};
      if (now.piece && counted_.contains({site, now.piece})) now.array = &arrays_.at(now.piece);
    }
    if (!now.array) return;
    const uint64_t size = now.array->bytes, at = address - now.piece->address;
    const uint64_t end = std::min(now.piece->bytes, at + std::max(1u, trace_.sites[site].bytes));
    for (uint64_t element = at / size; element * size < end; ++element) lists.pick(now.array->base + element);
  }

  const memsim::TouchTrace& trace_;
  const ToldAccesses told_;
  std::map<const memsim::TouchTrace::Piece*, Array> arrays_;  // by address: pieces lie in one vector
  std::set<std::pair<uint32_t, const memsim::TouchTrace::Piece*>> counted_;
  uint64_t objectCount_ = 0;
};

}  // namespace

Result<LaunchTasks> tasksOfTrace(const memsim::TouchTrace& trace, const CapturedModel* model, std::stop_token stop) {
  return TraceReader(trace, model).read(stop);
}

}  // namespace warpwright::reuse
