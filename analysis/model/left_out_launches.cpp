#include "analysis/model/left_out_launches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/frontend/project_files.h"
#include "analysis/frontend/tree_walk.h"
#include "analysis/model/code_text.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/launchers.h"
#include "analysis/model/loaded_names.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view firstWord(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\v\f("));
}

/// Where conditions of the preprocessor stand around a line.
class Conditions {
 public:
  /// Takes the next line, a directive or not.
  void take(std::string_view line) {
    const size_t sign = line.starts_with('#') ? 1 : line.starts_with("%:") ? 2 : 0;
    isDirective_ = sign > 0;
    isDefinition_ = false;
    if (line.empty()) return;
    const bool isFirst = std::exchange(isFirst_, false);
    const std::string_view word = trimmed(line.substr(sign));
    if (!isDirective_) return void(guarding_ = {});
    if (word.starts_with("if"))
      open_.push_back(trimmed(word.substr(2)) == "0" ? zero : open);
    else if (word.starts_with("el") && !open_.empty())
      open_.back() = open;
    else if (word.starts_with("endif") && !open_.empty())
      open_.pop_back();
    isDefinition_ = word.starts_with("define");
    // `#ifndef NAME` first of all, and right behind it `#define NAME`.
    if (isDefinition_ && !guarding_.empty() && firstWord(trimmed(word.substr(6))) == guarding_) open_.back() = guard;
    guarding_ = isFirst && word.starts_with("ifndef") ? trimmed(word.substr(6)) : std::string_view();
  }

  /// Does no compiler read it, or nothing that could launch?
  bool isDead() const { return (isDirective_ && !isDefinition_) || std::ranges::count(open_, zero) > 0; }
  /// May another compiler read it where this one does not, or the other way round?
  bool isOpen() const { return std::ranges::count(open_, open) > 0; }
  /// The same, or does it stand where nothing says what becomes of it?
  bool mayBeElsewhere() const { return isDefinition_ || isOpen(); }

 private:
  enum Kind : uint8_t { guard, zero, open };
  std::vector<Kind> open_;
  std::string_view guarding_;
  bool isFirst_ = true;
  bool isDirective_ = false, isDefinition_ = false;
};

/// A text whose lines are joined as the preprocessor joins them.
struct Joined {
  std::string text;
  std::vector<uint32_t> lines;  ///< of each character: that of the file

  explicit Joined(std::string_view code) {
    uint32_t line = 1;
    for (size_t i = 0; i < code.size(); ++i) {
      if (code[i] == '\\') {
        const size_t end = code.find_first_not_of(blanks, i + 1);
        if (end != std::string_view::npos && code[end] == '\n') {
          i = end;
          ++line;
          continue;
        }
      }
      text += code[i];
      lines.push_back(line);
      // Compilers end a line at a carriage return, too, that no line feed follows.
      line += code[i] == '\n' || (code[i] == '\r' && code.substr(i + 1, 1) != "\n");
    }
  }
};

using Place = std::pair<SourcePosition, std::string>;  // and the kernel's name

/// Where the unit's own code names kernels, in templates and bodies of macros, too: as it is spelled.
class KnownNames : public frontend::TreeWalk {
 public:
  KnownNames(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions)
      : manager_(unit.ast().getSourceManager()), text_(unit) {
    instances_ = true;
    for (const clang::FunctionDecl* function : functions) {
      const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
      for (const clang::FunctionDecl* one : function->redecls()) add(one->getLocation(), *one);
      if (!pattern) continue;
      for (const clang::FunctionDecl* one : pattern->redecls()) add(one->getLocation(), *one);
    }
    walk(unit.ast());
  }

  /// How often the line names it.
  size_t times(const std::string& file, uint32_t line, const std::string& kernel) const {
    const auto found = known_.find({{file, line, 0}, kernel});
    return found == known_.end() ? 0 : found->second.size();
  }

