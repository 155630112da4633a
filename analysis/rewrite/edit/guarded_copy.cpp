#include "analysis/rewrite/edit/guarded_copy.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/frontend/project_files.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr uint64_t sharedWithoutAsking = 48 * 1024;  ///< what a launch may have of it unless the kernel is set up

/// A place in a text that gets other words.
struct Word {
  TextRange place;
  std::string text;
};

/// The text of a range with some words replaced; they lie in it, in order.
std::string withWords(const Editor& editor, const TextRange& range, const std::vector<Word>& words) {
  std::string all;
  uint32_t at = range.begin;
  for (const Word& word : words) {
    all += editor.textOf(TextRange{range.file, at, word.place.begin});
    all += word.text;
    at = word.place.end;
  }
  all += editor.textOf(TextRange{range.file, at, range.end});
  return all;
}

// ---- what is copied --------------------------------------------------------------------------------------------

/// Does the token stand in a directive? Lines that end in a backslash go on.
bool isInDirective(std::string_view text, uint32_t offset) {
  size_t begin = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  while (begin > 1 && (text[begin - 2] == '\\' || (begin > 2 && text[begin - 2] == '\r' && text[begin - 3] == '\\'))) {
    const size_t before = text.rfind('\n', begin - 2);
    begin = before == std::string_view::npos ? 0 : before + 1;
  }
  const size_t first = text.find_first_not_of(" \t", begin);
  return first != std::string_view::npos && text[first] == '#';
}

/// Where the declaration begins, with attributes that Clang leaves out of its range: behind what ends another one.
uint32_t beginOf(const Editor& editor, const std::string& file, uint32_t offset) {
  static const std::set<std::string_view> ends = {";", "{", "}", ":"};
  const std::vector<RawToken> before = editor.tokens({file, 0, offset});
  uint32_t begin = offset;
  for (auto token = before.rbegin(); token != before.rend(); ++token) {
    if (ends.contains(token->text) || isInDirective(editor.textOf(file), token->begin)) break;
    begin = token->begin;
  }
  return begin;
}

/// Directives in a text that mean another thing the second time.
bool holdsOnceDirective(std::string_view text) {
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const size_t line = text.rfind('\n', at);
    const size_t first = text.find_first_not_of(" \t", line == std::string_view::npos ? 0 : line + 1);
    if (first != at) continue;
    const size_t word = text.find_first_not_of(" \t", at + 1);
    const std::string_view directive = word == std::string_view::npos ? "" : text.substr(word);
    const auto is = [&](std::string_view name) { return directive.starts_with(name); };
    if (!is("if") && !is("el") && !is("endif") && !is("pragma")) return true;
  }
  return false;
}

bool isOfAssert(const ASTContext& context, SourceLocation at) {
  const SourceManager& sources = context.getSourceManager();
  for (; at.isMacroID(); at = sources.getImmediateMacroCallerLoc(at)) {
    if (Lexer::getImmediateMacroName(at, sources, context.getLangOpts()) == "assert") return true;
  }
  return false;
}

/// Does the statement ask where it stands, or what its function is called? What `assert` says ends the program.
bool looksAtItself(const ASTContext& context, const Stmt& part) {
  const SourceLocation at = part.getBeginLoc();
  if (isa<PredefinedExpr, SourceLocExpr>(part)) return !isOfAssert(context, at);
  if (!isa<IntegerLiteral>(part) || !at.isMacroID()) return false;
  const StringRef macro = Lexer::getImmediateMacroName(at, context.getSourceManager(), context.getLangOpts());
  return (macro == "__LINE__" || macro == "__COUNTER__") && !isOfAssert(context, at);
}

