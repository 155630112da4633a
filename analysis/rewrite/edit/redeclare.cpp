#include "analysis/rewrite/edit/redeclare.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

// A declaration statement taken apart, as byte positions of one file:
//   static __shared__ float *a[N], b[M];
//   |specifiers            ||decl | |  ||
struct Declarator {
  uint32_t begin = 0, name = 0, nameEnd = 0, end = 0;
  std::vector<RawToken> afterName;
};
struct Parts {
  std::string file;
  uint32_t begin = 0, semicolon = 0;
  std::vector<RawToken> specifiers;
  std::vector<Declarator> declarators;
};

/// `int`, `unsigned` and the like mean the same everywhere.
bool isKeyword(const Editor& editor, const std::string& word) {
  const auto& identifiers = editor.unit()->ast().Idents;
  const auto known = identifiers.find(word);
  return known != identifiers.end() && known->second->getTokenID() != tok::identifier;
}

bool isOpening(const RawToken& token) {
  return token.is("(") || token.is("[") || token.is("{");
}
bool isClosing(const RawToken& token) {
  return token.is(")") || token.is("]") || token.is("}");
}

Error cannotSplit(const Editor& editor, const Parts& parts, const std::string& why) {
  return inputError("the declaration at " + lineText(editor.lineOf(parts.file, parts.begin)) + " " + why);
}

// Where `__shared__` is spelled: the token itself, or a macro that stands for nothing else.
Result<uint32_t> sharedKeyword(const Editor& editor, const ASTContext& context, const VarDecl& variable,
                               const Parts& parts) {
  const SourceManager& sources = context.getSourceManager();
  SourceLocation at = variable.getAttr<CUDASharedAttr>()->getLocation();
  while (at.isMacroID()) {
    const StringRef macro = Lexer::getImmediateMacroName(at, sources, context.getLangOpts());
    const SourceLocation caller = sources.getImmediateMacroCallerLoc(at);
    if (macro != "__shared__") {
      // `#define SHARED __shared__`: every token of the definition counts.
      const SourceLocation body = sources.getSpellingLoc(at);
      const std::string file = sources.getFilename(body).str();
      const StringRef text = sources.getBufferData(sources.getFileID(body));
      const size_t offset = sources.getFileOffset(body);
      const size_t lineBegin = text.rfind('\n', offset) == StringRef::npos ? 0 : text.rfind('\n', offset) + 1;
      StringRef line = text.slice(lineBegin, text.find('\n', offset)).trim();
      line = line.ltrim("# \t");
      line.consume_front("define");
      line = line.ltrim();
      if (!line.consume_front(macro) || line.trim() != "__shared__") {
        return cannotSplit(editor, parts,
                           "gets `__shared__` from the macro `" + macro.str() + "`, which stands for more than that");
      }
    }
    at = caller;
  }
  return sources.getFileOffset(at);
}

// The tokens from `parts.begin` to the semicolon behind the first name, and perhaps some more; all where there is none.
std::vector<RawToken> tokensOfDeclaration(const Editor& editor, const Parts& parts, uint32_t firstName) {
  const auto textEnd = static_cast<uint32_t>(editor.textOf(parts.file).size());
  for (uint32_t size = 512;; size *= 8) {
    const uint32_t end = textEnd - parts.begin > size ? parts.begin + size : textEnd;
    std::vector<RawToken> tokens = editor.tokens({parts.file, parts.begin, end});
    int depth = 0;
    for (const RawToken& token : tokens) {
      if (depth == 0 && token.begin > firstName && token.is(";")) return tokens;
      depth += isOpening(token) ? 1 : isClosing(token) ? -1 : 0;
    }
    if (end == textEnd) return tokens;
  }
}

