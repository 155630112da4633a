// The text of launches: their arguments, and their extents one by one.
#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

// Where a token stands in the text of a file: an argument of a macro where it is written, a token of a macro's body
// where the macro is used.
SourceLocation inText(const SourceManager& sources, SourceLocation location, bool isLast) {
  while (location.isMacroID()) {
    if (sources.isMacroArgExpansion(location)) {
      location = sources.getImmediateSpellingLoc(location);
    } else {
      const CharSourceRange use = sources.getImmediateExpansionRange(location);
      location = isLast ? use.getEnd() : use.getBegin();
    }
  }
  return location;
}

bool isInMacroBody(const SourceManager& sources, SourceLocation location) {
  while (location.isMacroID()) {
    if (!sources.isMacroArgExpansion(location)) return true;
    location = sources.getImmediateSpellingLoc(location);
  }
  return false;
}

// The first two tokens behind some bytes of a text that ends at `end`; fewer where there are no more.
std::vector<RawToken> nextTwo(const Editor& editor, const TextRange& bytes, uint32_t end) {
  for (uint32_t size = 64;; size *= 4) {
    const uint32_t last = std::min(end, bytes.end + size);
    std::vector<RawToken> next = editor.tokens({bytes.file, bytes.end, last});
    if (next.size() >= 2 || last == end) return next;
  }
}

// The text of a whole part of the launch, macros as they are used; an error where it is only a part of a macro.
Result<TextRange> wholeText(const Editor& editor, const LaunchSite& site, const Expr& expression) {
  const SourceManager& sources = editor.unit()->ast().getSourceManager();
  const LangOptions& options = editor.unit()->ast().getLangOpts();
  const SourceLocation inFile = inText(sources, site.call->getConfig()->getBeginLoc(), false);
  const SourceLocation begin = inText(sources, expression.getBeginLoc(), false);
  const SourceLocation last = inText(sources, expression.getEndLoc(), true);
  const LineList at = lineText(positionAt(*editor.unit(), begin));
  if (begin.isInvalid() || sources.getFileID(begin) != sources.getFileID(inFile) ||
      sources.getFileID(last) != sources.getFileID(begin)) {
    return inputError(at + " does not spell this part of the launch");
  }
  const TextRange bytes{fileNameAt(*editor.unit(), begin), sources.getFileOffset(begin),
                        sources.getFileOffset(last) + Lexer::MeasureTokenLength(last, sources, options)};
  const auto end = static_cast<uint32_t>(editor.textOf(bytes.file).size());
  const std::vector<RawToken> next = nextTwo(editor, bytes, end);
  const bool isEnd = next.size() > 1 && next[0].is(">>") && next[1].is(">");  // `>> >`, as some formatters leave it
  const bool isWhole =
      isEnd || (!next.empty() && (next[0].is(",") || next[0].is(")") || next[0].is("}") || next[0].is(">>>")));
  if (!isWhole) return inputError(at + " spells more than one part of the launch in a macro");
  return bytes;
}

// What a dim3 argument is made from: the converted expression, copies and implicit nodes aside.
const Expr* madeFrom(const Expr* argument) {
  for (const Expr* expression = argument;;) {
    const Expr* inner = expression->IgnoreImplicit();
    if (const auto* list = dyn_cast<InitListExpr>(inner); list && list->getNumInits() == 1) inner = list->getInit(0);
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner)) {
      const auto* made = dyn_cast<CXXConstructExpr>(cast->getSubExpr()->IgnoreImplicit());
      return made ? static_cast<const Expr*>(made) : inner;
    }
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    if (!made || isa<CXXTemporaryObjectExpr>(made) || made->isListInitialization() || made->getNumArgs() == 0)
      return inner;
    if (made->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(made->getArg(1))) return inner;
    expression = made->getArg(0);
  }
}

bool isOneToken(const Editor& editor, const TextRange& bytes) {
  return editor.tokens(bytes).size() == 1;
}