 private:
  bool visit(clang::Stmt& statement) override {
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&statement)) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
        add(name->getLocation(), *function);
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement)) {
      add(member->getMemberLoc(), *member->getMemberDecl());
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&statement)) {
      add(made->getLocation(), *made->getConstructor());
    } else if (const auto* open = llvm::dyn_cast<clang::OverloadExpr>(&statement)) {
      for (const clang::NamedDecl* one : open->decls()) add(open->getNameLoc(), *one->getUnderlyingDecl());
    }
    return true;
  }

  void add(clang::SourceLocation at, const clang::NamedDecl& named) {
    // Each instance of a template says it again.
    if (!said_.emplace(at.getRawEncoding(), named.getDeclName().getAsOpaqueInteger()).second) return;
    SourcePosition place = text_.filePlace(manager_.getSpellingLoc(at));
    const uint32_t column = std::exchange(place.column, 0);
    known_[{place, named.getNameAsString()}].insert(column);
  }

  const clang::SourceManager& manager_;
  SourceText text_;
  std::map<Place, std::set<uint32_t>> known_;
  std::set<std::pair<clang::SourceLocation::UIntTy, uintptr_t>> said_;  ///< places and names
};

/// Is the word what the macro that a line defines is given?
bool isParameter(std::string_view line, std::string_view word) {
  const size_t begin = line.find_first_not_of(blanks, line.find("define") + 6);
  const size_t open = line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
                                             std::min(begin, line.size()));
  if (open == std::string_view::npos || line[open] != '(') return false;
  return holdsWord(line.substr(open, line.find(')', open) - open), word);
}

/// Does `<<<` follow the name that ends at `end`?
bool isLaunched(std::string_view code, size_t end) {
  constexpr size_t longest = 1000;
  constexpr std::string_view between = " \t\r\v\f\n";
  size_t at = code.find_first_not_of(between, end);
  int depth = 0;
  for (const size_t last = end + longest; at < std::min(code.size(), last); ++at) {
    if (code.substr(at).starts_with("<<<") && depth == 0) return true;
    if (code[at] == '<') ++depth;
    if (code[at] == '>') --depth;
    if (depth <= 0 && code[at] != '>' && between.find(code[at]) == std::string_view::npos) return false;
  }
  return false;
}

/// `double run(`: is it what a declaration of a function names? Only types of the language say so: other words may be
/// macros.
bool isDeclared(std::string_view code, size_t begin) {
  static constexpr std::array types = {"auto", "bool",  "char",   "double",   "float", "int",
                                       "long", "short", "signed", "unsigned", "void"};
  const std::string_view before = code.substr(0, begin);
  const size_t end = before.find_last_not_of(" \t\r\v\f\n*&");
  if (end == std::string_view::npos) return false;
  const size_t first = before.find_last_not_of("abcdefghijklmnopqrstuvwxyz", end);
  const std::string_view word = before.substr(first + 1, end - first);
  const bool isWhole = first == std::string_view::npos || blanks.find(before[first]) != std::string_view::npos ||
                       std::string_view("\n;}").find(before[first]) != std::string_view::npos;
  return isWhole && std::ranges::find(types, word) != types.end();
}

/// Macros of the unit's files that make names of pieces, and words that may be such pieces.
class MadeNames {
 public:
  explicit MadeNames(const frontend::ParsedUnit& unit) {
    std::vector<WrittenMacro> macros;
    for (const std::string& file : frontend::projectFiles(unit)) {
      const Result<std::string> text = unit.text(file);
      if (!text.ok()) continue;
      if (text->find("##") == std::string::npos && text->find("%:") == std::string::npos)
        others_.push_back(*text);
      else
        texts_.push_back(*text);
    }
    if (texts_.empty()) return;
    for (const auto* all : {&texts_, &others_}) {
      for (const std::string& text : *all) std::ranges::move(ConditionalText(text).macros, std::back_inserter(macros));
    }
    while (std::erase_if(macros, [&](const WrittenMacro& macro) { return isMaker(macro); }) > 0) {
    }
  }

  bool isMaker(const std::string& macro) const { return makers_.contains(macro); }

  /// Can the kernel's name be put together from words of the unit?
  bool canMake(const std::string& kernel) const {
    std::set<std::string> words;
    for (const auto* all : {&texts_, &others_}) {
      for (const std::string& text : *all) eachWord(text, [&](std::string_view word) { words.emplace(word); });
    }
    words.erase(kernel);
    return canJoin(words, kernel);
  }

 private:
  /// A macro that uses one which pastes does so, too.
  bool isMaker(const WrittenMacro& macro) {
    const bool makes = !macro.pasted.empty() || macro.pastesParameters ||
                       std::ranges::any_of(macro.body, [&](const std::string& word) { return isMaker(word); });
    if (makes) makers_.insert(macro.name);
    return makes;
  }

