#include "analysis/rewrite/tree/moved_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <string_view>
#include <vector>

#include "analysis/frontend/statement_search.h"

namespace warpwright::rewrite {

using namespace clang;

namespace {

/// A call, but for what `threadIdx.x` is written as.
bool isOtherCall(const Stmt& part) {
  const auto* call = dyn_cast<CallExpr>(&part);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return call && !(callee && callee->getNameAsString().starts_with("__fetch_builtin_"));
}

/// A member of an object that the text names: whatever has its name elsewhere, the object says what it is. In
/// `object.Base::member` the first one may be of the block.
bool isMember(const std::vector<Token>& tokens, size_t at) {
  const bool isBehind = at > 0 && tokens[at - 1].isOneOf(tok::period, tok::arrow);
  const bool leadsOn = at + 1 < tokens.size() && tokens[at + 1].isOneOf(tok::coloncolon, tok::less);
  return isBehind && !leadsOn;
}

/// Notes names that macros spell. False: they may spell others, of types.
bool noteNamesOfMacros(const Expr& expression, std::map<std::string, size_t>& names) {
  return !frontend::anyPart(&expression, [&](const Stmt& part) {
    if (!part.getBeginLoc().isMacroID()) return false;
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    if (name) ++names[name->getDecl()->getNameAsString()];
    if (const auto* member = dyn_cast<MemberExpr>(&part)) ++names[member->getMemberDecl()->getNameAsString()];
    const bool isQualified = name && (name->hasQualifier() || name->hasExplicitTemplateArgs());
    return isQualified || isOtherCall(part) || isa<ExplicitCastExpr, UnaryExprOrTypeTraitExpr>(part);
  });
}

}  // namespace

std::optional<std::map<std::string, size_t>> namesInText(const Expr& expression, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const CharSourceRange range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(expression.getSourceRange()),
                                                         sources, context.getLangOpts());
  const bool isSpelled =
      range.isValid() && !expression.getBeginLoc().isMacroID() && !expression.getEndLoc().isMacroID();
  if (!isSpelled) return std::nullopt;
  const StringRef text = Lexer::getSourceText(range, sources, context.getLangOpts());
  std::map<std::string, size_t> names;
  if (!noteNamesOfMacros(expression, names)) return std::nullopt;
  // A lexer reads up to a null.
  const std::string own = text.str();
  Lexer lexer(SourceLocation(), context.getLangOpts(), own.data(), own.data(), own.data() + own.size());
  std::vector<Token> tokens;
  for (Token token; !lexer.LexFromRawLexer(token) || token.is(tok::raw_identifier);) {
    if (token.is(tok::eof)) break;
    tokens.push_back(token);
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is(tok::raw_identifier) && !isMember(tokens, i)) ++names[tokens[i].getRawIdentifier().str()];
  }
  return names;
}

std::optional<std::set<std::string>> namesGiven(const Stmt& statement) {
  std::set<std::string> names;
  bool isAny = false;
  frontend::anyPart(&statement, [&](const Stmt& part) {
    const auto* declares = dyn_cast<DeclStmt>(&part);
    if (!declares) return false;
    for (const Decl* one : declares->decls()) {
      isAny |= isa<UsingDirectiveDecl, NamespaceAliasDecl, UsingEnumDecl>(one);
      if (const auto* named = dyn_cast<NamedDecl>(one)) names.insert(named->getNameAsString());
      if (const auto* list = dyn_cast<EnumDecl>(one)) {
        for (const EnumConstantDecl* value : list->enumerators()) names.insert(value->getNameAsString());
      }
      // Members of a union without a name are names of the block.
      if (const auto* record = dyn_cast<RecordDecl>(one)) isAny |= record->isAnonymousStructOrUnion();
    }
    return false;
  });
  return isAny ? std::nullopt : std::optional(std::move(names));
}

bool declaresNames(const Stmt& statement) {
  return frontend::anyPart(&statement, [](const Stmt& part) {
    const auto* declares = dyn_cast<DeclStmt>(&part);
    return declares && !llvm::all_of(declares->decls(),
                                     [](const Decl* one) { return isa<VarDecl, StaticAssertDecl, EmptyDecl>(one); });
  });
}

}  // namespace warpwright::rewrite
