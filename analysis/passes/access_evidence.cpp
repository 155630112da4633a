#include "analysis/passes/access_evidence.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>

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
  for (const auto& [at, place] : places) conditions.want(at);
  for (const clang::FunctionDecl* function : model::projectFunctions(*kernel.unit)) {
    conditions.walk(function);
  }
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
