#include "analysis/model/launches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "analysis/model/code_text.h"
#include "analysis/model/handed_functions.h"
#include "analysis/model/host_values.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/left_out_launches.h"
#include "analysis/model/project_functions.h"

namespace warpwright::model {
namespace {

constexpr size_t mostLaunches = 8;

class LaunchFinder {
 public:
  LaunchFinder(const frontend::ParsedUnit& unit, const HostFacts& facts)
      : facts_(facts), handed_(handedFunctions(unit)), text_(unit), folder_(unit, facts) {}

  void add(const HostFacts::LaunchSite& site) {
    const clang::CallExpr& call = *site.call;
    neverMade_ = false;
    folder_.supposeNothing();
    for (const auto& [condition, taken] : site.conditions) {
      if (!mayBe(condition, taken)) neverMade_ = true;
    }
    for (const auto& [selector, labels] : site.cases) {
      if (!mayBe(selector, labels)) neverMade_ = true;
    }
    for (const auto& [condition, taken] : site.conditions) suppose(condition, taken);
    for (const auto& [selector, labels] : site.cases) suppose(selector, labels);
    if (const auto* launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call)) {
      const clang::FunctionDecl* kernel = launch->getDirectCallee();
      const clang::CallExpr* configuration = launch->getConfig();
      if (!configuration || configuration->getNumArgs() < 2) return;
      const unsigned count = configuration->getNumArgs();
      std::vector<const clang::Expr*> arguments(launch->arg_begin(), launch->arg_end());
      const auto addKernel = [&](const clang::FunctionDecl& one) {
        add(call, one, configuration->getArg(0), configuration->getArg(1),
            count > 2 ? configuration->getArg(2) : nullptr, arguments);
      };
      const auto kernels = kernel ? std::vector{kernel} : kernelsOf(launch->getCallee());
      for (const clang::FunctionDecl* one : kernels) addKernel(*one);
      const auto isBy = [&](const std::vector<HandedFunctions::Call>& calls) {
        const auto by = std::ranges::find(calls, &call, &HandedFunctions::Call::call);
        if (by != calls.end()) folder_.suppose(by->by, by->callers);
        return by != calls.end();
      };
      for (const auto& [one, calls] : handed_.calls) {
        if (isBy(calls)) addKernel(*one);
      }
      for (const auto& [variable, calls] : handed_.ofVariables) {
        if (!isBy(calls)) continue;
        for (const clang::FunctionDecl* one : keptIn(*variable)) addKernel(*one);
      }
    } else if (call.getNumArgs() >= 5) {
      for (const clang::FunctionDecl* one : kernelsOf(call.getArg(0))) {
        add(call, *one, call.getArg(1), call.getArg(2), call.getArg(4), {});
      }
    }
  }

  std::vector<std::pair<const clang::FunctionDecl*, Launch>> found;
  /// Those on a side of an `if` or `switch` that is never taken, as if it were.
  std::vector<std::pair<const clang::FunctionDecl*, Launch>> neverMade;