Status checkKernel(const FunctionDecl& kernel) {
  const ASTContext& context = kernel.getASTContext();
  if (kernel.isTemplateInstantiation() || kernel.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return inputError("it is the specialisation of a template");
  if (frontend::anyPart(kernel.getBody(), [&](const Stmt& part) { return looksAtItself(context, part); }))
    return inputError("it asks for its own name or line");
  if (const FunctionTemplateDecl* described = kernel.getDescribedFunctionTemplate()) {
    const auto isSpecial = [](const FunctionDecl* one) {
      return one->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
    };
    if (std::any_of(described->spec_begin(), described->spec_end(), isSpecial))
      return inputError("it has specialisations, which a copy would not have");
  }
  const bool keeps = frontend::anyDeclared(kernel.getBody(), [](const Decl& declared) {
    const auto* variable = dyn_cast<VarDecl>(&declared);
    return variable && variable->isStaticLocal() && !variable->hasAttr<CUDASharedAttr>();
  });
  return keeps ? Status(inputError("it has static variables, which a copy would not share")) : Status{};
}

/// A declaration and the name in it.
struct Written {
  TextRange text;
  TextRange name;
};

Result<Written> readDeclaration(const Editor& editor, const FunctionDecl& declared) {
  const FunctionTemplateDecl* described = declared.getDescribedFunctionTemplate();
  const SourceManager& sources = declared.getASTContext().getSourceManager();
  if (declared.getQualifier()) return inputError("it is declared outside of the namespace or class that it is of");
  const SourceLocation first = described ? described->getBeginLoc() : declared.getBeginLoc();
  const Result<TextRange> name = editor.locate(declared.getLocation());
  const Result<TextRange> last = editor.locate(declared.getEndLoc());
  if (!name.ok()) return name.error();
  if (!last.ok()) return last.error();
  const SourceLocation begin = sources.getFileLoc(first);
  const std::string file = fileNameAt(*editor.unit(), begin);
  if (file != name->file || file != last->file || sources.getFileOffset(begin) > name->begin)
    return inputError("a macro spells a part of it");
  Written written{{file, beginOf(editor, file, sources.getFileOffset(begin)), last->end}, *name};
  if (!declared.doesThisDeclarationHaveABody()) {
    const auto end = behindSemicolon(editor, written.text);
    if (!end) return inputError("one of its declarations declares more than it");
    written.text.end = *end;
  }
  if (holdsOnceDirective(editor.textOf(written.text))) return inputError("it holds directives that cannot stand twice");
  return written;
}

/// All declarations in files of the project that are no friends.
Result<std::vector<Written>> declarationsOf(const Editor& editor, const FunctionDecl& kernel) {
  std::vector<Written> all;
  for (const FunctionDecl* declared : kernel.redecls()) {
    if (declared->getFriendObjectKind() != Decl::FOK_None) continue;
    const SourceLocation at = kernel.getASTContext().getSourceManager().getFileLoc(declared->getLocation());
    if (!editor.unit()->isProjectFile(fileNameAt(*editor.unit(), at))) continue;
    Result<Written> written = readDeclaration(editor, *declared);
    if (!written.ok()) return written.error();
    all.push_back(*std::move(written));
  }
  return all;
}

// ---- where the copy is launched --------------------------------------------------------------------------------

const Expr* madeFrom(const Expr* argument) {
  while (true) {
    const Expr* inner = argument->IgnoreImplicit()->IgnoreParens();
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    const bool isWrapped = made && !isa<CXXTemporaryObjectExpr>(made) && !made->isListInitialization() &&
                           made->getNumArgs() > 0 &&
                           (made->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(made->getArg(1)));
    if (!isWrapped) return inner;
    argument = made->getArg(0);
  }
}

/// One launch that may choose.
class Chooser {
 public:
  /// `isSetUp`: the program may ask for more dynamic shared memory for the kernel, by its address.
  Chooser(const Editor& editor, const FunctionDecl& kernel, const LaunchSite& site,
          const std::array<uint32_t, 3>& shape, bool isSetUp)
      : editor_(editor),
        isSetUp_(isSetUp),
        context_(kernel.getASTContext()),
        kernel_(kernel),
        site_(site),
        shape_(shape),
        line_(lineText(site.at)) {}

  /// Errors: why it keeps the original.
  Status read() {
    for (Status (Chooser::*part)() :
         {&Chooser::readPlace, &Chooser::readStatement, &Chooser::readName, &Chooser::readBlock}) {
      if (Status status = (this->*part)(); !status.ok()) return status;
    }
    return {};
  }

  void write(Editor& editor, const std::string& copy) const {
    const std::string indentation(editor.indentationAt(statement_.file, statement_.begin));
    std::vector<Word> words{{name_, copy}, {block_, literal_}};
    const std::string chosen = withWords(editor, {statement_.file, launch_.begin, statement_.end}, words);
    const std::string more = "\n" + indentation + "  ";
    std::string text = (needsBraces_ ? "{ " : "") + std::string("if (") + condition_ + ")" + more + chosen + "\n" +
                       indentation + "else" + more;
    editor.insert(statement_.file, statement_.begin, std::move(text), "the copy where the blocks are its own");
    if (needsBraces_) editor.insert(statement_.file, statement_.end, " }");
  }

 private:
  /// In a function of the host, behind the kernel's definition or a declaration before that.
  Status readPlace() {
    const CUDAKernelCallExpr& call = *site_.call;
    if (call.getBeginLoc().isMacroID() || call.getEndLoc().isMacroID())
      return inputError({"%1 launches it in a macro", line_});
    for (DynTypedNode node = DynTypedNode::create(call);;) {
      const auto parents = context_.getParents(node);
      if (parents.empty()) return inputError({"%1 launches it outside of a function", line_});
      node = parents[0];
      const auto* function = node.get<FunctionDecl>();
      if (!function) continue;
      // With other types the same words may choose another overload, which has no copy.
      if (hasNamesakes() && (function->isTemplated() || function->isTemplateInstantiation()))
        return inputError({"%1 launches it in a template, and other functions have its name", line_});
      const bool isOfHost = !function->hasAttr<CUDAGlobalAttr>() &&
                            (!function->hasAttr<CUDADeviceAttr>() || function->hasAttr<CUDAHostAttr>());
      return isOfHost ? Status{} : Status(inputError({"%1 launches it from the device", line_}));
    }
  }

  bool hasNamesakes() const {
    const auto named = kernel_.getDeclContext()->lookup(kernel_.getDeclName());
    return std::any_of(named.begin(), named.end(), [&](const NamedDecl* one) {
      const FunctionDecl* function = one->getAsFunction();
      return !function || function->getCanonicalDecl() != kernel_.getCanonicalDecl();
    });
  }

  Status readStatement() {
    const Stmt* statement = site_.call;
    const Stmt* parent = nullptr;
    for (const Stmt* inner = statement; inner;) {
      const auto parents = context_.getParents(*inner);
      parent = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
      if (!parent || !isa<ExprWithCleanups>(parent)) break;
      inner = statement = parent;
    }
    if (!parent) return inputError({"%1 launches it in a larger expression", line_});
    const bool isBody = !isa<CompoundStmt, SwitchCase, LabelStmt>(parent);
    needsBraces_ = isa<IfStmt>(parent);  // an `else` after another one reads badly
    if (isBody && !llvm::is_contained(partsOf(*parent).bodies, statement))
      return inputError({"%1 launches it in a larger expression", line_});
    Result<TextRange> whole = editor_.locate(site_.call->getSourceRange());
    if (!whole.ok()) return whole.error();
    const auto end = behindSemicolon(editor_, *whole);
    if (!end) return inputError({"%1 does not end in a semicolon", line_});
    launch_ = *whole;
    statement_ = {whole->file, whole->begin, *end};
    if (holdsOnceDirective(editor_.textOf(statement_)) ||
        frontend::anyPart(site_.call, [&](const Stmt& part) { return looksAtItself(context_, part); }))
      return inputError({"%1 launches it with text that cannot stand twice", line_});
    const auto declares = [](const Stmt& part) { return isa<LambdaExpr, StmtExpr>(part); };
    if (frontend::anyPart(site_.call, declares)) return inputError({"%1 launches it with a lambda", line_});
    return {};
  }

  Status readName() {
    const auto* named = dyn_cast<DeclRefExpr>(site_.call->getCallee()->IgnoreParenImpCasts());
    if (!named) return inputError({"%1 launches it by an expression", line_});
    Result<TextRange> place = editor_.locate(named->getLocation());
    if (!place.ok()) return place.error();
    const bool isIts = editor_.textOf(*place) == kernel_.getNameAsString();
    if (!isIts || place->file != launch_.file || place->begin < launch_.begin || place->end > launch_.end)
      return inputError({"%1 launches it by another name", line_});
    name_ = *place;
    return {};
  }

  Status readBlock() {
    Result<TextRange> whole = configurationArgument(editor_, site_, 1);
    if (!whole.ok()) return whole.error();
    if (isMacroName(editor_, "dim3")) return inputError("the program has a macro `dim3`");
    block_ = *whole;
    const Expr* argument = site_.call->getConfig()->getArg(1);
    const Expr* given = madeFrom(argument);
    const auto mayChange = [&](const Expr* part) {
      return !isa<CXXDefaultArgExpr>(part) && hasEffects(part, context_);
    };
    if (hasPartWithEffects(argument) || std::any_of(site_.call->arg_begin(), site_.call->arg_end(), mayChange))
      return inputError({"%1 changes something while it computes its block or arguments", line_});
    write(given, std::string(editor_.textOf(*whole)));
    return checkShared();
  }

  /// Making a dim3 of numbers does nothing beside it.
  bool hasPartWithEffects(const Expr* argument) const {
    const auto changes = [&](const Stmt& part) {
      if (const auto* call = dyn_cast<CallExpr>(&part)) return hasEffects(call, context_);
      const auto* unary = dyn_cast<UnaryOperator>(&part);
      const auto* binary = dyn_cast<BinaryOperator>(&part);
      return (unary && unary->isIncrementDecrementOp()) || (binary && binary->isAssignmentOp()) ||
             isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, CoroutineSuspendExpr>(part);
    };
    return frontend::anyPart(argument, changes) || isReadAnew(argument);
  }

  bool isReadAnew(const Expr* argument) const {
    return frontend::anyPart(argument, [](const Stmt& part) {
      const auto* expression = dyn_cast<Expr>(&part);
      return expression && expression->getType().isVolatileQualified();
    });
  }

  void write(const Expr* given, const std::string& text) {
    const bool isNumber = given->getType()->isIntegralOrEnumerationType();
    const bool isPlain = isNumber && context_.getTypeSize(given->getType()) <= 32;  // a longer one is cut
    const auto* record = given->getType()->getAsCXXRecordDecl();
    const bool isShape = record && record->getName() == "dim3";
    const bool isTight = isa<DeclRefExpr, MemberExpr, CXXTemporaryObjectExpr, CXXFunctionalCastExpr>(given);
    const bool staysWhole = isTight && (isPlain || isShape);
    const std::string shape = staysWhole ? text : isPlain ? "(" + text + ")" : "dim3(" + text + ")";
    for (int d = 0; d < (isNumber ? 1 : 3); ++d) {
      condition_ += (d ? " && " : "") + shape + (isPlain ? std::string() : std::string(".") + "xyz"[d]) +
                    " == " + std::to_string(shape_[d]);
    }
    if (isNumber && (shape_[1] != 1 || shape_[2] != 1)) condition_ += " && false";
    literal_ = "dim3(" + std::to_string(shape_[0]);
    if (shape_[1] != 1 || shape_[2] != 1) literal_ += ", " + std::to_string(shape_[1]);
    if (shape_[2] != 1) literal_ += ", " + std::to_string(shape_[2]);
    literal_ += ")";
  }

  /// More dynamic shared memory than that is had by setting up the kernel, which would not set up its copy.
  Status checkShared() const {
    const CallExpr* configuration = site_.call->getConfig();
    if (!isSetUp_ || configuration->getNumArgs() < 3 || isa<CXXDefaultArgExpr>(configuration->getArg(2))) return {};
    Expr::EvalResult bytes;
    const Expr* given = configuration->getArg(2);
    const bool isKnown = !given->isValueDependent() && given->EvaluateAsInt(bytes, context_);
    if (isKnown && bytes.Val.getInt().getZExtValue() <= sharedWithoutAsking / 2) return {};
    return inputError({"%1 may ask for more shared memory than the copy would be set up for", line_});
  }

  const Editor& editor_;
  bool isSetUp_;
  ASTContext& context_;
  const FunctionDecl& kernel_;
  const LaunchSite& site_;
  const std::array<uint32_t, 3>& shape_;
  LineList line_;
  TextRange launch_, statement_, name_, block_;
  bool needsBraces_ = false;
  std::string condition_, literal_;
};

/// Is what was declared seen at the launch?
bool isBehind(const Editor& editor, const FunctionDecl& kernel, const LaunchSite& site) {
  const SourceManager& sources = kernel.getASTContext().getSourceManager();
  return std::any_of(kernel.redecls_begin(), kernel.redecls_end(), [&](const FunctionDecl* declared) {
    const bool isOurs =
        editor.unit()->isProjectFile(fileNameAt(*editor.unit(), sources.getFileLoc(declared->getLocation())));
    return isOurs && declared->getFriendObjectKind() == Decl::FOK_None &&
           sources.isBeforeInTranslationUnit(sources.getFileLoc(declared->getEndLoc()), site.call->getBeginLoc());
  });
}

/// May the program set the kernel up for launches, here or in a file that declares it too?
bool maySetUp(const Editor& editor, const FunctionDecl& kernel) {
  if (kernel.isExternallyVisible() && !kernel.isFirstDecl()) return true;
  const std::vector<std::string> files = frontend::projectFiles(*editor.unit());
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const std::string_view text = editor.textOf(file);
    return text.find("FuncSet") != std::string_view::npos || text.find("FuncAttribute") != std::string_view::npos;
  });
}

}  // namespace

