// Each structure is taken apart by a binding that names all of its fields: one that is added or taken away is an error
// of the compiler here, so that no key can forget it.
#include "analysis/analyzer/finding_grounds.h"

#include <array>
#include <bit>
#include <concepts>
#include <optional>
#include <type_traits>

#include "analysis/analyzer/digest.h"

namespace warpwright::analysis {
namespace {

/// A line of the kernel's file that is no part of a position.
struct Line {
  uint32_t number = 0;
};

class GroundsDigest {
 public:
  GroundsDigest(const std::string& file, uint32_t firstLine) : file_(file), firstLine_(firstLine) {}

  template <typename... Values>
  void all(const Values&... values) {
    (add(values), ...);
  }

  std::string value() {
    // Text that names lines of another file must not be moved with the kernel.
    if (sawOtherFile_) add(firstLine_);
    return digest_.value();
  }

 private:
  template <std::integral Number>
  void add(Number value) {
    digest_.add(static_cast<uint64_t>(value));
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void add(Enum value) {
    digest_.add(static_cast<uint64_t>(value));
  }
  void add(double value) { digest_.add(std::bit_cast<uint64_t>(value)); }
  void add(std::string_view text) { digest_.add(text); }
  void add(const std::string& text) { digest_.add(text); }
  void add(Line line) { add(line.number == 0 ? 0 : line.number - firstLine_ + 1); }
  void add(const Message& message) {
    Message moved = message;
    visitPlaces(moved, [&](SourcePosition& at) {
      if (!at.file.empty() && at.file != file_) return add(at);
      if (at.isValid()) at.line -= firstLine_;
    });
    add(toText(moved));
  }
  template <typename Tag>
  void add(Id<Tag> id) {
    add(id.value);
  }
  template <typename Value>
  void add(const std::optional<Value>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <typename Value>
  void add(const std::vector<Value>& list) {
    add(list.size());
    for (const Value& value : list) add(value);
  }
  template <typename Value, size_t Size>
  void add(const std::array<Value, Size>& list) {
    for (const Value& value : list) add(value);
  }

  void add(const SourcePosition& position) {
    const auto& [file, line, column] = position;
    add(position.isValid());
    if (!position.isValid()) return;
    add(file == file_);
    if (file != file_) {
      sawOtherFile_ = true;
      add(file);
    }
    add(file == file_ ? line - firstLine_ : line);
    add(column);
  }
  void add(const SourceRange& range) {
    const auto& [begin, endLine, endColumn] = range;
    all(begin, endLine - begin.line, endColumn);
  }

  void add(const ExpressionPool& pool) {
    add(pool.size());
    for (uint32_t i = 0; i < pool.size(); ++i) add(pool.at(ExpressionId{i}));
    add(pool.symbolCount());
    for (uint32_t i = 0; i < pool.symbolCount(); ++i) add(pool.symbolAt(SymbolId{i}));
  }
  void add(const ExpressionNode& node) {
    const auto& [op, width, constant, symbol, operands] = node;
    all(op, width, constant, symbol, operands);
  }
  void add(const Symbol& one) {
    const auto& [kind, width, dimension, name, stem, loop, object, address, neverWritten, reason, line, uniform,
                 decidedBy, minimum, maximum] = one;
    // A name that tells the line is made of the stem and the line.
    all(kind, width, dimension, stem, stem.empty() ? name : std::string(), loop, object, address, neverWritten, reason,
        Line{line}, uniform, decidedBy, minimum, maximum);
  }

  void add(const SourceUse& use) {
    const auto& [kind, range, text, function, inMacro, accesses, unevaluated] = use;
    all(kind, range, text, function, inMacro, accesses, unevaluated);
  }
  void add(const MemoryObject& object) {
    const auto& [id, space, name, elementType, elementBytes, extents, bytes, isDynamic, isVolatile, neverWritten,
                 argumentIndex, declaration, uses, unknownReason, unknownAt, escapes, showsAddress] = object;
    all(id, space, name, elementType, elementBytes, extents, bytes, isDynamic, isVolatile, neverWritten, argumentIndex,
        declaration, uses, unknownReason, unknownAt, escapes, showsAddress);
  }
  void add(const Access& access) {
    const auto& [id, object, kind, bytes, alignment, addsFloats, offset, subscripts, guard, block, order, loop, range,
                 text, line, inlinedAt, isVolatile, isVectorPart, unknownReason] = access;
    all(id, object, kind, bytes, alignment, addsFloats, offset, subscripts, guard, block, order, loop, range, text,
        Line{line}, inlinedAt, isVolatile, isVectorPart, unknownReason);
  }
  void add(const Loop& loop) {
    const auto& [id, parent, counter, backedgeCount, constantTripCount, weight, header, range] = loop;
    all(id, parent, counter, backedgeCount, constantTripCount, weight, header, range);
  }
  void add(const Barrier& barrier) {
    const auto& [id, kind, text, range, line, guard, block, order, loop] = barrier;
    all(id, kind, text, range, Line{line}, guard, block, order, loop);
  }
  void add(const OpaqueCall& call) {
    const auto& [name, range, line, block, order, touchesMemory, isWarpCollective] = call;
    all(name, range, Line{line}, block, order, touchesMemory, isWarpCollective);
  }
  void add(const BasicBlock& block) {
    const auto& [id, successors, loop, reach] = block;
    all(id, successors, loop, reach);
  }
  void add(const Launch& launch) {
    const auto& [at, grid, block, sharedBytes, arguments, fromUser, unknownReason, openReason] = launch;
    all(grid, block, sharedBytes, arguments, fromUser, unknownReason.empty(), openReason.empty());
    // A launch moves on its own when host code is edited; its place is told only where something is not known of it.
    if (!unknownReason.empty()) all(at, unknownReason, openReason);
  }
  void add(const KernelModel& model) {
    const auto& [name, qualifiedName, signature, mangledName, templateArguments, definition, nameAt, parameterNames,
                 launches, block, maxThreads, hasErrors, unknownReason, pool, objects, accesses, loops, barriers, calls,
                 blocks, threadIndex, blockIndex, blockSize, gridSize] = model;
    all(name, qualifiedName, signature, mangledName, templateArguments, definition, nameAt, parameterNames, launches,
        block, maxThreads, hasErrors, unknownReason, pool, objects, accesses, loops, barriers, calls, blocks,
        threadIndex, blockIndex, blockSize, gridSize);
  }

  void add(const Device& device) {
    // Where its numbers come from changes nothing.
    [[maybe_unused]] const auto& [name, arch, multiprocessors, warpSize, maxThreadsPerBlock,
                                  maxThreadsPerMultiprocessor, maxBlocksPerMultiprocessor, registersPerMultiprocessor,
                                  maxRegistersPerThread, registerAllocationUnit, registersByBlock, addressBits,
                                  warpAllocationGranularity, sharedPerMultiprocessor, sharedPerBlock,
                                  sharedReservedPerBlock, sharedAllocationUnit, unifiedCacheBytes, l1LineBytes,
                                  sectorBytes, l1FillSectors, l1CachesGlobalLoads, sharedCarveOuts, l2Bytes,
                                  processingClusters, mergedRequests, constantBytes, clockGHz, dramGBs, l2BytesPerClock,
                                  latencyL1, latencyL2, latencyDram, fp32Lanes, fp64Lanes, intLanes, sfuLanes,
                                  integrated, coherent, sources] = device;
    all(name, arch, multiprocessors, warpSize, maxThreadsPerBlock, maxThreadsPerMultiprocessor,
        maxBlocksPerMultiprocessor, registersPerMultiprocessor, maxRegistersPerThread, registerAllocationUnit,
        registersByBlock, addressBits, warpAllocationGranularity, sharedPerMultiprocessor, sharedPerBlock,
        sharedReservedPerBlock, sharedAllocationUnit, unifiedCacheBytes, l1LineBytes, sectorBytes, l1FillSectors,
        l1CachesGlobalLoads, sharedCarveOuts, l2Bytes, processingClusters, mergedRequests, constantBytes, clockGHz,
        dramGBs, l2BytesPerClock, latencyL1, latencyL2, latencyDram, fp32Lanes, fp64Lanes, intLanes, sfuLanes,
        integrated, coherent);
  }

  std::string file_;
  uint32_t firstLine_;
  Digest digest_;
  bool sawOtherFile_ = false;
};

/// The kernel's own lines of the text it stands in.
std::string_view textOfKernel(std::string_view text, uint32_t firstLine, uint32_t lastLine) {
  size_t begin = 0;
  for (uint32_t line = 1; line < firstLine; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return {};
    ++begin;
  }
  size_t end = begin;
  for (uint32_t line = firstLine; line <= lastLine; ++line) {
    end = text.find('\n', end);
    if (end == std::string_view::npos) return text.substr(begin);
    ++end;
  }
  return text.substr(begin, end - begin);
}

}  // namespace

std::string digestOf(const std::vector<KernelModel>& models, std::string_view text, const std::string& file,
                     uint32_t firstLine) {
  GroundsDigest digest(file, firstLine);
  digest.all(file, text, models);
  return digest.value();
}

std::string digestOf(const Device& device) {
  GroundsDigest digest({}, 0);
  digest.all(device);
  return digest.value();
}

FindingGrounds groundsOf(const model::ParsedKernel& kernel, const Surroundings& around, const Device& device) {
  const SourceRange& definition = kernel.models.front().definition;
  FindingGrounds grounds;
  grounds.file = definition.begin.file;
  grounds.firstLine = definition.begin.line;
  const Result<std::string> text = kernel.unit->text(grounds.file);
  grounds.kernel = digestOf(kernel.models,
                            text.ok() ? textOfKernel(*text, grounds.firstLine, definition.endLine) : std::string_view(),
                            grounds.file, grounds.firstLine);
  grounds.openLaunches = toText(kernel.openLaunches);
  grounds.directives = around.directives;
  grounds.launches = around.everything;
  grounds.device = digestOf(device);
  return grounds;
}

}  // namespace warpwright::analysis
