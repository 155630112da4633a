#include "analysis/analyzer/finding_cache.h"

#include <charconv>

#include "core/base/hash.h"

namespace warpwright::analysis {
namespace {

// "subscript=m@348": the line after the @ moves too.
std::string moveCheck(const std::string& check, int64_t distance) {
  const size_t at = check.find('@');
  int64_t line = 0;
  if (at == std::string::npos) return check;
  const auto [end, error] = std::from_chars(check.data() + at + 1, check.data() + check.size(), line);
  if (error != std::errc()) return check;
  return check.substr(0, at + 1) + std::to_string(line + distance) + std::string(end, check.data() + check.size());
}

// Hashes values of a model field by field; lines of the kernel's own file are relative to its first.
class ContentHash {
 public:
  ContentHash(const std::string& file, uint32_t firstLine) : file_(file), firstLine_(firstLine) {}

  uint64_t value() const { return hash_; }
  bool sawOtherFile() const { return sawOtherFile_; }

  void number(uint64_t value) {
    hash_ ^= value + 0x9e3779b97f4a7c15u + (hash_ << 6) + (hash_ >> 2);
    hash_ *= 0x100000001b3u;
  }
  void text(const std::string& value) { hash_ = hashText(value, hash_ ^ value.size()); }
  void message(const Message& value) {
    Message moved = value;
    visitPlaces(moved, [&](SourcePosition& at) {
      if (!at.file.empty() && at.file != file_) return position(at);
      if (at.isValid()) at.line -= firstLine_;
    });
    text(toText(moved));
  }
  void line(uint32_t value) { number(value == 0 ? 0 : value - firstLine_ + 1); }
  template <typename Tag>
  void id(Id<Tag> value) {
    number(value.value);
  }
  template <typename T>
  void optional(const std::optional<T>& value) {
    number(value.has_value());
    if (value) number(static_cast<uint64_t>(*value));
  }
  void position(const SourcePosition& value) {
    if (!value.isValid()) return number(0);
    if (value.file != file_) {
      sawOtherFile_ = true;
      text(value.file);
    }
    number(value.file == file_ ? value.line - firstLine_ : value.line);
    number(value.column);
  }
  void range(const SourceRange& value) {
    position(value.begin);
    number(value.endLine - value.begin.line);
    number(value.endColumn);
  }

  void pool(const ExpressionPool& pool) {
    number(pool.size());
    for (uint32_t i = 0; i < pool.size(); ++i) {
      const ExpressionNode& node = pool.at(ExpressionId{i});
      number(static_cast<uint64_t>(node.op) << 8 | node.width);
      number(node.constant);
      id(node.symbol);
      for (const ExpressionId operand : node.operands) id(operand);
    }
    number(pool.symbolCount());
    for (uint32_t i = 0; i < pool.symbolCount(); ++i) symbol(pool.symbolAt(SymbolId{i}));
  }

  void symbol(const Symbol& symbol) {
    number(static_cast<uint64_t>(symbol.kind) << 16 | symbol.width << 8 | symbol.dimension);
    text(moveCheck(symbol.name, -static_cast<int64_t>(firstLine_)));  // "round@31": a counter is named by its line
    id(symbol.loop);
    id(symbol.object);
    id(symbol.address);
    id(symbol.decidedBy);
    number(symbol.neverWritten << 1 | symbol.uniform);
    message(symbol.reason);
    line(symbol.line);
    optional(symbol.minimum);
    optional(symbol.maximum);
  }

  void object(const MemoryObject& object) {
    number(static_cast<uint64_t>(object.space) << 8 | object.escapes << 3 | object.isDynamic << 2 |
           object.isVolatile << 1 | object.neverWritten);
    text(object.name);
    text(object.elementType);
    number(object.elementBytes);
    for (const uint64_t extent : object.extents) number(extent);
    number(object.bytes);
    number(static_cast<uint64_t>(object.argumentIndex));
    range(object.declaration);
    for (const SourceUse& use : object.uses) {
      number(static_cast<uint64_t>(use.kind) << 8 | use.inMacro << 1 | use.unevaluated);
      range(use.range);
      text(use.text);
      text(use.function);
      for (const AccessId access : use.accesses) id(access);
    }
    message(object.unknownReason);
    position(object.unknownAt);
  }

  void access(const Access& access) {
    id(access.object);
    number(static_cast<uint64_t>(access.kind) << 8 | access.isVolatile << 1 | access.isVectorPart);
    number(access.bytes);
    id(access.offset);
    for (const ExpressionId subscript : access.subscripts) id(subscript);
    id(access.guard);
    id(access.block);
    number(access.order);
    id(access.loop);
    range(access.range);
    text(access.text);
    line(access.line);
    for (const SourcePosition& site : access.inlinedAt) position(site);
    message(access.unknownReason);
  }