// The tokens of the declaration from `parts.begin` to its semicolon as specifiers and declarators. `names`: where each
// declarator has its name.
Status splitTokens(const Editor& editor, const std::vector<uint32_t>& names, Parts& parts) {
  int depth = 0;
  bool inSpecifiers = true;
  std::vector<RawToken> run;  // tokens since the specifiers or the last comma
  const auto closeDeclarator = [&]() -> Status {
    const auto name = std::find_if(run.begin(), run.end(), [&](const RawToken& token) {
      return std::find(names.begin(), names.end(), token.begin) != names.end();
    });
    if (name == run.end()) return cannotSplit(editor, parts, "could not be taken apart");
    parts.declarators.push_back(
        {run.front().begin, name->begin, name->end, run.back().end, std::vector<RawToken>(name + 1, run.end())});
    run.clear();
    return {};
  };
  for (const RawToken& token : tokensOfDeclaration(editor, parts, names.front())) {
    if (token.is("static") && depth == 0 && !inSpecifiers)
      return cannotSplit(editor, parts, "could not be taken apart");
    // A comma before the name parts the arguments of a template.
    if (depth == 0 && !inSpecifiers && (token.is(",") || token.is(";"))) {
      if (Status closed = closeDeclarator(); !closed.ok()) return closed;
      if (token.is(",")) continue;
      parts.semicolon = token.begin;
      break;
    }
    if (isOpening(token)) ++depth;
    if (isClosing(token)) --depth;
    if (inSpecifiers && token.begin == names.front()) {
      // A declarator starts with the stars before its name.
      while (!parts.specifiers.empty() && parts.specifiers.back().is("*")) {
        run.insert(run.begin(), parts.specifiers.back());
        parts.specifiers.pop_back();
      }
      inSpecifiers = false;
    }
    (inSpecifiers ? parts.specifiers : run).push_back(token);
  }
  if (parts.semicolon == 0 || parts.declarators.size() != names.size()) {
    return cannotSplit(editor, parts, "could not be taken apart");
  }
  return {};
}

Result<Parts> takeApart(const Editor& editor, const ASTContext& context, const LocalVariable& local) {
  const SourceManager& sources = context.getSourceManager();
  Parts parts;
  std::vector<uint32_t> names;
  for (const Decl* decl : local.statement->decls()) {
    const auto* variable = dyn_cast<VarDecl>(decl);
    if (!variable) return inputError("the declaration also declares a type");
    Result<TextRange> name = editor.locate(variable->getLocation());
    if (!name.ok()) return name.error();
    if (variable->getLocation().isMacroID()) {
      return inputError(lineText(editor.lineOf(name->file, name->begin)) + " declares it through a macro");
    }
    parts.file = name->file;
    names.push_back(name->begin);
  }
  const auto* first = cast<VarDecl>(*local.statement->decl_begin());
  const SourceLocation begin = sources.getExpansionLoc(first->getBeginLoc());
  const SourceLocation shared = sources.getExpansionLoc(first->getAttr<CUDASharedAttr>()->getLocation());
  const SourceLocation statement = sources.getExpansionLoc(local.statement->getBeginLoc());
  if (sources.getFileID(begin) != sources.getFileID(shared) || fileNameAt(*editor.unit(), begin) != parts.file) {
    return inputError("its declaration is spread over several files");
  }
  parts.begin =
      std::min({sources.getFileOffset(begin), sources.getFileOffset(shared), sources.getFileOffset(statement)});

  if (Status split = splitTokens(editor, names, parts); !split.ok()) return split.error();
  return parts;
}

// How many bracket groups follow the name; -1 where anything else follows it.
int writtenRank(const Declarator& declarator) {
  int depth = 0, groups = 0;
  for (const RawToken& token : declarator.afterName) {
    if (depth == 0) {
      if (!token.is("[")) return -1;
      ++groups;
    }
    if (isOpening(token)) ++depth;
    if (isClosing(token)) --depth;
  }
  return groups;
}

