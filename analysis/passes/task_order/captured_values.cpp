#include "analysis/passes/task_order/captured_values.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/kernel/bit_vector.h"

namespace warpwright::reuse {

CapturedValues::CapturedValues(const KernelModel& model, const CaptureReader& capture)
    : model_(model),
      capture_(capture),
      counters_(model.loops.size(), 0),
      known_(model.pool.size()),
      depends_(model.pool.size(), 0),
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
  changes_[0] = ++stamp_;
}

void CapturedValues::setCounter(LoopId loop, std::optional<uint64_t> taken) {
  counters_[loop.value] = taken;
  changes_[static_cast<size_t>(std::countr_zero(bitOf(loop)))] = ++stamp_;
}

CapturedValues::Place CapturedValues::placeOf(ObjectId object) const {
  return places_[object.value].value_or(Place{});
}

uint64_t CapturedValues::dependsOn(ExpressionId expression) {
  if (!expression.isValid()) return isLookedAt;
  if (depends_[expression.value] != 0) return depends_[expression.value];
  const ExpressionNode& node = model_.pool.at(expression);
  uint64_t bits = isLookedAt;
  if (node.op == ExpressionOp::symbol) {
    const Symbol& symbol = model_.pool.symbolAt(node.symbol);
    if (symbol.kind == SymbolKind::threadIndex || symbol.kind == SymbolKind::blockIndex) bits |= isOfThread;
    if (symbol.kind == SymbolKind::loopCounter) bits |= bitOf(symbol.loop);
    if (symbol.kind == SymbolKind::loaded) bits |= dependsOn(symbol.address);
  } else if (node.op != ExpressionOp::constant) {
    for (const ExpressionId operand : node.operands) {
      if (operand.isValid()) bits |= dependsOn(operand);
    }
  }
  return depends_[expression.value] = bits;
}

uint64_t CapturedValues::lastChange(uint64_t bits) const {
  uint64_t last = 0;
  for (; bits != 0; bits &= bits - 1) last = std::max(last, changes_[static_cast<size_t>(std::countr_zero(bits))]);
  return last;
}

std::optional<uint64_t> CapturedValues::value(ExpressionId expression) {
  if (!expression.isValid()) return fail({}, Failure::notFollowed);
  const ExpressionNode& node = model_.pool.at(expression);
  if (node.op == ExpressionOp::constant) return node.constant;
  Known& known = known_[expression.value];
  if (known.stamp == 0 || known.stamp < lastChange(dependsOn(expression))) {
    const std::optional<uint64_t> result = compute(node);
    known = {stamp_, result, result ? 0 : cause_};
  }
  if (!known.value) cause_ = known.cause;
  return known.value;
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
  const std::optional<uint64_t> result = bits::apply(node.op, widthOf(node.operands[0]), *left, *right);
  if (!result) fail({}, Failure::notFollowed);
  return result;
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
    case SymbolKind::loopCounter: {
      const std::optional<uint64_t>& taken = counters_[symbol.loop.value];
      if (!taken) return fail(id, Failure::noCounter);
      return *taken & bits::mask(symbol.width);
    }
    case SymbolKind::loaded:
      return load(id);
    case SymbolKind::unknown:
      return fail(id, Failure::notFollowed);
    case SymbolKind::argument:
      break;
  }
  return ofArgument(id);
}

std::optional<uint64_t> CapturedValues::ofArgument(SymbolId id) {
  const Symbol& symbol = model_.pool.symbolAt(id);
  const auto argument = arguments_.find(symbol.name);
  if (argument == arguments_.end() || argument->second->bytes.size() * 8 < symbol.width)
    return fail(id, Failure::notRead);
  uint64_t raw = 0;
  std::memcpy(&raw, argument->second->bytes.data(), std::min<size_t>(sizeof raw, argument->second->bytes.size()));
  return raw & bits::mask(symbol.width);
}

std::optional<uint64_t> CapturedValues::load(SymbolId id) {
  const Symbol& symbol = model_.pool.symbolAt(id);
  if (!symbol.object.isValid()) return fail(id, Failure::notFollowed);
  if (!symbol.neverWritten) return fail(id, Failure::written);
  const std::optional<uint64_t> offset = value(symbol.address);
  if (!offset) return std::nullopt;
  const Place place = placeOf(symbol.object);
  if (!place.memory) return fail(id, Failure::notCaptured);
  const uint64_t at = place.offset + *offset, bytes = (symbol.width + 7u) / 8u;
  const Content& content = contentOf(*place.memory);
  if (!content.isKnown) return fail(id, Failure::notCaptured);
  if (at > content.before.size() || bytes > content.before.size() - at) return fail(id, Failure::pastEnd);
  // Another argument may lead to the same memory.
  if (!content.after.empty() && content.before.compare(at, bytes, content.after, at, bytes) != 0)
    return fail(id, Failure::changed);
  uint64_t raw = 0;
  std::memcpy(&raw, content.before.data() + at, bytes);
  return raw & bits::mask(symbol.width);
}

std::nullopt_t CapturedValues::fail(SymbolId id, Failure failure) {
  const auto [known, isNew] = causes_.try_emplace({id, failure}, static_cast<uint32_t>(reasons_.size()));
  cause_ = known->second;
  if (!isNew) return std::nullopt;
  const Symbol* symbol = id.isValid() ? &model_.pool.symbolAt(id) : nullptr;
  const std::string object =
      symbol && symbol->object.isValid() ? "`" + model_.object(symbol->object).name + "`" : std::string();
  switch (failure) {
    case Failure::notFollowed:
      reasons_.push_back(symbol && !symbol->reason.empty() ? toText(symbol->reason)
                                                           : "an address that is not understood");
      break;
    case Failure::written:
      reasons_.push_back("the kernel writes " + object);
      break;
    case Failure::notCaptured:
      reasons_.push_back(object + " is not in the capture");
      break;
    case Failure::pastEnd:
      reasons_.push_back(object + " is read past its end");
      break;
    case Failure::changed:
      reasons_.push_back(object + " changes during the launch");
      break;
    case Failure::notRead:
      reasons_.push_back("the argument `" + symbol->name + "` cannot be read");
      break;
    case Failure::noCounter:
      reasons_.push_back("how often a loop goes round is not known");
      break;
  }
  return std::nullopt;
}

const CapturedValues::Content& CapturedValues::contentOf(const CapturedMemory& memory) {
  auto [known, isNew] = contents_.try_emplace(&memory);
  Content& content = known->second;
  if (!isNew) return content;
  const auto append = [](std::string& to) { return [&to](uint64_t, std::string_view bytes) { to += bytes; }; };
  content.isKnown = capture_.read(memory.before, append(content.before)).ok();
  if (memory.after != memory.before && memory.after.size() == memory.before.size())
    content.isKnown = content.isKnown && capture_.read(memory.after, append(content.after)).ok();
  if (content.after.size() != content.before.size()) content.after.clear();
  return content;
}

}  // namespace warpwright::reuse
