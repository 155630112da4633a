#include "analysis/passes/compaction/shared_rows.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/language_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/compaction/whole_warps.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::Editor;
using rewrite::KernelText;

LineList lineOf(const Editor& editor, SourceLocation at) {
  return lineText(rewrite::positionAt(*editor.unit(), at).line);
}

/// `alone`: it is a statement of a block, behind which another may stand.
using VisitShared = std::function<void(const VarDecl&, const DeclStmt&, bool alone)>;
void eachShared(const FunctionDecl& kernel, const VisitShared& visit) {
  rewrite::eachPart(kernel.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    const auto* statement = dyn_cast<DeclStmt>(&part);
    if (!statement) return;
    for (const Decl* declared : statement->decls()) {
      const auto* variable = dyn_cast<VarDecl>(declared);
      if (!variable || !variable->hasAttr<CUDASharedAttr>()) continue;
      visit(*variable, *statement, !parents.empty() && isa<CompoundStmt>(parents.back()));
    }
  });
}

bool waitsForBlock(const Stmt& part) {
  const auto* call = dyn_cast<CallExpr>(&part);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->getName() == "__syncthreads" && model::isOfLanguage(*callee);
}

/// May a thread that leaves the kernel leave others to wait at a barrier behind it?
bool mayLeaveBefore(const KernelText& text, const Stmt& body) {
  struct Place {
    uint32_t offset = 0;
    std::set<const Stmt*> loops;
  };
  std::vector<Place> barriers, returns;
  rewrite::eachPart(&body, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    if (!isa<ReturnStmt>(part) && !waitsForBlock(part)) return;
    Place place{text.placeOf(part.getBeginLoc()), {}};
    std::ranges::copy_if(parents, std::inserter(place.loops, place.loops.end()),
                         [](const Stmt* one) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(one); });
    (isa<ReturnStmt>(part) ? returns : barriers).push_back(std::move(place));
  });
  const auto mayCome = [](const Place& left, const Place& barrier) {
    return barrier.offset > left.offset ||
           std::ranges::any_of(left.loops, [&](const Stmt* loop) { return barrier.loops.contains(loop); });
  };
  return std::ranges::any_of(returns, [&](const Place& left) {
    return std::ranges::any_of(barriers, [&](const Place& barrier) { return mayCome(left, barrier); });
  });
}

/// Finds types that a kernel, or a function that it calls, sees memory as which asks for less alignment by its own
/// type:
/// `*(float4*)&tile[0]`. The device code does not show it.
class WiderTypes {
 public:
  WiderTypes(const ASTContext& context, const FunctionDecl& kernel)
      : context_(context), kernel_(kernel), mentions_(rewrite::mentionsOf(kernel.getBody())) {
    lookAt(kernel.getBody());
  }

  /// The most that one of them asks for, in bytes, of memory of this size; 1: none asks for more.
  uint64_t alignmentOf(uint64_t bytes) const {
    uint64_t most = 1;
    for (const auto& [size, alignment] : found_) {
      if (size <= bytes) most = std::max(most, alignment);
    }
    return most;
  }

 private:
  void lookAt(const Stmt* code) {
    frontend::anyPart(code, [&](const Stmt& part) {
      const auto* cast = dyn_cast<CastExpr>(&part);
      if (cast && !isOfArgument(*cast->getSubExpr())) note(*cast);
      const auto* call = dyn_cast<CallExpr>(&part);
      const auto* made = dyn_cast<CXXConstructExpr>(&part);
      const FunctionDecl* callee = call ? call->getDirectCallee() : made ? made->getConstructor() : nullptr;
      const FunctionDecl* definition = nullptr;
      if (callee && callee->hasBody(definition) && seen_.insert(definition).second) lookAt(definition->getBody());
      return false;
    });
  }

  void note(const CastExpr& cast) {
    const bool isReference = cast.getCastKind() == CK_LValueBitCast;
    if (!isReference && cast.getCastKind() != CK_BitCast && cast.getCastKind() != CK_IntegralToPointer) return;
    const QualType to = isReference ? cast.getType() : cast.getType()->getPointeeType();
    if (to.isNull() || to->isIncompleteType() || to->isFunctionType()) return;
    found_.emplace(context_.getTypeSizeInChars(to).getQuantity(), context_.getTypeAlignInChars(to).getQuantity());
  }

