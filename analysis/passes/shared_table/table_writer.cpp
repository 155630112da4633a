#include "analysis/passes/shared_table/table_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/shared_table/table_place.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/style/text_layout.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr const char* note = "looked up in shared memory";
constexpr const char* suffix = "_shared";

/// A declaration that may make names mean something else behind it: `using namespace other;`.
const Stmt* givesNames(const FunctionDecl& function) {
  const Stmt* found = nullptr;
  frontend::anyPart(function.getBody(), [&](const Stmt& part) {
    const auto* declares = dyn_cast<DeclStmt>(&part);
    if (declares && llvm::any_of(declares->decls(), [](const Decl* one) {
          return !isa<VarDecl, TypedefNameDecl, TagDecl, StaticAssertDecl>(one);
        }))
      found = declares;
    return found != nullptr;
  });
  return found;
}

/// A table with the places that name its copy from now on.
struct CopiedTable {
  const LookupTable* table = nullptr;
  std::set<TextRange> ofKernel, ofFunctions;
  std::optional<TablePlace> declaration;  ///< where functions are told of the copy
};

class TableWriter {
 public:
  TableWriter(Editor& editor, const model::ParsedKernel& kernel, const Functions& called, KernelText& text)
      : editor_(editor), called_(called), pattern_(*kernel.pattern), text_(text) {
    for (const FunctionDecl* instance : model::instancesOf(kernel)) {
      const FunctionDecl* definition = nullptr;
      if (instance->hasBody(definition)) own_.insert(definition);
    }
  }

  Status write(const std::vector<LookupTable>& tables, const std::vector<ArgumentTable>& behindArguments) {
    Functions changed;
    std::vector<CopiedTable> copied;
    for (const LookupTable& table : tables) copied.push_back(placesOf(table, changed));
    Result<CalledCopies> copies = CalledCopies();
    if (!changed.empty()) copies = copyCalled(editor_, own_, called_, changed, {"looks tables up", suffix, note});
    if (!copies.ok()) {
      for (CopiedTable& one : copied) one.ofFunctions.clear();
    }
    std::erase_if(copied, [](const CopiedTable& one) { return one.ofKernel.empty() && one.ofFunctions.empty(); });
    const bool isNone = copied.empty() && behindArguments.empty();
    if (isNone && !copies.ok()) return copies.error();
    if (isNone) return inputError("macros spell where they are looked up, or functions cannot be told of a copy");
    nameAll();
    for (const CopiedTable& one : copied) {
      if (Status could = copy(one); !could.ok()) return could;
    }
    for (const ArgumentTable& one : behindArguments) {
      if (Status could = copy(one); !could.ok()) return could;
    }
    return finish(copies.ok() ? *std::move(copies) : CalledCopies());
  }

 private:
  CopiedTable placesOf(const LookupTable& table, Functions& changed) const {
    CopiedTable copied{&table, {}, {}, {}};
    // Another instance may do more there than to read.
    std::set<TextRange> others;
    for (const DeclRefExpr* name : table.others) {
      if (const auto place = editor_.locate(name->getSourceRange()); place.ok()) others.insert(*place);
    }
    for (const TableRead& read : table.reads) {
      const Result<TextRange> place = editor_.locate(read.name->getSourceRange());
      if (!place.ok() || others.contains(*place)) continue;
      if (own_.contains(read.function)) {
        if (place->file == text_.file()) copied.ofKernel.insert(*place);
        continue;
      }
      if (!copied.declaration) copied.declaration = placeBehind(editor_, *table.variable);
      if (!copied.declaration) continue;
      copied.ofFunctions.insert(*place);
      changed.insert(read.function);
    }
    return copied;
  }

  void nameAll() {
    thread_ = text_.freshName("thread");
    threads_ = text_.freshName("threads");
    index_ = text_.freshName("element");
  }

  Status copy(const CopiedTable& copied) {
    const LookupTable& table = *copied.table;
    const bool isForFunctions = !copied.ofFunctions.empty();
    const std::string base = table.name() + suffix;
    std::string own = isForFunctions ? editor_.freshName(base) : text_.freshName(base), extents;
    for (const uint64_t extent : table.extents()) extents += "[" + std::to_string(extent) + "]";
    if (isForFunctions) {
      editor_.insert(copied.declaration->file, copied.declaration->offset,
                     copied.declaration->before + "static __shared__ " + copied.declaration->type + " " + own +
                         extents + ";" + copied.declaration->behind,
                     note);
      own.insert(0, copied.declaration->qualifier);
    } else {
      const Result<std::string> type =
          typeText(*editor_.unit(), table.type(), {&pattern_, pattern_.getBody()->getBeginLoc(), true});
      if (!type.ok()) return inputError({"the type of %1: %2", code(table.name()), said(type.error())});
      declarations_.push_back("__shared__ " + *type + " " + own + extents + ";");
    }
    for (const TextRange& place : copied.ofKernel) inKernel_.replace(place, own, note);
    for (const TextRange& place : copied.ofFunctions) inFunctions_.replace(place, own, note);
    const std::string source =
        copied.ofKernel.empty() ? sourceOf(copied) : std::string(text_.between(*copied.ofKernel.begin()));
    // Compiled in another way, the table may have another size.
    declarations_.push_back("static_assert(sizeof(" + own + ") == sizeof(" + source + "), \"\");");
    const std::string at = subscriptsOf(index_, table.extents());
    fill(table.elements(), own + at, source + at);
    return {};
  }