/// The whole text of one of the expressions that a launch is written with.
Result<TextRange> partOfLaunch(const Editor& editor, const LaunchSite& site, const Expr* part) {
  const CallExpr* configuration = site.call->getConfig();
  const LineList at = lineText(site.at);
  if (!part || isa<CXXDefaultArgExpr>(part)) return inputError(at + " does not spell this part of the launch");
  if (isInMacroBody(editor.unit()->ast().getSourceManager(), configuration->getBeginLoc()))
    return inputError(at + " launches the kernel inside a macro, which others may use too");
  if (const std::string macro = stringisedBy(editor, site.call->getBeginLoc()); !macro.empty())
    return inputError(at + " launches the kernel in an argument of `" + macro + "`, which makes a text of it");
  Result<TextRange> whole = wholeText(editor, site, *part);
  std::vector<const Expr*> parts(configuration->arg_begin(), configuration->arg_end());
  parts.insert(parts.end(), site.call->arg_begin(), site.call->arg_end());
  for (const Expr* other : parts) {
    if (!whole.ok() || other == part || isa<CXXDefaultArgExpr>(other)) continue;
    const Result<TextRange> text = wholeText(editor, site, *other);
    if (text.ok() && text->begin < whole->end && whole->begin < text->end)
      return inputError(at + " spells more than one part of the launch in a macro");
  }
  return whole;
}

}  // namespace

Result<TextRange> configurationArgument(const Editor& editor, const LaunchSite& site, unsigned index) {
  const CallExpr* configuration = site.call->getConfig();
  const bool isThere = configuration && index < configuration->getNumArgs();
  return partOfLaunch(editor, site, isThere ? configuration->getArg(index) : nullptr);
}

Result<TextRange> kernelArgument(const Editor& editor, const LaunchSite& site, unsigned index) {
  const bool isThere = site.call->getConfig() && index < site.call->getNumArgs();
  return partOfLaunch(editor, site, isThere ? site.call->getArg(index) : nullptr);
}

