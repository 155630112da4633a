#include "analysis/rewrite/edit/asking_kernel.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/copied_kernel.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// The parts of a definition's text.
struct Parts {
  Written whole;
  std::string templateHead;       ///< "template <typename T, int N> "; empty: it has none of its own
  std::string templateArguments;  ///< "<T, N>"
  TextRange open, close;          ///< the parentheses around its parameters
  TextRange brace;                ///< that opens the body
};

/// Does naming a variable of the class choose a constructor that only copies memory? A template may fit it better.
bool hasPlainCopies(const CXXRecordDecl& record) {
  return std::ranges::none_of(record.decls(), [](const Decl* one) {
    const auto* made = dyn_cast<FunctionTemplateDecl>(one);
    return (made && isa<CXXConstructorDecl>(made->getTemplatedDecl())) || isa<ConstructorUsingShadowDecl>(one);
  });
}

bool isPlainMemory(QualType type, const ASTContext& context) {
  if (type->isReferenceType() || type.isVolatileQualified()) return false;
  if (type->isDependentType()) return true;  // its instances are looked at
  const auto* record = type->getAsCXXRecordDecl();
  return type.isTriviallyCopyableType(context) && (!record || hasPlainCopies(*record));
}

/// Is it one of the words, or a macro that stands for one?
bool isOrStandsFor(const Editor& editor, const RawToken& token, const std::vector<std::string_view>& words) {
  return token.isIdentifier && (std::ranges::count(words, token.text) > 0 ||
                                (isMacroName(editor, token.text) && standsFor(editor, token.text, words)));
}

/// Can each parameter be handed on under its name, in all instances?
Status checkParameters(const Editor& editor, const FunctionDecl& kernel) {
  for (const ParmVarDecl* one : kernel.parameters()) {
    const std::string name = one->getNameAsString();
    const Result<TextRange> place = editor.locate(one->getLocation());
    if (name.empty()) return inputError("a parameter has no name");
    if (!place.ok() || editor.textOf(*place) != name || isMacroName(editor, name))
      return inputError({"a macro spells the name of %1", code(name)});
    if (one->hasDefaultArg() && !one->hasInheritedDefaultArg())
      return inputError({"%1 has a default where it is defined", code(name)});
    if (one->hasAttrs()) return inputError({"%1 has attributes", code(name)});
    if (one->isParameterPack()) return inputError({"%1 is any number of parameters", code(name)});
    if (!isPlainMemory(one->getType(), kernel.getASTContext()))
      return inputError({"%1 cannot be copied as memory", code(name)});
  }
  const FunctionTemplateDecl* described = kernel.getDescribedFunctionTemplate();
  if (!described) return {};
  for (const FunctionDecl* instance : described->specializations()) {
    for (const ParmVarDecl* one : instance->parameters()) {
      if (!isPlainMemory(one->getType(), kernel.getASTContext()))
        return inputError({"%1 cannot be copied as memory", code(one->getNameAsString())});
    }
  }
  return {};
}

Status readTemplate(const Editor& editor, const FunctionDecl& kernel, Parts& parts) {
  const FunctionTemplateDecl* described = kernel.getDescribedFunctionTemplate();
  if (!described) return {};
  const TemplateParameterList& list = *described->getTemplateParameters();
  if (list.getRequiresClause() || list.getTemplateLoc().isInvalid())
    return inputError("its template says what it is made for");
  for (const NamedDecl* one : list) {
    if (one->getName().empty() || one->isParameterPack() || isMacroName(editor, one->getName()))
      return inputError("a parameter of its template has no name of its own");
    parts.templateArguments += (parts.templateArguments.empty() ? "<" : ", ") + one->getNameAsString();
  }
  parts.templateArguments += ">";
  const Result<TextRange> head = editor.locate(clang::SourceRange(list.getTemplateLoc(), list.getRAngleLoc()));
  if (!head.ok()) return inputError("a macro spells a part of it");
  parts.templateHead = std::string(editor.textOf(*head)) + "\n" +
                       std::string(editor.indentationAt(parts.whole.text.file, parts.whole.text.begin));
  return {};
}

Result<Parts> readParts(const Editor& editor, const FunctionDecl& kernel) {
  const Result<Written> whole = writtenDeclaration(editor, kernel);
  if (!whole.ok()) return whole.error();
  Parts parts{*whole, {}, {}, {}, {}, {}};
  const Error spelled = inputError("a macro spells a part of it");
  const auto* body = dyn_cast_or_null<CompoundStmt>(kernel.getBody());
  if (!body) return inputError("its body is no block");
  const FunctionTypeLoc type = kernel.getFunctionTypeLoc();
  if (type.isNull()) return spelled;
  const Result<TextRange> open = editor.locate(type.getLParenLoc()), close = editor.locate(type.getRParenLoc()),
                          brace = editor.locate(body->getLBracLoc());
  if (!open.ok() || !close.ok() || !brace.ok()) return spelled;
  const std::string& file = whole->text.file;
  const bool isInOrder = open->file == file && close->file == file && brace->file == file &&
                         whole->name.end <= open->begin && open->end <= close->begin && close->end <= brace->begin;
  if (!isInOrder) return spelled;
  const std::vector<RawToken> head = editor.tokens({file, whole->text.begin, brace->begin});
  if (std::ranges::any_of(head, [](const RawToken& token) { return token.is("#"); }))
    return inputError("a directive stands where it is declared");
  const std::string kernelName = kernel.getNameAsString();
  const auto names = [&](const TextRange& range, const std::vector<std::string_view>& words) {
    return std::ranges::any_of(editor.tokens(range),
                               [&](const RawToken& token) { return isOrStandsFor(editor, token, words); });
  };
  if (names({file, open->end, close->begin}, {"__grid_constant__", "grid_constant"}))
    return inputError("a parameter is constant of the grid");
  // In front of it the name is another's, or no name yet.
  if (names({file, brace->end, whole->text.end}, {kernelName})) return inputError("it names itself");
  if (!editor.tokens({file, close->end, brace->begin}).empty())
    return inputError("more than parameters stands in front of its body");
  if (kernel.param_empty() && !editor.tokens({file, open->end, close->begin}).empty())
    return inputError("its parameters are spelled `void`");
  parts.open = *open;
  parts.close = *close;
  parts.brace = *brace;
  if (Status read = readTemplate(editor, kernel, parts); !read.ok()) return read.error();
  return parts;
}