  Status copy(const ArgumentTable& table) {
    if (const Status free = areNoMacros(editor_, {table.name()}); !free.ok()) return free.error();
    const Result<std::string> type =
        typeText(*editor_.unit(), table.type(), {&pattern_, pattern_.getBody()->getBeginLoc(), true});
    if (!type.ok()) return inputError({"the type of %1: %2", code(table.name()), said(type.error())});
    const std::string own = text_.freshName(table.name() + suffix), at = "[" + index_ + "]";
    declarations_.push_back("__shared__ " + *type + " " + own + "[" + std::to_string(table.elements) + "];");
    fill(table.elements, own + at, table.name() + at);
    led_.push_back(table.name() + " = " + own + ";");
    return {};
  }

  void fill(uint64_t elements, const std::string& to, const std::string& from) {
    fills_.push_back("for (unsigned " + index_ + " = " + thread_ + "; " + index_ + " < " + std::to_string(elements) +
                     "; " + index_ + " += " + threads_ + ") " + to + " = " + from + ";");
  }

  /// The table by a name that no argument of the kernel has.
  static std::string sourceOf(const CopiedTable& copied) {
    const std::string& qualifier = copied.declaration->qualifier;
    return (qualifier.empty() ? "::" : qualifier) + copied.table->name();
  }

  Status finish(const CalledCopies& copies) {
    for (const std::string& file : copies.calls.files()) {
      for (const TextEdit& edit : copies.calls.of(file)) {
        const bool isKernels = file == text_.file() && edit.offset >= text_.begin() && edit.offset < text_.end();
        Edits& into = isKernels ? inKernel_ : inFunctions_;
        into.replace({file, edit.offset, edit.offset + edit.length}, edit.replacement, edit.note);
      }
    }
    insertLines();
    if (Status may = text_.check(inKernel_); !may.ok()) return may;
    for (const TextEdit& edit : inKernel_.of(text_.file()))
      editor_.replace({text_.file(), edit.offset, edit.offset + edit.length}, edit.replacement, edit.note);
    writeCopies(editor_, copies, inFunctions_);
    return {};
  }

  void insertLines() {
    const std::string outer = text_.indentationAt(text_.bodyEnd()) + text_.step();
    std::vector<std::string> lines = declarations_;
    lines.push_back("const unsigned " + threads_ + " = blockDim.x * blockDim.y * blockDim.z;");
    lines.push_back("const unsigned " + thread_ +
                    " = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);");
    lines.insert(lines.end(), fills_.begin(), fills_.end());
    lines.push_back("__syncthreads();");
    lines.insert(lines.end(), led_.begin(), led_.end());
    std::string all;
    for (const std::string& line : lines) all += "\n" + outer + line;
    const uint32_t at = text_.afterComment(text_.bodyBegin());
    const std::string_view next = text_.between(at, at + 1);
    if (next != "\n" && next != "\r") all += "\n" + outer;
    inKernel_.replace({text_.file(), at, at}, text_.hasCarriageReturns() ? withCarriageReturns(all) : all, note);
  }

  Editor& editor_;
  const Functions& called_;
  const FunctionDecl& pattern_;
  KernelText& text_;
  Functions own_;
  std::string thread_, threads_, index_;
  std::vector<std::string> declarations_, fills_, led_;
  Edits inKernel_, inFunctions_;
};

}  // namespace

Status writeTables(Editor& editor, const model::ParsedKernel& kernel, const Functions& called,
                   const std::vector<LookupTable>& tables, const std::vector<ArgumentTable>& behindArguments) {
  const FunctionDecl& pattern = *kernel.pattern;
  const Status words = areNoMacros(editor, {"unsigned", "const", "for", "threadIdx", "blockDim", "x", "y", "z",
                                            "__syncthreads", "static_assert", "sizeof"});
  if (!words.ok()) return words.error();
  if (const std::string hidden = hiddenBuiltIn(editor, pattern); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  if (const Stmt* gives = givesNames(pattern))
    return inputError(
        {"%1 gives names another meaning", lineText(positionAt(*editor.unit(), gives->getBeginLoc()).line)});
  Result<KernelText> text = KernelText::of(editor, pattern, KernelText::Directives::betweenStatements);
  if (!text.ok()) return text.error();
  return TableWriter(editor, kernel, called, *text).write(tables, behindArguments);
}

}  // namespace warpwright::rewrite
