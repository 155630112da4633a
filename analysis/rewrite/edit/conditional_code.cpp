#include "analysis/rewrite/edit/conditional_code.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

// Past the end of a directive's line, continued lines included.
uint32_t lineEnd(std::string_view text, uint32_t offset) {
  while (offset < text.size() && text[offset] != '\n') {
    const bool continues =
        text[offset] == '\\' && offset + 1 < text.size() && (text[offset + 1] == '\n' || text[offset + 1] == '\r');
    offset += continues ? (text[offset + 1] == '\r' ? 3 : 2) : 1;
  }
  return std::min(offset, static_cast<uint32_t>(text.size()));
}

bool holdsWord(const std::string& text, const std::string& word) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const auto isWord = [&](size_t i) {
      return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
    };
    if ((at == 0 || !isWord(at - 1)) && !isWord(at + word.size())) return true;
  }
  return false;
}

}  // namespace

ConditionalCode::ConditionalCode(const Editor& editor, const std::string& file) {
  const std::string_view text = editor.textOf(file);
  const std::vector<RawToken> tokens = editor.tokens({file, 0, static_cast<uint32_t>(text.size())});
  if (tokens.size() > 1 && tokens.back().is("endif")) lastEnd_ = tokens[tokens.size() - 2].begin;
  std::vector<size_t> open;
  int groups = 0;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    const RawToken &hash = tokens[i], &word = tokens[i + 1];
    const uint32_t begin = editor.lineStart(file, hash.begin);
    if (!hash.is("#") || text.substr(begin, hash.begin - begin).find_first_not_of(" \t") != std::string_view::npos)
      continue;
    const uint32_t end = lineEnd(text, hash.begin);
    std::string rest;
    for (size_t k = i + 2; k < tokens.size() && tokens[k].begin < end; ++k)
      rest += (rest.empty() ? "" : " ") + std::string(tokens[k].text);
    if (word.is("define") || word.is("undef")) {
      definitions_.emplace_back(hash.begin, i + 2 < tokens.size() ? std::string(tokens[i + 2].text) : "");
    } else if (word.is("if") || word.is("ifdef") || word.is("ifndef")) {
      open.push_back(branches_.size());
      branches_.push_back({end, static_cast<uint32_t>(text.size()), groups++, 0, std::string(word.text) + " " + rest});
    } else if ((word.is("else") || word.text.starts_with("elif")) && !open.empty()) {
      Branch next = branches_[open.back()];
      branches_[open.back()].end = hash.begin;
      next.begin = end;
      next.end = static_cast<uint32_t>(text.size());
      ++next.number;
      if (!word.is("else")) next.condition += " / " + rest;
      open.back() = branches_.size();
      branches_.push_back(std::move(next));
    } else if (word.is("endif") && !open.empty()) {
      branches_[open.back()].end = hash.begin;
      open.pop_back();
    }
  }
}

std::vector<const ConditionalCode::Branch*> ConditionalCode::around(uint32_t offset) const {
  std::vector<const Branch*> found;
  for (const Branch& branch : branches_) {
    if (branch.begin <= offset && offset < branch.end) found.push_back(&branch);
  }
  return found;
}

bool ConditionalCode::isAlwaysWith(uint32_t outer, uint32_t inner) const {
  const std::vector<const Branch*> of = around(inner);
  const auto isShared = [&](const Branch* branch) { return std::find(of.begin(), of.end(), branch) != of.end(); };
  const std::vector<const Branch*> needed = around(outer);
  return std::all_of(needed.begin(), needed.end(), [&](const Branch* one) { return isShared(one) || isGuard(*one); });
}

bool ConditionalCode::isUnconditional(uint32_t offset) const {
  const std::vector<const Branch*> needed = around(offset);
  return std::all_of(needed.begin(), needed.end(), [&](const Branch* one) { return isGuard(*one); });
}

std::vector<uint32_t> ConditionalCode::leftOutOf(const Editor& editor, const clang::FunctionDecl& function) const {
  const Result<TextRange> body = editor.locate(function.getBody()->getSourceRange());
  if (!body.ok()) return {};
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  std::set<uint32_t> read;
  eachPart(function.getBody(), [&](const clang::Stmt& part, const auto&) {
    read.insert(sources.getFileOffset(sources.getExpansionLoc(part.getBeginLoc())));
    read.insert(sources.getFileOffset(sources.getFileLoc(part.getBeginLoc())));
  });
  std::vector<uint32_t> found;
  for (const Branch& branch : branches_) {
    if (branch.begin < body->begin || branch.end > body->end) continue;
    const auto first = read.lower_bound(branch.begin);
    if (first != read.end() && *first < branch.end) continue;
    for (const RawToken& token : editor.tokens({body->file, branch.begin, branch.end})) {
      if (isInDirective(editor.textOf(body->file), token.begin)) continue;
      found.push_back(token.begin);
      break;
    }
  }
  return found;
}

/// `#ifndef NAME` up to the end of the file, without an #else, and `#define NAME` as the next directive but for others
/// of the kind.
bool ConditionalCode::isGuard(const Branch& branch) const {
  if (branch.number != 0 || branch.end != lastEnd_ || !branch.condition.starts_with("ifndef ")) return false;
  const std::string name = branch.condition.substr(std::string_view("ifndef ").size());
  const auto next = std::find_if(definitions_.begin(), definitions_.end(),
                                 [&](const auto& definition) { return definition.first > branch.begin; });
  return next != definitions_.end() && next->second == name && next->first < branch.end;
}

bool ConditionalCode::areAlternatives(uint32_t first, uint32_t second) const {
  const auto [low, high] = std::minmax(first, second);
  for (const Branch* a : around(first)) {
    for (const Branch* b : around(second)) {
      if (a->number == b->number) continue;
      if (a->group == b->group) return true;
      const bool changed =
          std::any_of(definitions_.begin(), definitions_.end(), [&, low = low, high = high](const auto& definition) {
            return definition.first > low && definition.first < high && holdsWord(a->condition, definition.second);
          });
      // Only the two sides of one `#if`: with more of them the conditions would have to be compared
      // one by one.
      const bool sides = a->number + b->number == 1 && a->condition == b->condition;
      if (sides && !changed) return true;
    }
  }
  return false;
}

}  // namespace warpwright::rewrite
