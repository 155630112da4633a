#include "analysis/rewrite/edit/copied_kernel.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "analysis/frontend/macro_definitions.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/frontend/tree_walk.h"
#include "analysis/model/code_text.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/conditional_code.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Where the declaration begins, with attributes that Clang leaves out of its range: behind what ends another one.
/// Errors: a macro stands in between, which may be a declaration of its own.
Result<uint32_t> beginOf(const Editor& editor, const std::string& file, uint32_t offset) {
  static const std::set<std::string_view> ends = {";", "{", "}", ":"};
  const std::vector<RawToken> before = editor.tokens({file, 0, offset});
  uint32_t begin = offset;
  for (auto token = before.rbegin(); token != before.rend(); ++token) {
    if (ends.contains(token->text) || isInDirective(editor.textOf(file), token->begin)) break;
    // Attributes of the compilers are, of the project's a declaration may be made.
    static const std::set<std::string_view> attributes = {
        "__global__",     "__device__",    "__host__",      "__launch_bounds__", "__forceinline__",
        "__noinline__",   "__inline__",    "__inline",      "__cluster_dims__",  "__maxnreg__",
        "__block_size__", "__attribute__", "__extension__", "__restrict__",      "__declspec"};
    if (token->isIdentifier && !attributes.contains(token->text) && isMacroName(editor, token->text))
      return inputError("a macro spells a part of it");
    begin = token->begin;
  }
  return begin;
}

/// What a friend may name, another function may not, and it may ask whether it may.
bool isFriend(const FunctionDecl& kernel) {
  const auto befriends = [](const auto* one) { return one->getFriendObjectKind() != Decl::FOK_None; };
  const FunctionTemplateDecl* described = kernel.getDescribedFunctionTemplate();
  return llvm::any_of(kernel.redecls(), befriends) || (described && llvm::any_of(described->redecls(), befriends));
}

bool keepsVariables(const FunctionDecl& function) {
  return frontend::anyDeclared(function.getBody(), [](const Decl& declared) {
    const auto* variable = dyn_cast<VarDecl>(&declared);
    return variable && variable->isStaticLocal() && !variable->hasAttr<CUDASharedAttr>();
  });
}

/// Is it made for the type of a lambda? By default each mention of a template may make one.
bool isOfLambda(const FunctionDecl& function) {
  const TemplateArgumentList* given = function.getTemplateSpecializationArgs();
  return given && llvm::any_of(given->asArray(), [](const TemplateArgument& one) {
           const QualType type = one.getKind() == TemplateArgument::Type              ? one.getAsType()
                                 : one.getKind() == TemplateArgument::Declaration     ? one.getParamTypeForDecl()
                                 : one.getKind() == TemplateArgument::StructuralValue ? one.getStructuralValueType()
                                                                                      : QualType();
           const auto* record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
           return record && record->isLambda();
         });
}

/// Types that a copy would have again: templates keep variables for each of them.
bool makesTypes(const FunctionDecl& kernel) {
  const auto isLambda = [](const Stmt& part) {
    const auto* named = dyn_cast<DeclRefExpr>(&part);
    const auto* function = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr;
    return isa<LambdaExpr>(part) || (function && isOfLambda(*function));
  };
  const auto isType = [](const Decl& declared) { return isa<TagDecl>(declared); };
  return frontend::anyPart(kernel.getBody(), isLambda) || frontend::anyDeclared(kernel.getBody(), isType);
}

/// Variables of which each type that a template is made for may have its own, and those of methods.
class KeptByType : frontend::TreeWalk {
 public:
  explicit KeptByType(const frontend::ParsedUnit& unit) { walk(unit.ast()); }
  bool found = false;

 private:
  bool visit(Decl& declared) override {
    const auto* variable = dyn_cast<VarDecl>(&declared);
    const bool isKept = variable && (variable->isStaticLocal() || variable->isStaticDataMember());
    found = found || isa<VarTemplateDecl>(declared) || (isKept && !variable->hasAttr<CUDASharedAttr>());
    return !found;
  }
};

