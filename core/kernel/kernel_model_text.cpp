#include "core/kernel/kernel_model.h"

namespace warpwright {
namespace {

const char* toText(MemorySpace space) {
  switch (space) {
    case MemorySpace::shared:
      return "shared";
    case MemorySpace::global:
      return "global";
    case MemorySpace::local:
      return "local";
    case MemorySpace::constant:
      return "constant";
    case MemorySpace::parameter:
      return "parameter";
    case MemorySpace::generic:
      return "generic";
  }
  return "?";
}

const char* toText(AccessKind kind) {
  switch (kind) {
    case AccessKind::read:
      return "read";
    case AccessKind::write:
      return "write";
    case AccessKind::atomic:
      return "atomic";
  }
  return "?";
}

const char* toText(SourceUse::Kind kind) {
  switch (kind) {
    case SourceUse::Kind::subscript:
      return "subscript";
    case SourceUse::Kind::dereference:
      return "dereference";
    case SourceUse::Kind::plainVariable:
      return "plain variable";
    case SourceUse::Kind::addressTaken:
      return "address taken";
    case SourceUse::Kind::passedOn:
      return "passed on";
    case SourceUse::Kind::other:
      return "other";
  }
  return "?";
}

const char* toText(Barrier::Kind kind) {
  switch (kind) {
    case Barrier::Kind::block:
      return "block";
    case Barrier::Kind::warp:
      return "warp";
    case Barrier::Kind::other:
      return "other";
  }
  return "?";
}

std::string number(uint32_t value) {
  return std::to_string(value);
}

template <typename Tag>
std::string named(const char* prefix, Id<Tag> id) {
  return id.isValid() ? prefix + number(id.value) : std::string(prefix) + '?';
}

/// "line:column", with the last part of the file name where it is another file than the kernel's.
std::string place(const SourcePosition& position, const std::string& home) {
  if (!position.isValid()) return "?";
  std::string text = number(position.line) + ':' + number(position.column);
  if (position.file == home) return text;
  const auto slash = position.file.find_last_of('/');
  return position.file.substr(slash == std::string::npos ? 0 : slash + 1) + ':' + text;
}

template <typename T>
std::string shape(const std::array<std::optional<T>, 3>& sizes) {
  std::string text;
  for (const auto& size : sizes) text += (text.empty() ? "(" : ",") + (size ? std::to_string(*size) : "_");
  return text + ')';
}

/// Writes a whole model; the order is that of the model's vectors.
class ModelWriter {
 public:
  explicit ModelWriter(const KernelModel& model) : model_(model), home_(model.definition.begin.file) {}

  std::string write() {
    head();
    for (const Launch& launch : model_.launches) write(launch);
    for (const MemoryObject& object : model_.objects) write(object);
    for (const Loop& loop : model_.loops) write(loop);
    for (const BasicBlock& block : model_.blocks) write(block);
    for (const Access& access : model_.accesses) write(access);
    for (const Barrier& barrier : model_.barriers) write(barrier);
    for (const OpaqueCall& call : model_.calls) write(call);
    symbols();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + '\n'; }
  std::string expression(ExpressionId id) const { return id.isValid() ? model_.pool.text(id) : "?"; }

  void head() {
    line("kernel " + model_.name + model_.templateArguments + " " + model_.signature + " at " +
         place(model_.nameAt, home_));
    line("  block " + shape(model_.block) + (model_.maxThreads ? " at most " + number(*model_.maxThreads) : "") +
         (model_.hasErrors ? " HAS ERRORS" : ""));
    if (!model_.unknownReason.empty()) line("  unknown: " + toText(model_.unknownReason));
  }

  void write(const Launch& launch) {
    std::string text = "launch " + (launch.fromUser ? std::string("by the user") : "at " + place(launch.at, home_)) +
                       " grid " + shape(launch.grid) + " block " + shape(launch.block) + " shared " +
                       (launch.sharedBytes ? std::to_string(*launch.sharedBytes) : "_");
    std::string arguments;
    for (const auto& argument : launch.arguments) {
      arguments += (arguments.empty() ? "" : ", ") + (argument ? std::to_string(*argument) : "_");
    }
    if (!arguments.empty()) text += " arguments (" + arguments + ")";
    if (!launch.unknownReason.empty()) text += " | " + toText(launch.unknownReason);
    line(text);
  }

  void write(const MemoryObject& object) {
    std::string text =
        named("o", object.id) + " " + toText(object.space) + " " + object.name + ": " + object.elementType;
    for (const uint64_t extent : object.extents) text += '[' + std::to_string(extent) + ']';
    text += ", element " + number(object.elementBytes) + ", bytes " + std::to_string(object.bytes);
    if (object.isDynamic) text += ", dynamic";
    if (object.isVolatile) text += ", volatile";
    if (object.neverWritten) text += ", never written";
    if (object.argumentIndex >= 0) text += ", argument " + std::to_string(object.argumentIndex);
    if (object.declaration.isValid()) text += ", at " + place(object.declaration.begin, home_);
    line(text);
    for (const SourceUse& use : object.uses) write(use);
    if (!object.unknownReason.empty()) line("    unknown: " + toText(object.unknownReason));
  }