  void launch(const Launch& launch) {
    for (const auto& extent : launch.grid) optional(extent);
    for (const auto& extent : launch.block) optional(extent);
    optional(launch.sharedBytes);
    for (const auto& argument : launch.arguments) optional(argument);
    number(launch.fromUser);
    // A launch moves on its own when host code is edited; its place is told only where something is not known of it.
    if (launch.unknownReason.empty()) return;
    position(launch.at);
    message(launch.unknownReason);
  }

  void model(const KernelModel& model) {
    for (const std::string* name :
         {&model.qualifiedName, &model.signature, &model.mangledName, &model.templateArguments}) {
      text(*name);
    }
    for (const std::string& name : model.parameterNames) text(name);
    for (const Launch& one : model.launches) launch(one);
    for (const auto& extent : model.block) optional(extent);
    optional(model.maxThreads);
    number(model.hasErrors);
    message(model.unknownReason);
    pool(model.pool);
    for (const MemoryObject& one : model.objects) object(one);
    for (const Access& one : model.accesses) access(one);
    for (const Loop& loop : model.loops) {
      id(loop.parent);
      id(loop.counter);
      id(loop.backedgeCount);
      optional(loop.constantTripCount);
      number(static_cast<uint64_t>(loop.weight * 1024));
      id(loop.header);
      range(loop.range);
    }
    for (const Barrier& barrier : model.barriers) {
      number(static_cast<uint64_t>(barrier.kind));
      text(barrier.text);
      range(barrier.range);
      line(barrier.line);
      id(barrier.guard);
      id(barrier.block);
      number(barrier.order);
      id(barrier.loop);
    }
    for (const OpaqueCall& call : model.calls) {
      text(call.name);
      range(call.range);
      line(call.line);
      id(call.block);
      number(call.order);
      number(call.touchesMemory << 1 | call.isWarpCollective);
    }
    for (const BasicBlock& block : model.blocks) {
      for (const BlockId successor : block.successors) id(successor);
      id(block.loop);
      id(block.reach);
      number(block.successors.size());
    }
    for (const auto* symbols : {&model.threadIndex, &model.blockIndex, &model.blockSize, &model.gridSize}) {
      for (const SymbolId one : *symbols) id(one);
    }
  }

 private:
  std::string file_;
  uint32_t firstLine_;
  uint64_t hash_ = hashText("warpwright finding");
  bool sawOtherFile_ = false;
};

// The kernel's own lines of the text it stands in.
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

FindingCache::Key FindingCache::keyOf(const model::ParsedKernel& kernel, const std::string& salt) {
  const SourceRange& definition = kernel.models.front().definition;
  Key key{0, definition.begin.file, definition.begin.line};
  ContentHash hash(key.file, key.firstLine);
  hash.text(salt);
  if (Result<std::string> text = kernel.unit->text(key.file); text.ok()) {
    hash.text(std::string(textOfKernel(*text, key.firstLine, definition.endLine)));
  }
  for (const KernelModel& model : kernel.models) hash.model(model);
  // Text that names lines of another file must not be moved with the kernel.
  if (hash.sawOtherFile()) hash.number(key.firstLine);
  hash.text(key.file);
  key.content = hash.value();
  return key;
}

std::optional<std::vector<Opportunity>> FindingCache::find(const Key& key) const {
  const auto entry = entries_.find(key.content);
  if (entry == entries_.end()) return std::nullopt;
  std::vector<Opportunity> findings = entry->second.findings;
  const int64_t distance = static_cast<int64_t>(key.firstLine) - entry->second.firstLine;
  for (Opportunity& finding : findings) {
    finding.proofSeconds = 0;
    if (distance == 0) continue;
    visitPlaces(finding, [&](SourcePosition& at) {
      if (at.isValid() && (at.file.empty() || at.file == key.file)) at.line += static_cast<uint32_t>(distance);
    });
    if (finding.range.begin.file == key.file) finding.range.endLine += static_cast<uint32_t>(distance);
    for (Assumption& assumption : finding.assumptions) assumption.check = moveCheck(assumption.check, distance);
  }
  return findings;
}

void FindingCache::keep(const Key& key, const std::vector<Opportunity>& findings) {
  // A long editing session leaves entries of texts that are gone; they are cheap, but not free.
  if (entries_.size() > 4096) entries_.clear();
  entries_[key.content] = {key.firstLine, findings};
}

}  // namespace warpwright::analysis
