#include "analysis/passes/access_evidence.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/tree_walk.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/passes/judgement.h"

namespace warpwright::passes {
namespace {

/// What has to hold in the source for a place to be reached: the conditions of the `if`s around it.
class ConditionReader : public frontend::TreeWalk {
 public:
  explicit ConditionReader(const frontend::ParsedUnit& unit) : text_(unit) {}

  void want(const SourcePosition& place) { found_.emplace(place, ""); }
  std::string at(const SourcePosition& place) const {
    const auto found = found_.find(place);
    return found == found_.end() ? "" : found->second;
  }

 private:
  bool walkIf(clang::IfStmt& branch) override {
    const clang::Expr* condition = branch.getCond();
    if (condition == nullptr || branch.isConstexpr()) return false;
    const std::string holds = text_.text(condition->getSourceRange());
    walk(branch.getInit());
    walk(condition);
    under(holds, branch.getThen());
    under("!(" + holds + ")", branch.getElse());
    return true;
  }
  bool visit(clang::Stmt& statement) override {
    const auto* name = clang::dyn_cast<clang::DeclRefExpr>(&statement);
    if (!name) return true;
    const auto wanted = found_.find(text_.filePlace(name->getBeginLoc()));
    if (wanted == found_.end() || !seen_.insert(wanted->first).second) return true;
    for (const std::string& one : open_) wanted->second += (wanted->second.empty() ? "" : " && ") + one;
    return true;
  }

  void under(std::string condition, const clang::Stmt* body) {
    if (body == nullptr) return;
    open_.push_back(std::move(condition));
    walk(body);
    open_.pop_back();
  }

  model::SourceText text_;
  std::map<SourcePosition, std::string> found_;
  std::set<SourcePosition> seen_;
  std::vector<std::string> open_;
};

/// Which functions of the project, by their numbers, have text in a line: an `if` may stand around a place only in
/// those. Every finding asks.
struct FunctionsByLine {
  std::map<std::string, std::map<uint32_t, std::vector<size_t>>> byFile;
};

const FunctionsByLine& functionsByLine(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<FunctionsByLine>(unit, [&] {
    FunctionsByLine all;
    const model::SourceText text(unit);
    const std::vector<const clang::FunctionDecl*>& functions = model::projectFunctions(unit);
    for (size_t i = 0; i < functions.size(); ++i) {
      const SourceRange range = text.range(functions[i]->getSourceRange());
      auto& lines = all.byFile[range.begin.file];
      for (uint32_t line = range.begin.line; line <= range.endLine; ++line) lines[line].push_back(i);
    }
    return all;
  });
}

/// The functions that may hold one of the places, in their order; all of them where one place lies in none.
std::vector<const clang::FunctionDecl*> functionsAround(const frontend::ParsedUnit& unit,
                                                        const std::vector<SourcePosition>& places) {
  const auto& byFile = functionsByLine(unit).byFile;
  const std::vector<const clang::FunctionDecl*>& all = model::projectFunctions(unit);
  std::set<size_t> numbers;
  for (const SourcePosition& at : places) {
    const auto file = byFile.find(at.file);
    if (file == byFile.end()) return all;
    const auto line = file->second.find(at.line);
    if (line == file->second.end()) return all;
    numbers.insert(line->second.begin(), line->second.end());
  }
  std::vector<const clang::FunctionDecl*> functions;
  for (const size_t number : numbers) functions.push_back(all[number]);
  return functions;
}

/// Accesses that stand at one place.
struct Place {
  std::string text;
  std::set<AccessKind> kinds;
};

std::string accessWord(const Place& place) {
  if (place.kinds.contains(AccessKind::atomic)) return "update";
  const bool reads = place.kinds.contains(AccessKind::read), writes = place.kinds.contains(AccessKind::write);
  return reads && writes ? "read, write" : writes ? "write" : "read";
}

std::string verb(const Place& place) {
  const std::string word = accessWord(place);
  return word == "read, write" ? "reads and writes " : word + "s ";
}

}  // namespace

std::vector<Evidence> whoTouches(const model::ParsedKernel& kernel, const MemoryObject& object,
                                 const std::string& whose) {
  std::map<SourcePosition, Place> places;
  for (const Access& access : kernel.models.front().accesses) {
    if (access.object != object.id) continue;
    SourcePosition at = access.range.begin;
    if (!at.isValid()) at = {object.declaration.begin.file, access.line, 0};
    Place& place = places[at];
    place.text = access.text;
    place.kinds.insert(access.kind);
  }
  ConditionReader conditions(*kernel.unit);
  std::vector<SourcePosition> wanted;
  for (const auto& [at, place] : places) {
    conditions.want(at);
    if (at.column != 0) wanted.push_back(at);  // else it is a line alone, where nothing begins
  }
  for (const clang::FunctionDecl* function : functionsAround(*kernel.unit, wanted)) conditions.walk(function);
  std::vector<Evidence> evidence;
  for (const auto& [at, place] : places) {
    const Message what = place.text.empty() ? "an element of " + code(object.name) : code(place.text);
    evidence.push_back({at, "each thread " + verb(place) + what + (whose.empty() ? "" : ", " + whose),
                        accessWord(place), indexText(place.text), conditions.at(at)});
  }
  return evidence;
}

Message linesOf(const std::vector<Evidence>& evidence) {
  std::vector<uint32_t> lines;
  for (const Evidence& step : evidence) {
    if (lines.empty() || lines.back() != step.at.line) lines.push_back(step.at.line);
  }
  if (lines.size() > 4) {
    return {"%1 touch", linesText({lines.front(), lines.back()}, " to ")};
  }
  return linesText(lines) + (lines.size() == 1 ? " touches" : " touch");
}

std::string indexText(const std::string& access) {
  std::string index;
  int depth = 0;
  for (const char c : access) {
    if (c == ']' && --depth == 0) continue;
    if (depth > 0) index += c;
    if (c != '[' || depth++ != 0) continue;
    if (!index.empty()) index += ", ";
  }
  return index;
}

}  // namespace warpwright::passes