Status checkKernel(const Editor& editor, const FunctionDecl& kernel) {
  if (kernel.isTemplateInstantiation() || kernel.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return inputError("it is the specialisation of a template");
  if (const FunctionTemplateDecl* described = kernel.getDescribedFunctionTemplate()) {
    const auto isSpecial = [](const FunctionDecl* one) {
      return one->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
    };
    if (std::any_of(described->spec_begin(), described->spec_end(), isSpecial))
      return inputError("it has specialisations, which a copy would not have");
  }
  if (keepsVariables(kernel)) return inputError("it has static variables, which a copy would not share");
  if (makesTypes(kernel) && KeptByType(*editor.unit()).found)
    return inputError("it makes types of its own, for which a copy would have variables of its own");
  return {};
}

/// Bytes of its shared variables; absent: one has no size yet.
std::optional<uint64_t> sharedBytesOf(const FunctionDecl& function) {
  uint64_t bytes = 0;
  const ASTContext& context = function.getASTContext();
  for (const LocalVariable& shared : sharedVariables(function)) {
    const QualType type = shared.variable->getType();
    if (type->isDependentType()) return std::nullopt;
    if (type->isIncompleteType()) continue;  // sized by the launch
    const auto align = static_cast<uint64_t>(context.getDeclAlign(shared.variable).getQuantity());
    bytes += static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity()) + align;
  }
  return bytes;
}

/// What makes the declaration one that no other file sees: in place of `extern` and `extern "C"`, or in front of
/// `__global__` or `__device__`. Nothing where neither is spelled.
std::optional<Word> staticWord(const Editor& editor, const Written& written) {
  const std::vector<RawToken> front = editor.tokens({written.text.file, written.text.begin, written.name.begin});
  const auto find = [&](const char* word) {
    return std::find_if(front.begin(), front.end(), [&](const RawToken& token) { return token.is(word); });
  };
  const auto outside = find("extern"), kernel = find("__global__");
  const auto global = kernel == front.end() ? find("__device__") : kernel;
  if (outside != front.end()) {
    const auto next = std::next(outside);
    const uint32_t end = next != front.end() && next->text.starts_with('"') ? next->end : outside->end;
    return Word{{written.text.file, outside->begin, end}, "static"};
  }
  if (global == front.end() || find("static") != front.end()) return std::nullopt;
  return Word{{written.text.file, global->begin, global->begin}, "static "};
}

/// What a macro of attributes is without `__host__`, as those define it that say the word: other compilers leave it
/// out. Nothing: it is more than attributes, or not one text.
std::optional<std::string> withoutHost(const Editor& editor, std::string_view macro) {
  static const std::set<std::string_view> attributes = {"__host__", "__device__", "__forceinline__", "__inline__",
                                                        "inline"};
  std::set<std::string> made;
  for (const std::string_view body : frontend::definitionsOf(*editor.unit(), macro)) {
    if (!model::holdsWord(body, "__host__")) continue;
    std::istringstream words{std::string(body)};
    std::string rest;
    for (std::string word; words >> word;) {
      if (!attributes.contains(word)) return std::nullopt;
      if (word != "__host__") rest += (rest.empty() ? "" : " ") + word;
    }
    made.insert(rest);
  }
  return made.size() == 1 ? std::optional(*made.begin()) : std::nullopt;
}

/// Is it a macro that may make a function one of the host, too?
bool isHostMacro(const Editor& editor, const RawToken& token) {
  return token.isIdentifier && !token.is("__host__") && isMacroName(editor, token.text) &&
         standsFor(editor, token.text, {"__host__", "host"});
}

std::vector<RawToken> wordsBeforeName(const Editor& editor, const Written& written) {
  return editor.tokens({written.text.file, written.text.begin, written.name.begin});
}

/// Takes `__host__` out of the declaration.
void removeHostWords(const Editor& editor, const Written& written, Edits& all) {
  for (const RawToken& token : wordsBeforeName(editor, written)) {
    if (isHostMacro(editor, token))
      all.replace({written.text.file, token.begin, token.end}, withoutHost(editor, token.text).value_or(""));
    if (!token.is("__host__")) continue;
    const std::string_view text = editor.textOf(written.text.file);
    const bool isFollowed = token.end < text.size() && text[token.end] == ' ';
    all.replace({written.text.file, token.begin, token.end + (isFollowed ? 1 : 0)}, "");
  }
}

}  // namespace

