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
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "analysis/frontend/project_files.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/conditional_code.h"
#include "analysis/rewrite/edit/copied_kernel.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr uint64_t sharedWithoutAsking = 48 * 1024;  ///< what a launch may have of it unless the kernel is set up

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

/// Is the value what a class converts to? Its text is the object, which may compare in a way of its own.
bool isConverted(const Expr& value) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(&value);
  return call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl());
}

/// One launch that may choose.
class Chooser {
 public:
  /// `sharedBytes`: that the kernel declares with a size; absent: they are not known.
  Chooser(const Editor& editor, const FunctionDecl& kernel, const LaunchSite& site, const Guard& guard,
          std::optional<uint64_t> sharedBytes)
      : editor_(editor),
        sharedBytes_(sharedBytes),
        context_(kernel.getASTContext()),
        kernel_(kernel),
        site_(site),
        guard_(guard),
        line_(lineText(site.at)) {}

  /// Errors: why it keeps the original.
  Status read() {
    for (Status (Chooser::*part)() : {&Chooser::readPlace, &Chooser::readStatement, &Chooser::readName,
                                      &Chooser::readBlock, &Chooser::readValues, &Chooser::readShared}) {
      if (Status status = (this->*part)(); !status.ok()) return status;
    }
    return {};
  }

  void write(Editor& editor, const std::string& copy) const {
    const std::string indentation(editor.indentationAt(statement_.file, statement_.begin));
    std::vector<Word> words = words_;
    words.push_back({name_, copy});
    std::sort(words.begin(), words.end(), [](const Word& a, const Word& b) { return a.place.begin < b.place.begin; });
    const std::string chosen = withWords(editor, {statement_.file, launch_.begin, statement_.end}, words);
    const std::string more = "\n" + indentation + "  ";
    std::string text = (needsBraces_ ? "{ " : "") + std::string("if (") + (condition_.empty() ? "true" : condition_) +
                       ")" + more + chosen + "\n" + indentation + "else" + more;
    editor.insert(statement_.file, statement_.begin, std::move(text), "the copy where the launch is one of its own");
    if (needsBraces_) editor.insert(statement_.file, statement_.end, " }");
  }

 private:
  /// Each instance of it in a function of the host, behind the kernel's definition or a declaration before that.
  Status readPlace() {
    for (const CUDAKernelCallExpr* call : site_.instances) {
      if (Status placed = readPlace(*call); !placed.ok()) return placed;
    }
    return {};
  }