  /// Is it memory behind an argument of the kernel, which is not shared?
  bool isOfArgument(const Expr& place) const {
    for (const Expr* at = place.IgnoreParenCasts();; at = at->IgnoreParenCasts()) {
      const auto* sum = dyn_cast<BinaryOperator>(at);
      const auto* element = dyn_cast<ArraySubscriptExpr>(at);
      const auto* taken = dyn_cast<UnaryOperator>(at);
      if (sum && sum->isAdditiveOp()) {
        at = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
      } else if (element && element->getBase()->getType()->isPointerType()) {
        at = element->getBase();
      } else if (taken && (taken->getOpcode() == UO_AddrOf || taken->getOpcode() == UO_Deref)) {
        at = taken->getSubExpr();
      } else {
        const auto* argument = dyn_cast_or_null<ParmVarDecl>(rewrite::namedVariable(at));
        return argument && argument->getDeclContext() == &kernel_ && rewrite::isOnlyRead(mentions_, argument);
      }
    }
  }

  const ASTContext& context_;
  const FunctionDecl& kernel_;
  rewrite::Mentions mentions_;
  std::set<const FunctionDecl*> seen_;
  std::set<std::pair<uint64_t, uint64_t>> found_;  ///< size and alignment
};

/// Are the elements of each row as aligned as they were? Gives what has to be asked for beyond what is declared.
Result<uint64_t> alignmentOf(const Editor& editor, const WiderTypes& wider, const VarDecl& variable) {
  const ASTContext& context = editor.unit()->ast();
  const auto bytes = static_cast<uint64_t>(context.getTypeSizeInChars(variable.getType()).getQuantity());
  const auto declared = static_cast<uint64_t>(context.getDeclAlign(&variable).getQuantity());
  const uint64_t read = wider.alignmentOf(bytes), asked = std::max(declared, read);
  if (bytes % asked == 0) return read > declared ? read : 0;
  return inputError({"%1 has %2 bytes at %3 and asks for an alignment of %4, which another behind it would not have",
                     code(variable.getNameAsString()), bytes, lineOf(editor, variable.getLocation()), asked});
}

}  // namespace

bool SharedRows::mayBeRow(unsigned threads) {
  return threads <= lanesOfWarp && lanesOfWarp % threads == 0;
}

Status SharedRows::findVariables(const Editor& editor, KernelText& text, const model::ParsedKernel& kernel) {
  Status status;
  std::set<uint32_t> seen;
  eachShared(*kernel.pattern, [&](const VarDecl& variable, const DeclStmt& statement, bool alone) {
    const std::string name = variable.getNameAsString();
    const auto refuse = [&](const std::string& what) {
      const LineList at = lineOf(editor, variable.getLocation());
      status = rewrite::allOf({status, inputError({"%1 declares %2 %3", at, code(name), what})});
    };
    const auto place = text.inDefinition(variable.getLocation());
    const auto end = text.inDefinition(statement.getEndLoc());
    if (!place || !end || !alone) return refuse("in a way that is not understood");
    if (!seen.insert(place->begin).second) return;
    // `__shared__` is no part of the statement where it stands in front of the type.
    const uint32_t begin = std::min(text.placeOf(statement.getBeginLoc()),
                                    text.placeOf(variable.getAttr<CUDASharedAttr>()->getLocation()));
    const rewrite::TextRange whole{text.file(), begin, end->end};
    const std::vector<rewrite::RawToken> tokens = editor.tokens(whole);
    if (std::ranges::count(tokens, name, &rewrite::RawToken::text) != 1) return refuse("and names it there again");
    if (!rewrite::typeMentions(*kernel.pattern, variable).empty())
      return refuse("and takes its type: that would be of a reference");
    variables_.push_back({name, text.freshName(name + "_rows"), *place, whole});
  });
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    const WiderTypes wider(editor.unit()->ast(), *instance);
    eachShared(*instance, [&](const VarDecl& variable, const DeclStmt&, bool) {
      const auto place = text.inDefinition(variable.getLocation());
      const auto isIt = [&](const Variable& one) { return place && one.place == *place; };
      const auto own = std::ranges::find_if(variables_, isIt);
      if (own == variables_.end() || !status.ok()) return;
      const Result<uint64_t> alignment = alignmentOf(editor, wider, variable);
      if (alignment.ok()) own->alignment = std::max(own->alignment, *alignment);
      status = alignment.ok() ? Status() : alignment.error();
    });
  }
  return status;
}