// The name of a type that holds dimensions of the array, `typedef int Tile[8][8]`, and the element that stands for it
// once the dimensions are written out. Empty text: there is none, or another declaration shares it.
struct ShapedType {
  uint32_t begin = 0, end = 0;
  std::string element;

  bool holds(const RawToken& token) const { return !element.empty() && token.begin >= begin && token.end <= end; }
};

// `int`, `float`: an element whose name means the same everywhere; empty: another one.
std::string builtInElement(const ASTContext& context, const VarDecl& variable) {
  if (variable.getType()->isDependentType()) return {};
  const QualType element = context.getBaseElementType(variable.getType()).getCanonicalType();
  return isa<BuiltinType>(element) && !element.hasQualifiers() ? element.getAsString(context.getPrintingPolicy())
                                                               : std::string();
}

ShapedType shapedType(const Editor& editor, const ASTContext& context, const VarDecl& variable, const Parts& parts) {
  const std::string element = builtInElement(context, variable);
  if (element.empty() || parts.declarators.size() != 1 || !variable.getTypeSourceInfo()) return {};
  TypeLoc type = variable.getTypeSourceInfo()->getTypeLoc();
  while (const auto array = type.getAsAdjusted<ArrayTypeLoc>()) type = array.getElementLoc();
  type = type.getUnqualifiedLoc();
  if (!type.getType()->isArrayType() || type.getSourceRange().getBegin().isMacroID()) return {};
  const Result<TextRange> name = editor.locate(type.getSourceRange());
  if (!name.ok() || name->file != parts.file) return {};
  return {name->begin, name->end, element};
}

// The specifiers without `__shared__` and `static`, as they are spelled.
std::string keptSpecifiers(const Editor& editor, const Parts& parts, uint32_t shared, const ShapedType& shaped) {
  std::string kept;
  const std::string_view text = editor.textOf(parts.file);
  for (size_t i = 0; i < parts.specifiers.size(); ++i) {
    const RawToken& token = parts.specifiers[i];
    if (token.begin == shared || token.is("static")) continue;
    if (!kept.empty()) {
      const uint32_t gapBegin = parts.specifiers[i - 1].end;
      const std::string_view gap = text.substr(gapBegin, token.begin - gapBegin);
      const bool glued =
          gap.empty() && parts.specifiers[i - 1].begin != shared && !parts.specifiers[i - 1].is("static");
      if (!glued) kept += ' ';
    }
    if (!shaped.holds(token))
      kept += token.text;
    else if (token.end == shaped.end)
      kept += shaped.element;
  }
  return kept;
}

void removeSpecifier(Editor& editor, const std::string& file, const RawToken& token) {
  const std::string_view text = editor.textOf(file);
  uint32_t end = token.end;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  editor.replace({file, token.begin, end}, "");
}

/// Does the statement declare something of that name, or make names of a namespace visible?
bool givesMeaning(const Stmt* part, const std::string& name) {
  return frontend::anyDeclared(part, [&](const Decl& declared) {
    const auto* named = dyn_cast<NamedDecl>(&declared);
    return isa<UsingDirectiveDecl>(declared) || (named && named->getNameAsString() == name);
  });
}

/// Does the text of a declaration mean the same at the start of the function?
Status staysSame(const Editor& editor, const FunctionDecl& function, const Parts& parts, const std::string& declaration,
                 const std::string& name) {
  const SourceManager& sources = function.getASTContext().getSourceManager();
  const uint32_t brace = sources.getFileOffset(sources.getExpansionLoc(function.getBody()->getBeginLoc()));
  RawToken previous;
  for (const RawToken& token : editor.tokens({parts.file, brace, parts.begin})) {
    if (previous.is("#") && (token.is("define") || token.is("undef"))) {
      return cannotSplit(editor, parts, "stands in a loop, behind a #define or #undef inside the kernel");
    }
    previous = token;
  }
  for (size_t at = 0; at < declaration.size();) {
    const auto isPart = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const size_t begin = at;
    while (at < declaration.size() && isPart(declaration[at])) ++at;
    const std::string word = declaration.substr(begin, at - begin);
    if (word.empty()) {
      ++at;
      continue;
    }
    const bool isWord =
        std::isdigit(static_cast<unsigned char>(word[0])) == 0 && word != name && !isKeyword(editor, word);
    if (!isWord || !givesMeaning(function.getBody(), word)) continue;
    return cannotSplit(editor, parts,
                       "stands in a loop and names `" + word + "`, which may mean something else outside of it");
  }
  return {};
}