std::string condition(const Guard& guard) {
  std::string all;
  const auto also = [&](const std::string& name, uint32_t number) {
    all += (all.empty() ? "" : " && ") + name + " == " + std::to_string(number);
  };
  for (const Guard::Value& value : guard.values) also(value.parameter, value.number);
  for (size_t d = 0; guard.block && d < guard.block->size(); ++d)
    also(std::string("blockDim.") + "xyz"[d], (*guard.block)[d]);
  return all;
}

/// "a, 16, ::dim3(256, 1, 1)": with the guard's numbers, or with what the kernel was passed.
std::string arguments(const FunctionDecl& kernel, const Guard& guard, bool areNumbers) {
  std::string all;
  const auto add = [&](const std::string& text) { all += (all.empty() ? "" : ", ") + text; };
  for (const ParmVarDecl* one : kernel.parameters()) {
    const auto value = std::ranges::find(guard.values, one->getNameAsString(), &Guard::Value::parameter);
    add(areNumbers && value != guard.values.end() ? std::to_string(value->number) : one->getNameAsString());
  }
  if (!guard.block) return all;
  const auto& [x, y, z] = *guard.block;
  add(areNumbers ? "::dim3(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")"
                 : "blockDim");
  return all;
}

/// The name of what a statement calls; empty: it is no call by a name.
DeclarationName calledBy(const Stmt* statement) {
  const auto* call = dyn_cast_or_null<CallExpr>(statement);
  const Expr* callee = call ? call->getCallee()->IgnoreParenImpCasts() : nullptr;
  if (const auto* named = dyn_cast_or_null<DeclRefExpr>(callee)) return named->getDecl()->getDeclName();
  const auto* open = dyn_cast_or_null<UnresolvedLookupExpr>(callee);
  return open ? open->getName() : DeclarationName();
}

}  // namespace

bool asksItself(const FunctionDecl& kernel) {
  const auto* body = dyn_cast_or_null<CompoundStmt>(kernel.getBody());
  const auto* choice = body && body->size() == 1 ? dyn_cast<IfStmt>(body->body_front()) : nullptr;
  const DeclarationName called = choice ? calledBy(choice->getThen()) : DeclarationName();
  return !called.isEmpty() && called == calledBy(choice->getElse());
}

Status writeAskingKernel(Editor& editor, const FunctionDecl& kernel, const Guard& guard,
                         const std::optional<uint64_t>& threads) {
  for (const Guard::Value& value : guard.values) {
    if (!guardedParameter(kernel, value))
      return inputError({"%1 names no parameter that is a number", code(value.parameter)});
  }
  if (frontend::anyPart(kernel.getBody(), [](const Stmt& part) { return isa<LambdaExpr>(part); }))
    return inputError("it holds a lambda");
  if (Status fit = checkParameters(editor, kernel); !fit.ok()) return fit;
  if (guard.block && isMacroName(editor, "dim3")) return inputError("the program has a macro `dim3`");
  const Result<Parts> parts = readParts(editor, kernel);
  if (!parts.ok()) return parts.error();
  const std::string& file = parts->whole.text.file;
  const uint32_t begin = parts->whole.text.begin, end = parts->whole.text.end;
  const std::string body = editor.freshName(kernel.getNameAsString() + "_body");
  editor.replace({file, begin, parts->open.begin},
                 parts->templateHead + "static __device__ __forceinline__ void " + body,
                 "the kernel's body, with numbers where the kernel finds them");
  if (guard.block)
    editor.insert(file, parts->close.begin, kernel.param_empty() ? "const ::dim3 blockDim" : ", const ::dim3 blockDim");
  std::vector<Word> bound;
  if (threads) {
    const TextRange front{file, parts->whole.name.begin, parts->whole.name.begin};
    bound.push_back({front, "__launch_bounds__(" + std::to_string(*threads) + ") "});
  }
  const std::string indentation(editor.indentationAt(file, begin)), inner = "\n" + indentation + "  ";
  const std::string call = inner + "  " + body + parts->templateArguments + "(";
  std::string asking = "\n\n" + indentation + withWords(editor, {file, begin, parts->close.end}, bound) + " {";
  asking += inner + "if (" + condition(guard) + ")" + call + arguments(kernel, guard, true) + ");";
  asking += inner + "else" + call + arguments(kernel, guard, false) + ");\n" + indentation + "}";
  editor.insert(file, behindComments(editor, file, end).value_or(end), std::move(asking), "chooses as it runs");
  return {};
}

}  // namespace warpwright::rewrite