Status SharedRows::findBarriers(const Editor& editor, const KernelText& text, const model::ParsedKernel& kernel) {
  Status status;
  frontend::anyPart(kernel.pattern->getBody(), [&](const Stmt& part) {
    if (!waitsForBlock(part)) return false;
    if (const auto place = text.expression(part.getSourceRange())) {
      barriers_.emplace(place->begin, *place);
    } else {
      status = inputError({"%1 spells `__syncthreads` inside a macro", lineOf(editor, part.getBeginLoc())});
    }
    return !status.ok();
  });
  // What names the lanes of a row names those that have left, too: all of them leave, or none.
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    if (!status.ok() || !mayLeaveBefore(text, *instance->getBody())) continue;
    const Status whole = rewrite::keepsWarpsWhole(editor, *instance, {});
    if (!whole.ok()) status = inputError({"others may wait behind: %1", said(whole.error())});
  }
  return status;
}

Result<SharedRows> SharedRows::of(const Editor& editor, KernelText& text, const model::ParsedKernel& kernel,
                                  unsigned threads) {
  SharedRows rows;
  rows.threads_ = threads;
  const Status found =
      rewrite::allOf({rows.findVariables(editor, text, kernel), rows.findBarriers(editor, text, kernel)});
  if (!found.ok()) return found.error();
  if (!rows.areNeeded()) return rows;
  if (Status words = rewrite::areNoMacros(editor, {"auto", "__syncwarp"}); !words.ok()) return words.error();
  return rows;
}

std::string SharedRows::lanesText(const std::string& row) const {
  if (barriers_.empty() || threads_ == lanesOfWarp) return {};
  static constexpr const char* digits[] = {"1", "3", "f", "ff", "ffff"};
  size_t power = 0;
  while (1U << power < threads_) ++power;
  const std::string rowsOfWarp = std::to_string(lanesOfWarp / threads_);
  const std::string first = row + " % " + rowsOfWarp + (threads_ == 1 ? "" : " * " + std::to_string(threads_));
  return "0x" + std::string(digits[power]) + "u << (" + first + ")";
}

void SharedRows::write(Editor& editor, const KernelText& text, unsigned rows, const RowNames& names) const {
  for (const auto& [begin, place] : barriers_)
    editor.replace(place, "__syncwarp(" + (threads_ == lanesOfWarp ? "" : names.lanes) + ")",
                   "the threads of a row wait");
  std::map<rewrite::TextRange, std::string> behind;
  std::map<rewrite::TextRange, uint64_t> alignments;
  for (const Variable& variable : variables_) {
    const rewrite::TextRange& whole = variable.statement;
    editor.replace(variable.place, variable.ofAll + "[" + std::to_string(rows) + "]", "one for each row");
    const bool isOnLine = !text.startsLine(whole.begin) && text.afterComment(whole.end) == whole.end;
    behind[whole] += (isOnLine ? " " : "\n" + text.indentationAt(whole.begin)) + "auto &" + variable.name + " = " +
                     variable.ofAll + "[" + names.row + "];";
    alignments[whole] = std::max(alignments[whole], variable.alignment);
  }
  for (const auto& [whole, references] : behind) {
    editor.insert(whole.file, text.afterComment(whole.end),
                  text.hasCarriageReturns() ? rewrite::withCarriageReturns(references) : references,
                  "that of the thread's row");
  }
  for (const auto& [whole, alignment] : alignments) {
    if (alignment == 0) continue;
    editor.insert(whole.file, whole.begin, "__align__(" + std::to_string(alignment) + ") ", "as its elements are read");
  }
}

}  // namespace warpwright::passes
