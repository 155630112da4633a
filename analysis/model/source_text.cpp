#include "analysis/model/source_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace warpwright::model {

clang::CharSourceRange charsInFile(clang::SourceRange tokens, const clang::ASTContext& context) {
  return clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(tokens), context.getSourceManager(),
                                         context.getLangOpts());
}

SourceText::SourceText(const frontend::ParsedUnit& unit) : unit_(unit), manager_(unit.ast().getSourceManager()) {}

std::string SourceText::absolute(const std::string& file) const {
  std::string& known = absolutes_[file];
  if (known.empty()) {
    llvm::SmallString<256> path(file);
    manager_.getFileManager().makeAbsolutePath(path);
    known = std::filesystem::path(path.str().str()).lexically_normal().string();
  }
  return known;
}

SourcePosition SourceText::debugPlace(clang::SourceLocation at) const {
  const clang::PresumedLoc place = manager_.getPresumedLoc(at);
  if (place.isInvalid()) return {};
  return {absolute(place.getFilename()), place.getLine(), place.getColumn()};
}

SourcePosition SourceText::filePlace(clang::SourceLocation at) const {
  const clang::SourceLocation file = manager_.getFileLoc(at);
  if (file.isInvalid()) return {};
  return {absolute(manager_.getFilename(file).str()), manager_.getSpellingLineNumber(file),
          manager_.getSpellingColumnNumber(file)};
}

SourceRange SourceText::range(clang::SourceRange tokens) const {
  const clang::LangOptions& language = unit_.ast().getLangOpts();
  clang::CharSourceRange characters = charsInFile(tokens, unit_.ast());
  if (characters.isInvalid()) {
    characters = clang::Lexer::getAsCharRange(manager_.getExpansionRange(tokens), manager_, language);
  }
  if (characters.isInvalid()) return {};
  const SourcePosition end = filePlace(characters.getEnd());
  return {filePlace(characters.getBegin()), end.line, end.column};
}

std::string SourceText::text(clang::SourceRange tokens) const {
  const clang::LangOptions& language = unit_.ast().getLangOpts();
  clang::CharSourceRange characters = charsInFile(tokens, unit_.ast());
  if (characters.isInvalid()) characters = manager_.getExpansionRange(tokens);
  std::string text;
  const llvm::StringRef source = clang::Lexer::getSourceText(characters, manager_, language);
  for (size_t i = 0; i < source.size(); ++i) {
    const char letter = source[i];
    const bool joinsLines =
        letter == '\\' && (source.substr(i + 1).starts_with("\n") || source.substr(i + 1).starts_with("\r\n"));
    const bool isSpace = joinsLines || letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
    if (!isSpace)
      text += letter;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

bool SourceText::isInMacro(clang::SourceRange tokens) const {
  for (const clang::SourceLocation at : {tokens.getBegin(), tokens.getEnd()}) {
    if (at.isMacroID() && manager_.isMacroBodyExpansion(at)) return true;
  }
  return charsInFile(tokens, unit_.ast()).isInvalid();
}

bool SourceText::isInProject(clang::SourceLocation at) const {
  if (at.isInvalid()) return false;
  const clang::FileID file = manager_.getFileID(manager_.getExpansionLoc(at));
  const auto known = inProject_.find(file.getHashValue());
  if (known != inProject_.end()) return known->second;
  const clang::OptionalFileEntryRef entry = manager_.getFileEntryRefForID(file);
  const bool result = entry && unit_.isProjectFile(absolute(entry->getName().str()));
  inProject_.emplace(file.getHashValue(), result);
  return result;
}

}  // namespace warpwright::model