  std::vector<std::string> texts_, others_;
  std::set<std::string> makers_;
};

class LeftOutLaunches {
 public:
  LeftOutLaunches(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions)
      : unit_(unit), launchers_(launchersIn(functions)), made_(unit) {
    for (const clang::FunctionDecl* one : functions) {
      if (!one->hasAttr<clang::CUDAGlobalAttr>()) continue;
      launchers_.functions.push_back(one);
      names_.insert(one->getNameAsString());
    }
  }

  std::map<std::string, SourcePosition> find() {
    for (const std::string& file : frontend::projectFiles(unit_)) {
      if (const Result<std::string> text = unit_.text(file); text.ok()) lookAt(file, *text);
    }
    for (const std::string& name : names_) {
      if (makesNames_ && !places_.contains(name) && (makesAnyName_ || made_.canMake(name)))
        places_[name] = *makesNames_;
    }
    return places_;
  }

 private:
  void lookAt(const std::string& file, const std::string& text) {
    const Joined code(codeOf(text));
    Conditions conditions;
    // `#name` may be what the kernel is loaded by.
    loadsByName_ = loadsByName(text);
    for (size_t start = 0; start < code.text.size();) {
      const size_t end = std::min(code.text.find('\n', start), code.text.size());
      conditions.take(trimmed(std::string_view(code.text).substr(start, end - start)));
      if (!conditions.isDead()) lookAtLine(file, code, start, end, conditions);
      start = end + 1;
    }
  }

  void lookAtLine(const std::string& file, const Joined& code, size_t start, size_t end, const Conditions& conditions) {
    const std::string_view line = std::string_view(code.text).substr(start, end - start);
    const bool isDefinition = trimmed(line).starts_with('#');
    std::map<std::pair<uint32_t, std::string>, size_t> named;  // how often, by line of the file
    eachWord(line, [&](std::string_view spelled) {
      const std::string word(spelled);
      const auto at = static_cast<size_t>(spelled.data() - code.text.data());
      if (conditions.isOpen() && made_.isMaker(word) && !makesNames_) makesNames_ = {file, code.lines[at], 1};
      const bool mayLaunch = names_.contains(word) && !places_.contains(word) &&
                             (conditions.mayBeElsewhere() || loadsByName_ || isLaunched(code.text, at + word.size()));
      // Another call of what launches may launch with other numbers.
      const bool mayCall =
          conditions.isOpen() && launchers_.kernels.contains(word) && (isDefinition || !isDeclared(code.text, at));
      if ((mayLaunch || mayCall) && !(isDefinition && isParameter(line, word))) ++named[{code.lines[at], word}];
    });
    // A letter by its number.
    if (conditions.isOpen() && !makesAnyName_ && (line.find("\\u") != line.npos || line.find("\\U") != line.npos)) {
      makesAnyName_ = true;
      makesNames_ = {file, code.lines[start], 1};
    }
    for (const auto& [what, times] : named) {
      if (!known_) known_.emplace(unit_, launchers_.functions);
      if (times <= known_->times(file, what.first, what.second)) continue;
      if (names_.contains(what.second)) places_.try_emplace(what.second, SourcePosition{file, what.first, 1});
      const auto launched = launchers_.kernels.find(what.second);
      if (launched == launchers_.kernels.end()) continue;
      for (const std::string& kernel : launched->second)
        places_.try_emplace(kernel, SourcePosition{file, what.first, 1});
    }
  }

  const frontend::ParsedUnit& unit_;
  Launchers launchers_;  ///< and the kernels
  const MadeNames made_;
  std::set<std::string> names_;
  std::map<std::string, SourcePosition> places_;
  std::optional<KnownNames> known_;           ///< walked for only where a text may launch
  std::optional<SourcePosition> makesNames_;  ///< code under a condition that makes names of pieces
  bool makesAnyName_ = false, loadsByName_ = false;
};

}  // namespace

std::map<std::string, SourcePosition> leftOutLaunches(const frontend::ParsedUnit& unit,
                                                      const std::vector<const clang::FunctionDecl*>& functions) {
  return LeftOutLaunches(unit, functions).find();
}

}  // namespace warpwright::model