void declareAtFunctionStart(Editor& editor, const FunctionDecl& function, const std::string& file,
                            const std::string& declaration, const std::string& note) {
  const auto* body = cast<CompoundStmt>(function.getBody());
  const SourceManager& sources = function.getASTContext().getSourceManager();
  const uint32_t brace = sources.getFileOffset(sources.getExpansionLoc(body->getLBracLoc())) + 1;
  const auto next = nextToken(editor, file, brace);
  const std::string indentation(editor.indentationAt(file, next ? next->begin : brace));
  declareAfter(editor, file, brace, {indentation, {declaration}, note});
}

// `SHARED(int, s, 64);` where the macro is the declaration and no more: the new one takes its place.
Status redeclareMacro(Editor& editor, const ASTContext& context, const LocalVariable& local,
                      const Redeclaration& wanted) {
  const SourceManager& sources = context.getSourceManager();
  const VarDecl& variable = *local.variable;
  const Result<TextRange> name = editor.locate(variable.getLocation());
  if (!name.ok()) return name.error();
  const Error refusal = inputError(lineText(editor.lineOf(name->file, name->begin)) + " declares it through a macro");
  const auto* attribute = variable.getAttr<CUDASharedAttr>();
  const std::string element = builtInElement(context, variable);
  if (!local.statement->isSingleDecl() || wanted.atFunctionStart || element.empty() ||
      variable.hasAttr<AlignedAttr>() || !attribute) {
    return refusal;
  }
  const CharSourceRange use = sources.getExpansionRange(local.statement->getBeginLoc());
  for (const SourceLocation at : {local.statement->getBeginLoc(), variable.getBeginLoc(), variable.getLocation(),
                                  variable.getEndLoc(), attribute->getLocation()}) {
    if (!at.isMacroID() || sources.getExpansionLoc(at) != use.getBegin()) return refusal;
  }
  // One statement is all that the macro makes where no semicolon and no brace stands in its definition.
  SourceLocation word = attribute->getLocation();  // `__shared__` is a macro itself
  while (sources.getImmediateMacroCallerLoc(word).isMacroID()) word = sources.getImmediateMacroCallerLoc(word);
  const SourceLocation body = sources.getSpellingLoc(word);
  const StringRef text = sources.getBufferData(sources.getFileID(body));
  const size_t offset = sources.getFileOffset(body);
  size_t line = text.rfind('\n', offset);
  while (line != StringRef::npos && text.slice(0, line).rtrim("\r").ends_with("\\")) line = text.rfind('\n', line);
  size_t end = text.find('\n', offset);
  while (end != StringRef::npos && text.slice(0, end).rtrim("\r").ends_with("\\")) end = text.find('\n', end + 1);
  const StringRef definition = text.slice(line == StringRef::npos ? 0 : line + 1, end);
  const bool isDefinition = definition.ltrim("# \t").starts_with("define");
  if (!isDefinition || definition.find_first_of(";{}") != StringRef::npos) return refusal;
  const Result<TextRange> whole = editor.locate(clang::SourceRange(use.getBegin(), use.getEnd()));
  if (!whole.ok()) return whole.error();
  editor.replace(*whole, element + " " + wanted.name + wanted.extents, wanted.note);
  return {};
}