 private:
  static std::optional<int64_t> single(const HostFolder::Values& values) {
    return values && values->size() == 1 ? std::optional(*values->begin()) : std::nullopt;
  }
  /// The kernels that an expression names, or that a variable, launched through, is ever made to point to.
  std::vector<const clang::FunctionDecl*> kernelsOf(const clang::Expr* launched) const {
    std::vector<const clang::FunctionDecl*> kernels = namedKernels(launched);
    const clang::Expr* inner = launched->IgnoreParenCasts();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(inner);
        unary && unary->getOpcode() == clang::UO_Deref) {
      inner = unary->getSubExpr()->IgnoreParenCasts();
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    for (const clang::FunctionDecl* kernel : variable ? keptIn(*variable) : kernels) {
      if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end()) kernels.push_back(kernel);
    }
    return kernels;
  }
  /// The kernels that are ever assigned to a variable.
  std::vector<const clang::FunctionDecl*> keptIn(const clang::VarDecl& variable) const {
    std::vector<const clang::FunctionDecl*> kernels;
    const HostFacts::Variable* facts = facts_.variable(&variable);
    if (!facts) return kernels;
    for (const HostFacts::Assignment& assignment : facts->whole) {
      if (!assignment.value) continue;
      for (const clang::FunctionDecl* kernel : namedKernels(assignment.value)) {
        if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end()) kernels.push_back(kernel);
      }
    }
    return kernels;
  }

  /// Can the condition have this outcome, as far as it folds?
  bool mayBe(const clang::Expr* condition, bool outcome) {
    const HostFolder::Values values = folder_.values(condition);
    if (!values) return true;
    return std::any_of(values->begin(), values->end(), [&](int64_t value) { return (value != 0) == outcome; });
  }

  /// Can a `switch` lead to one of the labels?
  bool mayBe(const clang::Expr* selector, const std::vector<const clang::Expr*>& labels) {
    const HostFolder::Values values = folder_.values(selector);
    if (!values) return true;
    return std::any_of(labels.begin(), labels.end(), [&](const clang::Expr* label) {
      const HostFolder::Values one = folder_.values(label);
      return !one || std::any_of(one->begin(), one->end(), [&](int64_t value) { return values->count(value) != 0; });
    });
  }

  /// What is known of a variable where the condition has come out that way: `threads == 512`.
  void suppose(const clang::Expr* condition, bool outcome) {
    const auto* compare = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
    if (!compare) return;
    if (compare->getOpcode() == (outcome ? clang::BO_LAnd : clang::BO_LOr)) {
      suppose(compare->getLHS(), outcome);
      return suppose(compare->getRHS(), outcome);
    }
    if (compare->getOpcode() != (outcome ? clang::BO_EQ : clang::BO_NE)) return;
    for (const bool swapped : {false, true}) {
      const clang::Expr* side = swapped ? compare->getRHS() : compare->getLHS();
      const clang::VarDecl* variable = folder_.steadyVariable(side);
      const HostFolder::Values values = folder_.values(swapped ? compare->getLHS() : compare->getRHS());
      if (variable && values) return folder_.suppose(variable, *values);
    }
  }
  void suppose(const clang::Expr* selector, const std::vector<const clang::Expr*>& labels) {
    const clang::VarDecl* variable = folder_.steadyVariable(selector);
    std::set<int64_t> all;
    for (const clang::Expr* label : labels) {
      const HostFolder::Values values = folder_.values(label);
      if (!values) return;
      all.insert(values->begin(), values->end());
    }
    if (variable) folder_.suppose(variable, std::move(all));
  }

  /// Sizes that no launch can have are not taken for known.
  static bool isSize(int64_t value) { return value >= 1 && value <= 2147483647; }

  void add(const clang::CallExpr& call, const clang::FunctionDecl& kernel, const clang::Expr* grid,
           const clang::Expr* block, const clang::Expr* shared, const std::vector<const clang::Expr*>& arguments) {
    Launch launch;
    launch.at = text_.filePlace(call.getBeginLoc());
    for (const clang::Expr* argument : arguments) {
      folder_.clearReason();
      const bool isInteger = !argument->isValueDependent() && argument->getType()->isIntegralOrEnumerationType();
      launch.arguments.push_back(isInteger ? single(folder_.values(argument)) : std::nullopt);
    }
    folder_.clearReason();
    const HostFolder::Values sharedBytes = shared ? folder_.values(shared) : HostFolder::Values(std::set<int64_t>{0});
    if (const auto bytes = single(sharedBytes); bytes && *bytes >= 0)
      launch.sharedBytes = static_cast<uint64_t>(*bytes);
    note(launch, !launch.sharedBytes, "dynamic shared memory");
    folder_.clearReason();
    const HostFolder::Shape gridValues = folder_.shape(grid);
    for (int i = 0; i < 3; ++i) {
      const auto size = single(gridValues[i]);
      if (size && isSize(*size)) launch.grid[i] = static_cast<uint32_t>(*size);
    }
    note(launch, !launch.grid[0] || !launch.grid[1] || !launch.grid[2], "grid");
    folder_.clearReason();
    const HostFolder::Shape blockValues = folder_.shape(block);
    addShapes(std::move(launch), kernel, blockValues);
  }

  void note(Launch& launch, bool unknown, const std::string& what) const {
    if (!unknown) return;
    if (!launch.unknownReason.empty()) launch.unknownReason += "; ";
    const Message why = folder_.reason().empty() ? Message("several values") : folder_.reason();
    launch.unknownReason += Message("%1: %2", what, why);
  }

  void addShapes(Launch launch, const clang::FunctionDecl& kernel, const HostFolder::Shape& blocks) {
    std::vector<Launch> shapes{std::move(launch)};
    bool open = false;
    for (int i = 0; i < 3; ++i) {
      std::vector<Launch> next;
      const bool usable = blocks[i] && blocks[i]->size() * shapes.size() <= mostLaunches &&
                          std::all_of(blocks[i]->begin(), blocks[i]->end(), isSize);
      if (!usable) {
        open = true;
        continue;
      }
      for (const Launch& shape : shapes) {
        for (const int64_t size : *blocks[i]) {
          next.push_back(shape);
          next.back().block[i] = static_cast<uint32_t>(size);
        }
      }
      shapes = std::move(next);
    }
    for (Launch& shape : shapes) {
      note(shape, open, "block");
      (neverMade_ ? neverMade : found).emplace_back(kernel.getCanonicalDecl(), std::move(shape));
    }
  }

  const HostFacts& facts_;
  const HandedFunctions& handed_;
  SourceText text_;
  HostFolder folder_;
  bool neverMade_ = false;
};

