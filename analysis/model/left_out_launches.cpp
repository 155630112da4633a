#include "analysis/model/left_out_launches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/frontend/project_files.h"
#include "analysis/frontend/tree_walk.h"
#include "analysis/model/code_text.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

using Line = std::pair<std::string, uint32_t>;
constexpr std::string_view blanks = " \t\r\n\v\f\\";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Blanks for what stands in `#if 0`.
void dropZero(std::string& code) {
  std::vector<bool> open;  // conditions around a line: is it `0`?
  for (size_t start = 0; start < code.size();) {
    const size_t end = std::min(code.find('\n', start), code.size());
    std::string_view line = trimmed(std::string_view(code).substr(start, end - start));
    const bool isDirective = line.starts_with('#');
    if (isDirective) line = trimmed(line.substr(1));
    if (isDirective && line.starts_with("if"))
      open.push_back(line.starts_with("if ") && trimmed(line.substr(2)) == "0");
    else if (isDirective && line.starts_with("el") && !open.empty())
      open.back() = false;
    else if (isDirective && line.starts_with("endif") && !open.empty())
      open.pop_back();
    else if (std::ranges::count(open, true) > 0)
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(start), code.begin() + static_cast<std::ptrdiff_t>(end),
                ' ');
    start = end + 1;
  }
}

/// The name before `<<<`, and where it begins: "k" of `k<int>`. Empty: there is none.
std::pair<std::string_view, size_t> nameBefore(std::string_view code, size_t at) {
  constexpr size_t longest = 1000;
  const auto skipBack = [&] {
    while (at > 0 && blanks.find(code[at - 1]) != std::string_view::npos) --at;
  };
  skipBack();
  if (at > 0 && code[at - 1] == '>') {
    const size_t least = at - std::min(at, longest);
    for (int depth = 0; at > least;) {
      --at;
      if (code[at] == '>') ++depth;
      if (code[at] == '<' && --depth == 0) break;
    }
    skipBack();
  }
  const size_t end = at;
  while (at > 0 && isWordPart(code[at - 1])) --at;
  return {code.substr(at, end - at), at};
}

/// The lines that launches of the AST stand on, those of templates and of macros' bodies with them.
class LaunchLines : public frontend::TreeWalk {
 public:
  explicit LaunchLines(const frontend::ParsedUnit& unit) : manager_(unit.ast().getSourceManager()), text_(unit) {
    instances_ = true;
  }
  std::set<Line> found;

 private:
  bool visit(clang::Stmt& statement) override {
    const auto* launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&statement);
    if (!launch) return true;
    for (const clang::SourceLocation at : {launch->getBeginLoc(), launch->getCallee()->getExprLoc()}) {
      for (const clang::SourceLocation one : {at, manager_.getSpellingLoc(at)}) {
        const SourcePosition place = text_.filePlace(one);
        found.emplace(place.file, place.line);
      }
    }
    return true;
  }

  const clang::SourceManager& manager_;
  SourceText text_;
};

}  // namespace

std::map<std::string, SourcePosition> leftOutLaunches(const frontend::ParsedUnit& unit,
                                                      const std::set<std::string>& kernels) {
  std::map<std::string, SourcePosition> places;
  std::optional<LaunchLines> known;  // walked for only where a text launches
  for (const std::string& file : frontend::projectFiles(unit)) {
    const Result<std::string> text = unit.text(file);
    if (!text.ok() || text->find("<<") == std::string::npos) continue;
    std::string code = codeOf(*text);
    dropZero(code);
    for (size_t at = code.find("<<"); at != std::string::npos; at = code.find("<<", at + 2)) {
      const size_t third = code.find_first_not_of(blanks, at + 2);
      if (third == std::string::npos || code[third] != '<') continue;
      const auto [name, begin] = nameBefore(code, at);
      const std::string kernel(name);
      if (!kernels.contains(kernel) || places.contains(kernel)) continue;
      if (!known) {
        known.emplace(unit);
        known->walk(unit.ast());
      }
      const auto lines = std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
      const auto line = static_cast<uint32_t>(1 + lines);
      if (!known->found.contains({file, line})) places[kernel] = {file, line, 1};
    }
  }
  return places;
}

}  // namespace warpwright::model