// The declaration of one variable stays where it is. `shared`: where `__shared__` is spelled.
void redeclareInPlace(Editor& editor, const Parts& parts, uint32_t shared, const ShapedType& shaped, unsigned rank,
                      const Redeclaration& wanted) {
  const Declarator& mine = parts.declarators.front();
  for (const RawToken& token : parts.specifiers) {
    if (token.begin == shared || token.is("static")) removeSpecifier(editor, parts.file, token);
  }
  const std::string_view oldName = editor.textOf(TextRange{parts.file, mine.name, mine.nameEnd});
  if (oldName != wanted.name) editor.replace({parts.file, mine.name, mine.nameEnd}, wanted.name);
  if (!shaped.element.empty()) editor.replace({parts.file, shaped.begin, shaped.end}, shaped.element);
  if (rank > 0 || !wanted.extents.empty()) {
    editor.replace({parts.file, mine.nameEnd, mine.end}, wanted.extents, wanted.note);
  }
}

}  // namespace

Status redeclare(Editor& editor, const FunctionDecl& function, const LocalVariable& local, unsigned rank,
                 const Redeclaration& wanted) {
  const ASTContext& context = function.getASTContext();
  if (local.variable->getLocation().isMacroID()) return redeclareMacro(editor, context, local, wanted);
  Result<Parts> apart = takeApart(editor, context, local);
  if (!apart.ok()) return apart.error();
  const Parts& parts = *apart;
  Result<uint32_t> shared = sharedKeyword(editor, context, *local.variable, parts);
  if (!shared.ok()) return shared.error();
  const auto keyword = std::find_if(parts.specifiers.begin(), parts.specifiers.end(),
                                    [&](const RawToken& token) { return token.begin == *shared; });
  if (keyword == parts.specifiers.end()) return cannotSplit(editor, parts, "does not start with `__shared__`");

  const uint32_t name = context.getSourceManager().getFileOffset(local.variable->getLocation());
  const auto mine = std::find_if(parts.declarators.begin(), parts.declarators.end(),
                                 [&](const Declarator& declarator) { return declarator.name == name; });
  if (mine == parts.declarators.end()) return cannotSplit(editor, parts, "could not be taken apart");
  const int written = writtenRank(*mine);
  if (written < 0) return cannotSplit(editor, parts, "has more than dimensions after the name");
  ShapedType shaped;
  if (static_cast<unsigned>(written) != rank) {
    shaped = shapedType(editor, context, *local.variable, parts);
    if (shaped.element.empty()) return cannotSplit(editor, parts, "takes its array shape from a typedef");
  }

  if (parts.declarators.size() == 1 && !wanted.atFunctionStart) {
    redeclareInPlace(editor, parts, *shared, shaped, rank, wanted);
    return {};
  }

  for (const RawToken& token : parts.specifiers) {
    if (token.is("{")) return cannotSplit(editor, parts, "also defines a type");
  }
  const std::string stars(editor.textOf(TextRange{parts.file, mine->begin, mine->name}));
  const std::string declaration =
      keptSpecifiers(editor, parts, *shared, shaped) + " " + stars + wanted.name + wanted.extents + ";";
  if (wanted.atFunctionStart) {
    if (Status same = staysSame(editor, function, parts, declaration, wanted.name); !same.ok()) return same;
  }
  if (parts.declarators.size() == 1) {
    editor.removeWithLine({parts.file, parts.begin, parts.semicolon + 1});
  } else if (mine == parts.declarators.begin()) {
    editor.replace({parts.file, mine->begin, (mine + 1)->begin}, "");
  } else {
    editor.replace({parts.file, (mine - 1)->end, mine->end}, "");
  }
  if (wanted.atFunctionStart) {
    declareAtFunctionStart(editor, function, parts.file, declaration, wanted.note);
  } else {
    const std::string indentation(editor.indentationAt(parts.file, parts.begin));
    declareAfter(editor, parts.file, parts.semicolon + 1, {indentation, {declaration}, wanted.note});
  }
  return {};
}

}  // namespace warpwright::rewrite