  Status readPlace(const CUDAKernelCallExpr& call) {
    if (call.getBeginLoc().isMacroID() || call.getEndLoc().isMacroID())
      return inputError({"%1 launches it in a macro", line_});
    for (DynTypedNode node = DynTypedNode::create(call);;) {
      const auto parents = context_.getParents(node);
      if (parents.empty()) return inputError({"%1 launches it outside of a function", line_});
      node = parents[0];
      const auto* function = node.get<FunctionDecl>();
      if (!function) continue;
      bodies_[&call] = function->getBody();
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
    if (!mayStandTwice(editor_, statement_, *site_.call).ok())
      return inputError({"%1 launches it with text that cannot stand twice", line_});
    return checkConditions();
  }

  /// A configuration that has the launch has the kernel, which is where its copy stands.
  Status checkConditions() const {
    const Result<TextRange> kernel = editor_.locate(kernel_.getLocation());
    if (!kernel.ok()) return kernel.error();
    const ConditionalCode conditions(editor_, kernel->file);
    const bool isThere = kernel->file == statement_.file ? conditions.isAlwaysWith(kernel->begin, statement_.begin)
                                                         : conditions.isUnconditional(kernel->begin);
    if (!isThere) return inputError({"%1 may launch it where a condition (#if) leaves it out", line_});
    const auto declares = [](const Stmt& part) { return isa<LambdaExpr, StmtExpr>(part); };
    if (frontend::anyPart(site_.call, declares)) return inputError({"%1 launches it with a lambda", line_});
    return {};
  }

  Status readName() {
    if (!site_.isOneLaunch) return inputError({"%1 means another launch in other instances of a template", line_});
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
    if (!guard_.block) return {};
    Result<TextRange> whole = configurationArgument(editor_, site_, 1);
    if (!whole.ok()) return whole.error();
    if (isMacroName(editor_, "dim3")) return inputError("the program has a macro `dim3`");
    if (!isComputedFirst(&configured<1>))
      return inputError({"%1 changes something while it computes its block or arguments", line_});
    askForBlock(madeFrom(site_.call->getConfig()->getArg(1)), std::string(editor_.textOf(*whole)));
    words_.push_back({*whole, shapeText(*guard_.block)});
    return {};
  }

  /// What the guard asks of parameters: the copy is passed the numbers.
  Status readValues() {
    for (const Guard::Value& value : guard_.values) {
      const ParmVarDecl* found = guardedParameter(kernel_, value);
      if (!found) return inputError({"%1 names no parameter that is a number", code(value.parameter)});
      if (Status read = readValue(found->getFunctionScopeIndex(), value); !read.ok()) return read;
    }
    return {};
  }

  Status readValue(unsigned index, const Guard::Value& value) {
    const Result<TextRange> whole = kernelArgument(editor_, site_, index);
    if (!whole.ok()) return whole.error();
    const auto passed = [index](const CUDAKernelCallExpr& call) { return call.getArg(index); };
    const auto isPlain = [&](const CUDAKernelCallExpr* call) {
      const Expr* given = call->getArg(index)->IgnoreParenImpCasts();
      // The pattern of a template, beside its instances.
      return given->isTypeDependent() ||
             (isWholeNumber(given->getType()) && !isa<CXXDefaultArgExpr>(given) && !isConverted(*given));
    };
    const bool isRead = std::all_of(site_.instances.begin(), site_.instances.end(), isPlain);
    if (!isRead || !isComputedFirst(passed))
      return inputError({"%1 passes %2 in a way that cannot be asked first", line_, code(value.parameter)});
    const Expr* given = site_.call->getArg(index)->IgnoreParenImpCasts();
    if (const auto* literal = dyn_cast<IntegerLiteral>(given)) {
      if (literal->getValue().getLimitedValue() == value.number) return {};
      return inputError({"%1 passes another number for %2", line_, code(value.parameter)});
    }
    const std::string text(editor_.textOf(*whole));
    const bool isTight = isa<DeclRefExpr, MemberExpr>(site_.call->getArg(index)->IgnoreImpCasts());
    also((isTight ? text : "(" + text + ")") + " == " + std::to_string(value.number));
    words_.push_back({*whole, std::to_string(value.number)});
    return {};
  }

  void also(const std::string& condition) { condition_ += (condition_.empty() ? "" : " && ") + condition; }

  template <unsigned index>
  static const Expr* configured(const CUDAKernelCallExpr& call) {
    return call.getConfig()->getArg(index);
  }

  /// May a part of the launch be computed in front of all else, and again? Not where that has effects, and where the
  /// rest of the launch may change what it gives; in any instance of a template.
  bool isComputedFirst(const std::function<const Expr*(const CUDAKernelCallExpr&)>& part) const {
    return std::all_of(site_.instances.begin(), site_.instances.end(), [&](const CUDAKernelCallExpr* call) {
      const CallExpr* configuration = call->getConfig();
      const Expr& argument = *part(*call);
      if (hasEffects(&argument, context_)) return false;
      std::vector<const Expr*> rest(call->arg_begin(), call->arg_end());
      rest.insert(rest.end(), configuration->arg_begin(), configuration->arg_end());
      const auto mayChange = [&](const Expr* other) {
        return other != &argument && !isa<CXXDefaultArgExpr>(other) && hasEffects(other, context_);
      };
      return std::none_of(rest.begin(), rest.end(), mayChange) || isOwn(argument, *call);
    });
  }

  /// Is it made of numbers, and of variables of the function that nobody else has and that the launch only reads?
  bool isOwn(const Expr& argument, const CUDAKernelCallExpr& call) const {
    const Mentions inside = mentionsOf(&argument), around = mentionsOf(bodies_.at(&call));
    if (!inside.calls.empty() || !inside.memory.empty() || inside.strange || around.strange) return false;
    if (frontend::anyPart(&argument, namesOthers)) return false;
    return std::all_of(inside.variables.begin(), inside.variables.end(), [&](const auto& named) {
      const VarDecl& variable = *named.first;
      if (!variable.hasLocalStorage() || !isMadeOfValues(variable.getType())) return false;
      const auto& mentions = around.variables.at(&variable);
      return std::all_of(mentions.begin(), mentions.end(), [&](const Mention& one) { return staysOwn(one, call); });
    });
  }

  /// Is it a name of what is no variable of this function, and no constant?
  static bool namesOthers(const Stmt& part) {
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    if (!name) return false;
    return name->refersToEnclosingVariableOrCapture() ||
           !isa<VarDecl, EnumConstantDecl, NonTypeTemplateParmDecl>(name->getDecl());
  }

  /// Has no constructor told another where a variable of the type is?
  static bool isMadeOfValues(QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    if (!record) return type->isScalarType();
    return record->getQualifiedNameAsString() == "dim3" || (record->isAggregate() && record->isTrivial());
  }

  /// A mention of a variable that only reads it, or sets it by its name outside of the launch.
  static bool staysOwn(const Mention& mention, const CUDAKernelCallExpr& call) {
    const Stmt* place = mention.node;
    for (auto parent = mention.parents.rbegin(); parent != mention.parents.rend(); ++parent) {
      if (isa<ParenExpr>(*parent) || (isa<MemberExpr>(*parent) && cast<MemberExpr>(*parent)->getMemberDecl() &&
                                      isa<FieldDecl>(cast<MemberExpr>(*parent)->getMemberDecl()))) {
        place = *parent;
        continue;
      }
      const auto* cast = dyn_cast<CastExpr>(*parent);
      if (cast && cast->getCastKind() == CK_NoOp) continue;
      if (cast && cast->getCastKind() == CK_LValueToRValue) return true;
      if (const auto* made = dyn_cast<CXXConstructExpr>(*parent)) return isTrivialCopy(made->getConstructor());
      const auto* set = dyn_cast<BinaryOperator>(*parent);
      return set && set->isAssignmentOp() && set->getLHS() == place && !llvm::is_contained(mention.parents, &call);
    }
    return false;
  }

  void askForBlock(const Expr* given, const std::string& text) {
    const std::array<uint32_t, 3>& wanted = *guard_.block;
    const bool isCount = given->getType()->isIntegralOrEnumerationType();
    // A longer one is cut; an enumeration may have operators of its own.
    const bool isPlain = given->getType()->isBuiltinType() && isCount && context_.getTypeSize(given->getType()) <= 32;
    const auto* record = given->getType()->getAsCXXRecordDecl();
    const bool isShape = record && record->getQualifiedNameAsString() == "dim3";
    const bool isTight = isa<DeclRefExpr, MemberExpr, CXXTemporaryObjectExpr, CXXFunctionalCastExpr>(given);
    const bool staysWhole = isTight && (isPlain || isShape);
    const std::string shape = staysWhole ? text : isPlain ? "(" + text + ")" : "dim3(" + text + ")";
    for (int d = 0; d < (isCount ? 1 : 3); ++d) {
      condition_ += (d ? " && " : "") + shape + (isPlain ? std::string() : std::string(".") + "xyz"[d]) +
                    " == " + std::to_string(wanted[d]);
    }
    if (isCount && (wanted[1] != 1 || wanted[2] != 1)) condition_ += " && false";
  }

  static std::string shapeText(const std::array<uint32_t, 3>& shape) {
    std::string text = "dim3(" + std::to_string(shape[0]);
    if (shape[1] != 1 || shape[2] != 1) text += ", " + std::to_string(shape[1]);
    if (shape[2] != 1) text += ", " + std::to_string(shape[2]);
    return text + ")";
  }

  /// More shared memory than any launch gets is had by setting up the kernel, which does not set up its copy: such
  /// launches keep the original.
  Status readShared() {
    const CallExpr* configuration = site_.call->getConfig();
    if (configuration->getNumArgs() < 3 || isa<CXXDefaultArgExpr>(configuration->getArg(2))) return {};
    uint64_t largest = 0;  // of what is known to be asked for
    const bool isKnown = std::all_of(site_.instances.begin(), site_.instances.end(), [&](const auto* call) {
      Expr::EvalResult bytes;
      const Expr* given = call->getConfig()->getArg(2);
      if (given->isValueDependent() || !given->EvaluateAsInt(bytes, context_)) return false;
      largest = std::max(largest, bytes.Val.getInt().getLimitedValue());
      return true;
    });
    if (isKnown && largest == 0) return {};
    const Error tooMuch = inputError({"%1 may ask for more shared memory than the copy would be set up for", line_});
    if (!sharedBytes_ || *sharedBytes_ > sharedWithoutAsking) return tooMuch;
    const uint64_t most = sharedWithoutAsking - *sharedBytes_;
    if (isKnown) return largest <= most ? Status{} : Status(tooMuch);
    const Result<TextRange> whole = configurationArgument(editor_, site_, 2);
    if (!whole.ok() || !isComputedFirst(&configured<2>)) return tooMuch;
    also("static_cast<unsigned long long>(" + std::string(editor_.textOf(*whole)) + ") <= " + std::to_string(most));
    return {};
  }

  const Editor& editor_;
  std::optional<uint64_t> sharedBytes_;
  ASTContext& context_;
  const FunctionDecl& kernel_;
  const LaunchSite& site_;
  const Guard& guard_;
  LineList line_;
  std::map<const CUDAKernelCallExpr*, const Stmt*> bodies_;  ///< of the functions that the instances stand in
  TextRange launch_, statement_, name_;
  bool needsBraces_ = false;
  std::string condition_;
  std::vector<Word> words_;  ///< of the copy's launch, but for its name
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

/// Does the program look at the nodes of graphs, where it may find the name of a kernel that it launched?
bool looksAtNodes(const Editor& editor) {
  const std::vector<std::string> files = frontend::projectFiles(*editor.unit());
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const std::string_view text = editor.textOf(file);
    return text.find("KernelNodeGetParams") != std::string_view::npos ||
           text.find("KernelNodeSetParams") != std::string_view::npos;
  });
}

}  // namespace