namespace {

/// Where one extent of a launch stands.
struct ExtentPlace {
  TextRange place;
  std::string value;              ///< the extent: "64", "block.y"
  bool isProduct = false;         ///< may be divided without parentheses
  bool isWide = false;            ///< it may have more bits than a launch takes
  const Expr* named = nullptr;    ///< the variable that holds the whole shape; null: the extent itself stands there
  std::string name;               ///< and how it is written
  const Expr* effects = nullptr;  ///< what is evaluated for it
};

// Names, numbers, members, calls, products and quotients bind as tightly as a division behind them. `bitor` and its
// like are words, but operators.
bool isProduct(const Editor& editor, const TextRange& bytes) {
  static const std::set<std::string_view> tight = {".", "->", "::", "*", "/", "%"};
  static const std::set<std::string_view> loose = {"and",    "and_eq",   "bitand",   "bitor", "compl",  "not",
                                                   "not_eq", "or",       "or_eq",    "xor",   "xor_eq", "new",
                                                   "delete", "co_await", "co_yield", "throw"};
  int depth = 0;
  for (const RawToken& token : editor.tokens(bytes)) {
    const bool opens = token.is("(") || token.is("["), closes = token.is(")") || token.is("]");
    depth += opens ? 1 : closes ? -1 : 0;
    const bool isName = token.isIdentifier && !loose.contains(token.text);
    const bool isNumber = !token.text.empty() && std::isdigit(static_cast<unsigned char>(token.text[0]));
    if (depth == 0 && !opens && !closes && !isName && !isNumber && !tight.contains(token.text)) return false;
    const bool isLoose = token.isIdentifier && isMacroName(editor, token.text) && !bindsTightly(editor, token.text);
    if (depth == 0 && isLoose) return false;
  }
  return true;
}

/// One extent that is written out.
ExtentPlace writtenExtent(const Editor& editor, const TextRange& bytes, const Expr* value) {
  const QualType type = value->IgnoreParenImpCasts()->getType();
  const ASTContext& context = editor.unit()->ast();
  Expr::EvalResult known;
  const bool isWide = !type->isDependentType() && type->isIntegerType() && context.getIntWidth(type) > 32 &&
                      !(!value->isValueDependent() && value->IgnoreParenImpCasts()->EvaluateAsInt(known, context) &&
                        known.Val.getInt().getActiveBits() <= 32);
  return {bytes, std::string(editor.textOf(bytes)), isProduct(editor, bytes), isWide, nullptr, {}, value};
}

/// A shape as a launch is given it.
struct GivenShape {
  const LaunchSite& site;
  LineList at;       ///< of the launch
  std::string noun;  ///< "grid"
  TextRange whole;   ///< the argument of the launch
};

/// One of the extents that `dim3(…)` is made of.
Result<ExtentPlace> extentOf(const Editor& editor, const GivenShape& shape, const CXXConstructExpr& made,
                             unsigned index) {
  if (index >= made.getNumArgs() || isa<CXXDefaultArgExpr>(made.getArg(index))) {
    return inputError(shape.at + " does not spell this extent of the " + shape.noun);
  }
  const Result<TextRange> extent = wholeText(editor, shape.site, *made.getArg(index));
  if (!extent.ok()) return extent.error();
  // Two extents that one macro spells, or an extent that is the macro of the whole shape.
  for (unsigned i = 0; i < made.getNumArgs(); ++i) {
    if (i == index || isa<CXXDefaultArgExpr>(made.getArg(i))) continue;
    const Result<TextRange> other = wholeText(editor, shape.site, *made.getArg(i));
    if (!other.ok()) return other.error();
    if (other->begin < extent->end && extent->begin < other->end) {
      return inputError(shape.at + " spells several extents of the " + shape.noun + " in one macro");
    }
  }
  if (extent->begin == shape.whole.begin && extent->end == shape.whole.end) {
    return inputError(shape.at + " spells the " + shape.noun + "'s shape in a macro");
  }
  const Expr* written = made.getArg(index)->IgnoreImplicit()->IgnoreParens();
  const auto* converts = dyn_cast<CXXMemberCallExpr>(written);
  if ((converts && isa_and_nonnull<CXXConversionDecl>(converts->getMethodDecl())) ||
      written->getType()->isEnumeralType())
    return inputError(shape.at + " makes the " + shape.noun +
                      "'s shape of something that may have operators of its own");
  return writtenExtent(editor, *extent, made.getArg(index));
}

Result<ExtentPlace> extentAt(const Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension) {
  const unsigned argument = shape == LaunchShape::grid ? 0 : 1;
  const std::string noun = shape == LaunchShape::grid ? "grid" : "block";
  const Result<TextRange> whole = configurationArgument(editor, site, argument);
  if (!whole.ok()) return whole.error();
  const LineList at = lineText(site.at);
  const Expr* given = madeFrom(site.call->getConfig()->getArg(argument));
  if (given->getType()->isEnumeralType())  // which may have operators of its own
    return inputError(at + " makes the " + noun + "'s shape of an enumeration");
  if (given->getType()->isIntegralOrEnumerationType()) {
    if (dimension != 0) return inputError(at + " launches " + noun + "s of one row");
    return writtenExtent(editor, *whole, given);
  }
  TextRange written = *whole;
  if (const auto* made = dyn_cast<CXXConstructExpr>(given); made && made->getConstructor()->isCopyOrMoveConstructor()) {
    given = made->getArg(0)->IgnoreParenImpCasts();  // `dim3(block)`
    const Result<TextRange> copied = wholeText(editor, site, *given);
    if (!copied.ok()) return copied.error();
    written = *copied;
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(given)) {
    if (made->getConstructor()->isCopyOrMoveConstructor())
      return inputError(at + " makes the " + noun + "'s shape in a way that is not understood");
    return extentOf(editor, {site, at, noun, *whole}, *made, static_cast<unsigned>(dimension));
  }
  if (!isa<DeclRefExpr>(given) && !isa<MemberExpr>(given)) {
    return inputError(at + " computes the " + noun + "'s shape in a call");
  }
  if (hasEffects(given, editor.unit()->ast())) return inputError(at + " changes something while it names the " + noun);
  const std::string name(editor.textOf(written));
  if (!isa<MemberExpr>(given) && !isOneToken(editor, written)) {
    return inputError(at + " makes the " + noun + "'s shape in a way that is not understood");
  }
  return ExtentPlace{*whole, name + "." + "xyz"[dimension], true, false, given, name, given};
}

// Without what a launch leaves out of a wide number, which must neither be divided nor allocated for.
std::string asLaunched(const ExtentPlace& extent) {
  return extent.isWide ? "unsigned(" + extent.value + ")" : extent.value;
}

// With brackets where a product would take it apart.
std::string asFactor(const ExtentPlace& extent) {
  return extent.isProduct ? extent.value : "(" + extent.value + ")";
}

// Writes another value in the place of an extent, and what else the shape has beside it.
Status changeExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, const std::string& note,
                    const std::function<std::string(const ExtentPlace&)>& change) {
  const Result<ExtentPlace> extent = extentAt(editor, site, shape, dimension);
  if (!extent.ok()) return extent.error();
  const std::string value = change(*extent);
  std::string all;
  for (int d = 0; d < 3; ++d) all += (d ? ", " : "") + (d == dimension ? value : extent->name + "." + "xyz"[d]);
  editor.replace(extent->place, extent->named ? "dim3(" + all + ")" : value, note);
  return {};
}

}  // namespace