  void write(const SourceUse& use) {
    std::string text =
        std::string("    ") + toText(use.kind) + " `" + use.text + "` at " + place(use.range.begin, home_);
    if (use.function != model_.name) text += " in " + use.function;
    if (use.inMacro) text += ", in a macro";
    if (use.unevaluated) text += ", not evaluated";
    text += " ->";
    for (const AccessId access : use.accesses) text += ' ' + named("a", access);
    line(text);
  }

  void write(const Loop& loop) {
    std::string text = named("l", loop.id);
    if (loop.parent.isValid()) text += " in " + named("l", loop.parent);
    text += " at " + place(loop.range.begin, home_) + " header " + named("b", loop.header) + " counter ";
    text += loop.counter.isValid() ? model_.pool.symbolAt(loop.counter).name : "?";
    text += " back edges " + expression(loop.backedgeCount);
    if (loop.constantTripCount) text += " trips " + std::to_string(*loop.constantTripCount);
    line(text);
  }

  void write(const BasicBlock& block) {
    std::string text = named("b", block.id) + " ->";
    for (const BlockId successor : block.successors) text += ' ' + named("b", successor);
    if (block.loop.isValid()) text += " in " + named("l", block.loop);
    line(text + " reach " + expression(block.reach));
  }

  void write(const Access& access) {
    std::string text = named("a", access.id) + " " + toText(access.kind) + " ";
    text += access.object.isValid() ? model_.object(access.object).name : "?";
    text += " +" + expression(access.offset);
    if (!access.subscripts.empty()) text += " sub";
    for (const ExpressionId subscript : access.subscripts) text += " [" + expression(subscript) + ']';
    text += ", " + number(access.bytes) + " bytes, " + named("b", access.block) + ":" + number(access.order);
    if (access.loop.isValid()) text += " in " + named("l", access.loop);
    text += " `" + access.text + "` at " +
            (access.range.isValid() ? place(access.range.begin, home_) : "line " + number(access.line));
    for (const SourcePosition& call : access.inlinedAt) text += " from " + place(call, home_);
    if (access.isVolatile) text += ", volatile";
    if (access.isVectorPart) text += ", part";
    if (access.guard.isValid() && !model_.pool.isConstant(access.guard, 1)) text += " if " + expression(access.guard);
    if (!access.unknownReason.empty()) text += " | " + toText(access.unknownReason);
    line(text);
  }

  void write(const Barrier& barrier) {
    std::string text = std::string("barrier ") + number(barrier.id.value) + " " + toText(barrier.kind) + " `" +
                       barrier.text + "` at " +
                       (barrier.range.isValid() ? place(barrier.range.begin, home_) : "line " + number(barrier.line)) +
                       " " + named("b", barrier.block) + ":" + number(barrier.order);
    if (barrier.loop.isValid()) text += " in " + named("l", barrier.loop);
    if (barrier.guard.isValid() && !model_.pool.isConstant(barrier.guard, 1))
      text += " if " + expression(barrier.guard);
    line(text);
  }

  void write(const OpaqueCall& call) {
    line("call " + call.name + " line " + number(call.line) + " " + named("b", call.block) + ":" + number(call.order) +
         (call.isWarpCollective ? " warp collective" : "") + (call.touchesMemory ? " touches memory" : ""));
  }

  /// Symbols whose name does not say all.
  void symbols() {
    for (uint32_t i = 0; i < model_.pool.symbolCount(); ++i) {
      const Symbol& symbol = model_.pool.symbolAt(SymbolId{i});
      if (symbol.kind == SymbolKind::unknown) {
        line("symbol " + symbol.name + " unknown" + (symbol.uniform ? " but uniform" : "") +
             (symbol.decidedBy.isValid() ? " but decided by " + expression(symbol.decidedBy) : "") + ": " +
             toText(symbol.reason));
      } else if (symbol.kind == SymbolKind::loaded) {
        line("symbol " + symbol.name + " loaded from " +
             (symbol.object.isValid() ? model_.object(symbol.object).name : "?") + " +" + expression(symbol.address) +
             (symbol.neverWritten ? ", never written" : ""));
      }
    }
  }

  const KernelModel& model_;
  const std::string home_;
  std::string out_;
};

}  // namespace

std::string toText(const KernelModel& model) {
  return ModelWriter(model).write();
}

}  // namespace warpwright