Result<std::string> writeGuardedCopy(Editor& editor, const FunctionDecl& kernel, const Guard& guard) {
  if (Status fit = checkKernel(kernel); !fit.ok()) return fit.error();
  Result<std::vector<Written>> declarations = declarationsOf(editor, kernel);
  if (!declarations.ok()) return declarations.error();
  const std::string copy = editor.freshName(copyName(guard));
  Message left;  // why the first launch that keeps the original does
  std::vector<Chooser> choosers;
  const LaunchSites launches = findLaunchSites(editor, kernel);
  const bool isSetUp = maySetUp(editor, kernel);
  for (const LaunchSite& site : launches.sites) {
    Chooser chooser(editor, kernel, site, guard.block, isSetUp);
    Status read = isBehind(editor, kernel, site)
                      ? chooser.read()
                      : Status(inputError({"%1 launches it before it is declared", lineText(site.at)}));
    if (read.ok())
      choosers.push_back(std::move(chooser));
    else if (left.empty())
      left = said(read.error());
  }
  if (choosers.empty()) {
    if (!left.empty()) return inputError(left);
    return inputError(launches.unknown.empty() ? Message("nothing here launches it") : launches.unknown);
  }
  for (const Written& written : *declarations) {
    const std::string& file = written.text.file;
    const std::string indentation(editor.indentationAt(file, written.text.begin));
    const std::string text = withWords(editor, written.text, {{written.name, copy}});
    const bool isDefinition = editor.textOf(written.text).ends_with("}");
    editor.insert(file, behindComments(editor, file, written.text.end).value_or(written.text.end),
                  (isDefinition ? "\n\n" : "\n") + indentation + text, "a copy for blocks of one shape");
  }
  for (const Chooser& chooser : choosers) chooser.write(editor, copy);
  return copy;
}

}  // namespace warpwright::rewrite
