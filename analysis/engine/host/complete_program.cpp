#include "analysis/engine/host/complete_program.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "core/base/file.h"

namespace warpwright::engine {
namespace {

using frontend::CompileCommand;

/// The name that the source of a definition of `symbol` must hold: "render" of "void a::render<int>(float)".
std::string nameInSource(const std::string& symbol) {
  std::string text = readableSymbol(symbol);
  text = text.substr(0, text.find_first_of("(<["));
  while (!text.empty() && text.back() == ' ') text.pop_back();
  size_t start = text.size();
  while (start > 0 && (std::isalnum(static_cast<unsigned char>(text[start - 1])) != 0 || text[start - 1] == '_'))
    --start;
  return text.substr(start);
}

bool holdsWord(const std::string& text, const std::string& word) {
  const auto isPart = [&](size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  if (word.empty()) return false;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !isPart(at - 1)) && !isPart(at + word.size())) return true;
  }
  return false;
}

/// cuModuleLoad and the like: a program of the driver interface.
bool isOfDriver(const std::string& symbol) {
  return symbol.size() > 2 && symbol.rfind("cu", 0) == 0 && std::isupper(static_cast<unsigned char>(symbol[2])) != 0;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Whether the program that starts in unit `start` comes to a unit with CUDA, by way of what each unit uses.
bool comesToCuda(const ProgramParts& parts, size_t start) {
  std::set<size_t> reached{start};
  std::vector<size_t> open{start};
  while (!open.empty()) {
    const size_t unit = open.back();
    open.pop_back();
    if (unit < parts.cudaUnits) return true;
    for (const ExternalUse& use : externalUses(*parts.units[unit].module)) {
      if (use.symbol.rfind("cuda", 0) == 0 || isOfDriver(use.symbol)) return true;
      for (size_t other = 0; other < parts.units.size(); ++other) {
        if (reached.contains(other) || (other != start && definesMain(parts.units[other]))) continue;
        const llvm::GlobalValue* value = parts.units[other].module->getNamedValue(use.symbol);
        if (!value || value->isDeclaration() || value->hasLocalLinkage()) continue;
        reached.insert(other);
        open.push_back(other);
      }
    }
  }
  return false;
}

/// Files that define what others miss, added one by one.
class Completion {
 public:
  Completion(ProgramParts& parts, const HostProgram::Symbols& symbols,
             const std::function<frontend::LinkCandidates()>& candidates, const CompileHostFile& compile)
      : parts_(parts), symbols_(symbols), findCandidates_(candidates), compile_(compile) {}

  void run() {
    if (mains().empty()) addMains();
    if (mains().size() > 1) leaveOutOtherPrograms();
    // A main that did not help is not a part of the program.
    for (;;) {
      const std::vector<ExternalUse> missing = missingSymbols(parts_.units, symbols_);
      if (missing.empty() || !addOneOf(missing)) break;
    }
    if (!added_.empty()) parts_.notes.push_back("Also linked, as the program uses them: " + joined(added_) + ".");
  }

 private:
  std::vector<size_t> mains() const {
    std::vector<size_t> found;
    for (size_t i = 0; i < parts_.units.size(); ++i) {
      if (definesMain(parts_.units[i])) found.push_back(i);
    }
    return found;
  }

  void findCandidates() {
    if (found_) return;
    found_ = true;
    frontend::LinkCandidates all = findCandidates_();
    below_ = all.below.size();
    open_ = std::move(all.below);
    open_.insert(open_.end(), std::make_move_iterator(all.besideHeaders.begin()),
                 std::make_move_iterator(all.besideHeaders.end()));
    for (const CompileCommand& command : open_) {
      const Result<std::string> text = readFile(command.file, uint64_t{1} << 24);
      texts_.push_back(text.ok() ? *text : "");
    }
    used_.resize(open_.size());
    compiled_.resize(open_.size());
  }

  /// All files below the folder that the user named that hold a main function; which of them counts is decided next.
  void addMains() {
    findCandidates();
    constexpr size_t most = 16;
    for (size_t i = 0, tried = 0; i < below_ && tried < most; ++i) {
      if (!holdsWord(texts_[i], "main")) continue;
      ++tried;
      used_[i] = true;
      Result<HostUnit> unit = compile_(open_[i]);
      if (unit.ok() && definesMain(*unit)) parts_.units.push_back(std::move(unit.value()));
    }
  }

  /// Only where it leaves one program, and never a file with kernels.
  void leaveOutOtherPrograms() {
    std::vector<size_t> others;
    size_t kept = 0;
    for (const size_t unit : mains()) {
      if (unit < parts_.cudaUnits || comesToCuda(parts_, unit)) {
        ++kept;
      } else {
        others.push_back(unit);
      }
    }
    if (kept != 1) return;
    std::vector<std::string> names;
    for (const size_t unit : others) names.push_back(parts_.units[unit].name);
    for (auto it = others.rbegin(); it != others.rend(); ++it) {
      parts_.units.erase(parts_.units.begin() + static_cast<std::ptrdiff_t>(*it));
    }
    parts_.notes.push_back("Left out, as programs of their own without CUDA: " + joined(names) + ".");
  }

  /// True where `unit` defines something that is missing and nothing that is defined already.
  bool fits(const HostUnit& unit, const std::vector<ExternalUse>& missing) const {
    if (definesMain(unit)) return false;
    bool helps = false;
    for (const std::string& symbol : definedSymbols(*unit.module)) {
      helps = helps ||
              std::any_of(missing.begin(), missing.end(), [&](const ExternalUse& use) { return use.symbol == symbol; });
      if (unit.module->getNamedValue(symbol)->isWeakForLinker()) continue;
      for (const HostUnit& other : parts_.units) {
        const llvm::GlobalValue* known = other.module->getNamedValue(symbol);
        if (known && known->hasExternalLinkage() && !known->isDeclaration()) return false;
      }
    }
    return helps;
  }

  bool addOneOf(const std::vector<ExternalUse>& missing) {
    findCandidates();
    for (size_t i = 0; i < open_.size(); ++i) {
      if (used_[i]) continue;
      const bool maybe = std::any_of(missing.begin(), missing.end(), [&](const ExternalUse& use) {
        return holdsWord(texts_[i], nameInSource(use.symbol));
      });
      if (!maybe) continue;
      if (!compiled_[i]) {
        Result<HostUnit> unit = compile_(open_[i]);
        if (unit.ok()) compiled_[i] = std::move(unit.value());
        used_[i] = !unit.ok();
      }
      if (!compiled_[i] || !fits(*compiled_[i], missing)) continue;
      used_[i] = true;
      added_.push_back(compiled_[i]->name);
      parts_.units.push_back(std::move(*compiled_[i]));
      compiled_[i].reset();
      return true;
    }
    return false;
  }

  ProgramParts& parts_;
  const HostProgram::Symbols& symbols_;
  const std::function<frontend::LinkCandidates()>& findCandidates_;
  const CompileHostFile& compile_;
  bool found_ = false;
  size_t below_ = 0;  ///< the first of `open_` lie below the folder that the user named
  std::vector<CompileCommand> open_;
  std::vector<std::string> texts_;
  std::vector<bool> used_;                         ///< added, or of no use
  std::vector<std::optional<HostUnit>> compiled_;  ///< not needed so far
  std::vector<std::string> added_;
};

}  // namespace

bool definesMain(const HostUnit& unit) {
  const llvm::Function* main = unit.module->getFunction("main");
  return main && !main->isDeclaration();
}

void completeProgram(ProgramParts& parts, const HostProgram::Symbols& symbols,
                     const std::function<frontend::LinkCandidates()>& candidates, const CompileHostFile& compile) {
  Completion(parts, symbols, candidates, compile).run();
}

}  // namespace warpwright::engine