using Found = std::vector<std::pair<const clang::FunctionDecl*, Launch>>;

/// The same as takesLaunchesApart, of words that are not understood.
bool mayTakeLaunchesApart(std::string_view words) {
  return words.find("KernelNode") != std::string_view::npos || words.find("NodeSetParams") != std::string_view::npos ||
         words.find("NodeGetParams") != std::string_view::npos;
}

/// Lines that name kernels where the AST has lost it, in functions with errors. A template has many instances, of which
/// each is a function and a kernel of its own.
class LostNames {
 public:
  LostNames(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions,
            const CodePieces& pieces)
      : unit_(unit), text_(unit) {
    for (const clang::FunctionDecl* one : functions) {
      if (one->hasAttr<clang::CUDAGlobalAttr>()) kernels_[one->getNameAsString()].push_back(one);
      if (!one->isTemplated() && unit.hasErrors(*one)) broken_.push_back(one);
    }
    for (const auto& [name, function] : pieces.functionNames) {
      if (broken_.empty() || !kernels_.contains(function->getNameAsString())) continue;
      SourcePosition at = text_.filePlace(name->getBeginLoc());
      const uint32_t column = std::exchange(at.column, 0);
      seen_[{std::move(at), function->getNameAsString()}].insert(column);
    }
  }

  /// Adds an open launch for each.
  void addTo(Found& found) {
    for (const clang::FunctionDecl* broken : broken_) {
      const SourceRange body = text_.range(broken->getBody()->getSourceRange());
      const std::vector<std::string>& lines = linesOf(body.begin.file);
      for (uint32_t line = body.begin.line; line <= std::min<size_t>(body.endLine, lines.size()); ++line)
        lookAt(lines[line - 1], {body.begin.file, line, 1}, broken, found);
    }
  }

 private:
  /// Of the code of a file; none where it cannot be read.
  const std::vector<std::string>& linesOf(const std::string& file) {
    const auto [known, isNew] = lines_.try_emplace(file);
    const Result<std::string> whole = isNew ? unit_.text(file) : Result<std::string>(std::string());
    const std::string code = whole.ok() ? codeOf(*whole) : std::string();
    for (std::string_view rest = code; !rest.empty();) {
      known->second.emplace_back(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.size(), known->second.back().size() + 1));
    }
    return known->second;
  }

  void lookAt(const std::string& words, const SourcePosition& at, const clang::FunctionDecl* broken, Found& found) {
    const bool changesLaunches = mayTakeLaunchesApart(words);
    for (const auto& [name, kernels] : kernels_) {
      const size_t times = timesNamed(words, name);
      if (times == 0 && !changesLaunches) continue;
      const auto known = seen_.find({{at.file, at.line, 0}, name});
      const bool isLost = times > (known == seen_.end() ? 0 : known->second.size());
      for (const clang::FunctionDecl* kernel : kernels) {
        if (kernel == broken) continue;
        if (changesLaunches)
          add(*kernel, at, {"%1 may give captured launches other numbers, in code that has errors", lineText(at)},
              found);
        if (isLost) add(*kernel, at, {"%1 names %2 in code that has errors", lineText(at), Code{name}}, found);
      }
    }
  }

  static void add(const clang::FunctionDecl& kernel, const SourcePosition& at, Message why, Found& found) {
    found.emplace_back(kernel.getCanonicalDecl(), openLaunch(at, std::move(why)));
  }

  const frontend::ParsedUnit& unit_;
  SourceText text_;
  std::vector<const clang::FunctionDecl*> broken_;
  std::map<std::string, std::vector<const clang::FunctionDecl*>> kernels_;     ///< by their names
  std::map<std::pair<SourcePosition, std::string>, std::set<uint32_t>> seen_;  ///< by line: the columns
  std::map<std::string, std::vector<std::string>> lines_;                      ///< by file
};

