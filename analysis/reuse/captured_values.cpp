#include "analysis/reuse/captured_values.h"

#include <algorithm>
#include <cstring>

#include "core/kernel/bit_vector.h"

namespace warpwright::reuse {

CapturedValues::CapturedValues(const KernelModel& model, const CaptureReader& capture)
    : model_(model),
      capture_(capture),
      counters_(model.loops.size(), 0),
      known_(model.pool.size()),
      places_(model.objects.size()) {
  std::vector<const CapturedArgument*> inOrder;
  for (const CapturedArgument& argument : capture.capture().arguments) inOrder.push_back(&argument);
  std::sort(inOrder.begin(), inOrder.end(), [](const auto* a, const auto* b) { return a->offset < b->offset; });
  for (size_t i = 0; i < std::min(inOrder.size(), model.parameterNames.size()); ++i) {
    arguments_[model.parameterNames[i]] = inOrder[i];
  }
  for (const MemoryObject& object : model.objects) {
    if (object.argumentIndex < 0 || static_cast<size_t>(object.argumentIndex) >= inOrder.size()) continue;
    const CapturedArgument& argument = *inOrder[static_cast<size_t>(object.argumentIndex)];
    uint64_t address = 0;
    if (argument.bytes.size() != sizeof address) continue;
    std::memcpy(&address, argument.bytes.data(), sizeof address);
    for (const CapturedMemory& memory : capture.capture().memory) {
      if (address < memory.address || address >= memory.address + memory.size) continue;
      places_[object.id.value] = Place{&memory, address - memory.address};
    }
  }
}

void CapturedValues::enter(const std::array<uint32_t, 3>& block, const std::array<uint32_t, 3>& thread) {
  block_ = block;
  thread_ = thread;
  ++moment_;
}

void CapturedValues::setCounter(LoopId loop, uint64_t taken) {
  counters_[loop.value] = taken;
  ++moment_;
}

CapturedValues::Place CapturedValues::placeOf(ObjectId object) const {
  return places_[object.value].value_or(Place{});
}

std::optional<uint64_t> CapturedValues::value(ExpressionId expression) {
  if (!expression.isValid()) return std::nullopt;
  if (known_[expression.value].moment == moment_) return known_[expression.value].value;
  const std::optional<uint64_t> result = compute(model_.pool.at(expression));
  known_[expression.value] = {moment_, result};
  return result;
}

std::optional<uint64_t> CapturedValues::compute(const ExpressionNode& node) {
  const auto widthOf = [&](ExpressionId id) { return model_.pool.at(id).width; };
  switch (node.op) {
    case ExpressionOp::constant:
      return node.constant;
    case ExpressionOp::symbol:
      return ofSymbol(node.symbol);
    case ExpressionOp::select: {
      const std::optional<uint64_t> condition = value(node.operands[0]);
      if (!condition) return std::nullopt;
      return value(node.operands[*condition ? 1 : 2]);
    }
    case ExpressionOp::zext:
      return value(node.operands[0]);
    case ExpressionOp::sext: {
      const std::optional<uint64_t> inner = value(node.operands[0]);
      if (!inner) return std::nullopt;
      return bits::signExtend(*inner, widthOf(node.operands[0])) & bits::mask(node.width);
    }
    case ExpressionOp::trunc: {
      const std::optional<uint64_t> inner = value(node.operands[0]);
      if (!inner) return std::nullopt;
      return *inner & bits::mask(node.width);
    }
    default:
      break;
  }
  const std::optional<uint64_t> left = value(node.operands[0]);
  // One side may decide without the other, as conditions of the source do.
  const bool isAnd = node.op == ExpressionOp::bitAnd, isOr = node.op == ExpressionOp::bitOr;
  if (left && node.width == 1 && ((isAnd && *left == 0) || (isOr && *left == 1))) return left;
  const std::optional<uint64_t> right = value(node.operands[1]);
  if (right && node.width == 1 && ((isAnd && *right == 0) || (isOr && *right == 1))) return right;
  if (!left || !right) return std::nullopt;
  return bits::apply(node.op, widthOf(node.operands[0]), *left, *right);
}

std::optional<uint64_t> CapturedValues::ofSymbol(SymbolId id) {
  const Symbol& symbol = model_.pool.symbolAt(id);
  const LaunchCapture& launch = capture_.capture();
  switch (symbol.kind) {
    case SymbolKind::threadIndex:
      return thread_[symbol.dimension];
    case SymbolKind::blockIndex:
      return block_[symbol.dimension];
    case SymbolKind::blockSize:
      return launch.block[symbol.dimension];
    case SymbolKind::gridSize:
      return launch.grid[symbol.dimension];
    case SymbolKind::loopCounter:
      return counters_[symbol.loop.value] & bits::mask(symbol.width);
    case SymbolKind::loaded:
      return load(symbol);
    case SymbolKind::unknown:
      return std::nullopt;
    case SymbolKind::argument:
      break;
  }
  const auto argument = arguments_.find(symbol.name);
  if (argument == arguments_.end() || argument->second->bytes.size() * 8 < symbol.width) return std::nullopt;
  uint64_t raw = 0;
  std::memcpy(&raw, argument->second->bytes.data(), std::min<size_t>(sizeof raw, argument->second->bytes.size()));
  return raw & bits::mask(symbol.width);
}

std::optional<uint64_t> CapturedValues::load(const Symbol& symbol) {
  if (!symbol.object.isValid() || !symbol.neverWritten) return std::nullopt;
  const std::optional<uint64_t> offset = value(symbol.address);
  const Place place = placeOf(symbol.object);
  if (!offset || !place.memory) return std::nullopt;
  const uint64_t at = place.offset + *offset, bytes = (symbol.width + 7u) / 8u;
  if (at > place.memory->size || bytes > place.memory->size - at) return std::nullopt;
  const std::string* content = contentOf(*place.memory);
  if (!content || at + bytes > content->size()) return std::nullopt;
  uint64_t raw = 0;
  std::memcpy(&raw, content->data() + at, bytes);
  return raw & bits::mask(symbol.width);
}

const std::string* CapturedValues::contentOf(const CapturedMemory& memory) {
  auto [known, isNew] = contents_.try_emplace(&memory);
  if (isNew) {
    std::string content;
    const Status read = capture_.read(memory.before, [&](uint64_t, std::string_view bytes) { content += bytes; });
    if (read.ok()) known->second = std::move(content);
  }
  return known->second ? &*known->second : nullptr;
}

}  // namespace warpwright::reuse