Result<Written> writtenDeclaration(const Editor& editor, const FunctionDecl& declared) {
  const FunctionTemplateDecl* described = declared.getDescribedFunctionTemplate();
  const SourceManager& sources = declared.getASTContext().getSourceManager();
  if (declared.getQualifier()) return inputError("it is declared outside of the namespace or class that it is of");
  // That of `auto` parameters alone is spelled nowhere.
  const bool isSpelled = described && described->getTemplateParameters()->getTemplateLoc().isValid();
  const SourceLocation first = isSpelled ? described->getBeginLoc() : declared.getBeginLoc();
  const Result<TextRange> name = editor.locate(declared.getLocation());
  const Result<TextRange> last = editor.locate(declared.getEndLoc());
  if (!name.ok()) return name.error();
  if (!last.ok()) return last.error();
  const SourceLocation begin = sources.getFileLoc(first);
  const std::string file = fileNameAt(*editor.unit(), begin);
  if (file != name->file || file != last->file || sources.getFileOffset(begin) > name->begin)
    return inputError("a macro spells a part of it");
  const Result<uint32_t> whole = beginOf(editor, file, sources.getFileOffset(begin));
  if (!whole.ok()) return whole.error();
  Written written{{file, *whole, last->end}, *name};
  const ConditionalCode conditions(editor, file);
  if (!conditions.isAlwaysWith(*whole, last->end) || !conditions.isAlwaysWith(last->end, *whole))
    return inputError("a condition (#if) leaves out a part of it");
  if (isFriend(declared)) return inputError("it is a friend of a class");
  const bool isDefinition = declared.doesThisDeclarationHaveABody();
  if (!isDefinition) {
    const auto end = behindSemicolon(editor, written.text);
    if (!end) return inputError("one of its declarations declares more than it");
    written.text.end = *end;
  }
  static const NullStmt nothing{SourceLocation()};
  const Status twice =
      mayStandTwice(editor, written.text, isDefinition ? *declared.getBody() : static_cast<const Stmt&>(nothing));
  return twice.ok() ? Result<Written>(std::move(written)) : Result<Written>(twice.error());
}

bool isWholeNumber(QualType type) {
  const auto* plain = type.getCanonicalType()->getAs<BuiltinType>();
  return plain && plain->isInteger() && plain->getKind() != BuiltinType::Bool && !type.isVolatileQualified();
}

const ParmVarDecl* guardedParameter(const FunctionDecl& kernel, const Guard::Value& value) {
  for (const ParmVarDecl* one : kernel.parameters()) {
    if (one->getName() == value.parameter) return isWholeNumber(one->getType()) ? one : nullptr;
  }
  return nullptr;
}

Result<std::vector<Written>> declarationsToCopy(const Editor& editor, const FunctionDecl& kernel) {
  if (Status fit = checkKernel(editor, kernel); !fit.ok()) return fit.error();
  std::vector<Written> all;
  for (const FunctionDecl* declared : kernel.redecls()) {
    if (declared->getFriendObjectKind() != Decl::FOK_None) continue;
    const SourceLocation at = kernel.getASTContext().getSourceManager().getFileLoc(declared->getLocation());
    if (!editor.unit()->isProjectFile(fileNameAt(*editor.unit(), at))) continue;
    Result<Written> written = writtenDeclaration(editor, *declared);
    if (!written.ok()) return written.error();
    all.push_back(*std::move(written));
  }
  return all;
}

bool canLeaveHost(const Editor& editor, const Written& written) {
  return std::ranges::none_of(wordsBeforeName(editor, written), [&](const RawToken& token) {
    return token.is("host") || (isHostMacro(editor, token) && !withoutHost(editor, token.text));
  });
}

std::vector<std::string> copiesOf(const Editor& editor, const FunctionDecl& kernel,
                                  const std::vector<Written>& declarations, const std::string& name,
                                  const Edits& changes) {
  // Several declarations of one with C linkage may stand in several namespaces, which of the copy are others.
  const std::string main = editor.unit()->command().file.string();
  const bool isHere =
      std::all_of(declarations.begin(), declarations.end(), [&](const Written& one) { return one.text.file == main; });
  const bool becomesStatic =
      kernel.isExternallyVisible() && (declarations.size() == 1 || (isHere && !kernel.isExternC()));
  std::vector<std::string> copies;
  for (const Written& written : declarations) {
    Edits all = changes;
    if (becomesStatic) {
      if (auto linkage = staticWord(editor, written)) all.replace(linkage->place, linkage->text);
    }
    if (!kernel.hasAttr<CUDAGlobalAttr>()) removeHostWords(editor, written, all);
    all.replace(written.name, name);
    copies.push_back(all.madeIn(written.text, editor.textOf(written.text.file)));
  }
  return copies;
}

std::optional<uint64_t> declaredSharedBytes(const frontend::ParsedUnit& unit, const FunctionDecl& kernel) {
  uint64_t own = 0, others = 0;
  std::set<const FunctionDecl*> seen;
  for (const FunctionDecl* function : model::projectFunctions(unit)) {
    if (!function->hasBody() || function->isTemplated() || !seen.insert(function->getCanonicalDecl()).second) continue;
    const bool isKernel = function->hasAttr<CUDAGlobalAttr>();
    if (isKernel && model::writtenForm(function) != model::writtenForm(&kernel)) continue;
    if (!isKernel && !function->hasAttr<CUDADeviceAttr>()) continue;
    const auto bytes = sharedBytesOf(*function->getDefinition());
    if (!bytes) return std::nullopt;
    if (isKernel)
      own = std::max(own, *bytes);
    else
      others += *bytes;
  }
  return own + others;
}

}  // namespace warpwright::rewrite