/// Adds an open launch for each kernel that is used in other ways than launching it.
void addHandedOn(const frontend::ParsedUnit& unit, const HostFacts& facts,
                 const std::vector<const clang::FunctionDecl*>& functions, Found& found) {
  const SourceText text(unit);
  for (const clang::FunctionDecl* kernel : functions) {
    if (!kernel->hasAttr<clang::CUDAGlobalAttr>()) continue;
    const auto handed = facts.handedOn().find(kernel->getCanonicalDecl());
    if (handed == facts.handedOn().end()) continue;
    const SourcePosition at = text.filePlace(handed->second);
    found.emplace_back(kernel->getCanonicalDecl(), openLaunch(at, {"%1 hands %2 on: it may be launched from anywhere",
                                                                   lineText(at), code(kernel->getNameAsString())}));
  }
}

/// Is it a function of CUDA that tells what a captured launch is made of, or changes that? So its kernel, which is not
/// named there, may be launched with other numbers.
bool takesLaunchesApart(const clang::FunctionDecl& function) {
  const std::string name = function.getNameAsString();
  if (!name.starts_with("cudaGraph") && !name.starts_with("cuGraph")) return false;
  const auto holds = [&](const char* part) { return name.find(part) != std::string::npos; };
  const bool isOfAnyNode = holds("GraphNodeGetParams") || holds("GraphNodeSetParams") || holds("ExecNodeSetParams");
  return isOfAnyNode || (holds("KernelNode") && (holds("Param") || holds("SetGridDim") || holds("UpdatesApply")));
}

/// Adds an open launch for each kernel where captured launches are changed.
void addChangedGraphs(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions,
                      const CodePieces& pieces, Found& found) {
  const auto change = std::find_if(pieces.functionNames.begin(), pieces.functionNames.end(),
                                   [](const auto& name) { return takesLaunchesApart(*name.second); });
  if (change == pieces.functionNames.end()) return;
  const SourcePosition at = SourceText(unit).filePlace(change->first->getBeginLoc());
  const Message why{"%1 calls %2: a captured launch may get other numbers", lineText(at),
                    code(change->second->getNameAsString())};
  for (const clang::FunctionDecl* kernel : functions) {
    if (kernel->hasAttr<clang::CUDAGlobalAttr>()) found.emplace_back(kernel->getCanonicalDecl(), openLaunch(at, why));
  }
}

/// Adds an open launch for kernels that code may launch which is left out here.
void addLeftOut(const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions,
                Found& found) {
  std::vector<const clang::FunctionDecl*> kernels;
  std::ranges::copy_if(functions, std::back_inserter(kernels),
                       [](const auto* one) { return one->template hasAttr<clang::CUDAGlobalAttr>(); });
  const std::map<std::string, SourcePosition> places = leftOutLaunches(unit, functions);
  for (const clang::FunctionDecl* kernel : kernels) {
    const std::string name = kernel->getNameAsString();
    const auto at = places.find(name);
    if (at == places.end()) continue;
    found.emplace_back(kernel->getCanonicalDecl(),
                       openLaunch(at->second, {"%1 may launch %2 in code that is left out here, or that has errors",
                                               lineText(at->second), Code{name}}));
  }
}

}  // namespace

Launch openLaunch(SourcePosition at, Message why) {
  Launch open;
  open.at = std::move(at);
  open.unknownReason = {"not every launch is known: %1", why};
  open.openReason = std::move(why);
  return open;
}

Message whyNotAll(const std::vector<Launch>& launches) {
  for (const Launch& launch : launches) {
    if (!launch.openReason.empty()) return launch.openReason;
  }
  return {};
}

std::vector<std::pair<const clang::FunctionDecl*, Launch>> findLaunches(
    const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions) {
  const CodePieces& code = codePieces(unit);
  const HostFacts facts(unit, functions, code, isWholeProgram(unit));
  LaunchFinder finder(unit, facts);
  for (const HostFacts::LaunchSite& site : facts.launches()) finder.add(site);
  // A kernel that is never launched is still one that must stay right.
  const auto isFound = [&](const clang::FunctionDecl* kernel) {
    return std::any_of(finder.found.begin(), finder.found.end(), [&](const auto& one) { return one.first == kernel; });
  };
  std::set<const clang::FunctionDecl*> left;
  for (const auto& [kernel, launch] : finder.neverMade) {
    if (!isFound(kernel)) left.insert(kernel);
  }
  for (auto& [kernel, launch] : finder.neverMade) {
    if (left.contains(kernel)) finder.found.emplace_back(kernel, std::move(launch));
  }
  addHandedOn(unit, facts, functions, finder.found);
  addChangedGraphs(unit, functions, code, finder.found);
  LostNames(unit, functions, code).addTo(finder.found);
  addLeftOut(unit, functions, finder.found);
  return std::move(finder.found);
}

}  // namespace warpwright::model