Status writeGuardedCopy(Editor& editor, const FunctionDecl& kernel, const Guard& guard, const std::string& copy) {
  Result<std::vector<Written>> declarations = declarationsToCopy(editor, kernel);
  if (!declarations.ok()) return declarations.error();
  if (looksAtNodes(editor)) return inputError("the program looks at the nodes of its graphs");
  Message left;  // why the first launch that keeps the original does
  std::vector<Chooser> choosers;
  const LaunchSites launches = findLaunchSites(editor, kernel);
  const std::optional<uint64_t> sharedBytes = declaredSharedBytes(*editor.unit(), kernel);
  for (const LaunchSite& site : launches.sites) {
    Chooser chooser(editor, kernel, site, guard, sharedBytes);
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
  const std::vector<std::string> texts = copiesOf(editor, kernel, *declarations, copy);
  for (size_t i = 0; i < texts.size(); ++i) {
    const Written& written = (*declarations)[i];
    const std::string& file = written.text.file;
    const std::string indentation(editor.indentationAt(file, written.text.begin));
    const bool isDefinition = editor.textOf(written.text).ends_with("}");
    editor.insert(file, behindComments(editor, file, written.text.end).value_or(written.text.end),
                  (isDefinition ? "\n\n" : "\n") + indentation + texts[i], "a copy for some launches");
  }
  for (const Chooser& chooser : choosers) chooser.write(editor, copy);
  return {};
}

}  // namespace warpwright::rewrite