Status divideExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, unsigned divisor,
                    bool roundsUp) {
  const std::string by = std::to_string(divisor), more = std::to_string(divisor - 1);
  return changeExtent(editor, site, shape, dimension, "it is smaller", [&](const ExtentPlace& extent) {
    const std::string operand = extent.isWide ? asLaunched(extent) : asFactor(extent);
    return (roundsUp ? "(" + operand + " + " + more + ")" : operand) + " / " + by;
  });
}

Status multiplyExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, unsigned factor) {
  return changeExtent(editor, site, shape, dimension, "it is larger",
                      [&](const ExtentPlace& extent) { return asFactor(extent) + " * " + std::to_string(factor); });
}

Status wrapExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, const std::string& before,
                  const std::string& behind, const std::string& note) {
  return changeExtent(editor, site, shape, dimension, note,
                      [&](const ExtentPlace& extent) { return before + asLaunched(extent) + behind; });
}

Result<std::string> extentText(const Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension) {
  const Result<ExtentPlace> extent = extentAt(editor, site, shape, dimension);
  if (!extent.ok()) return extent.error();
  const LineList at = lineText(site.at);
  const unsigned argument = shape == LaunchShape::grid ? 0 : 1;
  const auto isOtherCall = [&](const CUDAKernelCallExpr* instance) {
    return instance != site.call && hasEffects(instance->getConfig()->getArg(argument), editor.unit()->ast());
  };
  if (hasEffects(extent->effects, editor.unit()->ast()) ||
      std::any_of(site.instances.begin(), site.instances.end(), isOtherCall)) {
    return inputError(at + " computes the shape with a call: keep it in a variable");
  }
  if (!extent->effects->IgnoreImpCasts()->getType()->isIntegralOrEnumerationType() && !extent->named) {
    return inputError(at + " computes the shape with floating-point numbers: keep it in a variable");
  }
  if (Status may = mayStandTwice(editor, extent->place, *extent->effects); !may.ok())
    return inputError({"%1 has a shape that cannot be written twice: %2", at, said(may.error())});
  const ASTContext& context = editor.unit()->ast();
  Expr::EvalResult folded;
  const bool isNumber = !extent->effects->isValueDependent() && extent->effects->EvaluateAsInt(folded, context);
  const auto mayChange = [&](const Expr* argument) { return hasEffects(argument, context); };
  // `<<<dim3{g, g += 3}, 64>>>`: what stands beside the extent may change it, too, before the kernel gets its text.
  const auto changesAny = [&](const CUDAKernelCallExpr* call) {
    return std::ranges::any_of(call->arguments(), mayChange) ||
           std::ranges::any_of(call->getConfig()->arguments(), mayChange);
  };
  if (!isNumber && (changesAny(site.call) || std::ranges::any_of(site.instances, changesAny))) {
    return inputError(at + " may change the shape while it computes an argument: compute that before the launch");
  }
  return asLaunched(*extent);
}

}  // namespace warpwright::rewrite
