#include "analysis/passes/shared_table/table_reads.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "analysis/model/source_text.h"

namespace warpwright::passes {
namespace {

/// Which values of a model differ between the threads of a block.
class Values {
 public:
  explicit Values(const KernelModel& model) : model_(model) {}

  /// By more than indices of threads, which a program knows when it is written.
  bool dependOnData(ExpressionId value) const {
    return std::ranges::any_of(model_.pool.symbolsOf(value), [&](SymbolId id) {
      const Symbol& symbol = model_.pool.symbolAt(id);
      return (symbol.kind == SymbolKind::loaded || symbol.kind == SymbolKind::unknown) && differs(symbol);
    });
  }

 private:
  bool differ(ExpressionId value) const {
    return !value.isValid() || std::ranges::any_of(model_.pool.symbolsOf(value),
                                                   [&](SymbolId id) { return differs(model_.pool.symbolAt(id)); });
  }

  bool differs(const Symbol& symbol) const {
    switch (symbol.kind) {
      case SymbolKind::threadIndex:
        return true;
      case SymbolKind::loaded:
        return isOfThread(symbol.object) || differ(symbol.address);
      case SymbolKind::unknown:
        return !symbol.uniform && differ(symbol.decidedBy);
      default:
        return false;
    }
  }

  /// Memory that each thread has for itself: what it holds at one place is another thing in another thread.
  bool isOfThread(ObjectId object) const {
    return object.isValid() && model_.object(object).space == MemorySpace::local;
  }

  const KernelModel& model_;
};

}  // namespace

DataReads::DataReads(const model::ParsedKernel& kernel) : kernel_(kernel) {
  for (const KernelModel& model : kernel.models) {
    const Values values(model);
    for (const Access& access : model.accesses) {
      if (access.kind != AccessKind::read || !access.object.isValid()) continue;
      if (access.offset.isValid() && !values.dependOnData(access.offset)) continue;
      places_.insert(access.range.begin);
    }
  }
}

bool DataReads::has(const rewrite::TableRead& read) const {
  return places_.contains(model::SourceText(*kernel_.unit).range(read.element->getSourceRange()).begin);
}

bool DataReads::leadInto(const KernelModel& model, ObjectId object) const {
  return std::ranges::any_of(model.accesses, [&](const Access& access) {
    return access.object == object && access.kind == AccessKind::read && places_.contains(access.range.begin);
  });
}

const MemoryObject* objectOf(const model::ParsedKernel& kernel, const KernelModel& model,
                             const rewrite::LookupTable& table) {
  const model::SourceText text(*kernel.unit);
  // Names tell less: there may be two of one name.
  const auto isDeclared = [&](const MemoryObject& object) {
    return std::ranges::any_of(table.variable->redecls(), [&](const clang::VarDecl* one) {
      return object.declaration == text.range({one->getLocation(), one->getEndLoc()});
    });
  };
  const auto found = std::ranges::find_if(model.objects, [&](const MemoryObject& object) {
    return object.argumentIndex < 0 && object.name == table.name() && isDeclared(object);
  });
  return found == model.objects.end() ? nullptr : &*found;
}

}  // namespace warpwright::passes
