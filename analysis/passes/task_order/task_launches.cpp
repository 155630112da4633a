#include "analysis/passes/task_order/task_launches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <optional>

#include "analysis/model/project_functions.h"
#include "analysis/passes/task_order/pointer_uses.h"
#include "analysis/passes/task_order/task_host_values.h"
#include "analysis/passes/task_order/task_mentions.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using Site = Placed<CUDAKernelCallExpr>;

class FunctionReader {
 public:
  FunctionReader(const rewrite::Editor& editor, const model::ParsedKernel& kernel, const TaskKernel& tasks,
                 const FunctionDecl& function)
      : editor_(editor),
        kernel_(kernel),
        tasks_(tasks),
        function_(function),
        mentions_(mentionsOf(function.getBody())),
        text_(*editor.unit()) {
    for (const Site& site : mentions_.launches) {
      if (isLaunchOf(*site.node, *kernel.declaration)) sites_.push_back(site);
    }
  }
  bool launches() const { return !sites_.empty(); }

  Result<TaskLaunches> read() {
    if (function_.isTemplated() || function_.isTemplateInstantiation())
      return inputError({"%1 launches it in a template", first()});
    if (mentions_.jump) return inputError("the function that launches it jumps with `goto`");
    using Step = Status (FunctionReader::*)();
    for (const Step step :
         {&FunctionReader::findVariables, &FunctionReader::findStatements, &FunctionReader::lookAtUses,
          &FunctionReader::measureData, &FunctionReader::readLaunches, &FunctionReader::lookAtStreams,
          &FunctionReader::measureOutputs, &FunctionReader::findPlaces}) {
      if (Status status = (this->*step)(); !status.ok()) return status.error();
    }
    return std::move(result_);
  }

 private:
  LineList line(const Stmt* place) const {
    return lineText(rewrite::positionAt(*editor_.unit(), place->getBeginLoc()));
  }
  LineList first() const { return line(sites_.front().node); }

  // The local variables behind the arrays, and the block that declares them all.
  Status findVariables() {
    for (const TaskArray& array : tasks_.arrays) {
      for (const Site& site : sites_) {
        const Expr* argument = site.node->getArg(array.parameter);
        const auto* member = dyn_cast<CXXMemberCallExpr>(argument->IgnoreParenImpCasts());
        if (member && member->getMethodDecl() && member->getMethodDecl()->getNameAsString() == "at") {
          return inputError({"the launch at %1 has its tasks in another order already", line(site.node)});
        }
        const VarDecl* variable = namedVariable(argument);
        const Message what = "`" + array.name + "` gets at " + line(site.node) + " what is no local variable";
        if (!variable || !variable->isLocalVarDecl() || variable->isStaticLocal()) return inputError(what);
        if (!variable->getType()->isPointerType()) return inputError(what);
        const ParmVarDecl* parameter = kernel_.declaration->getParamDecl(array.parameter);
        if (!editor_.unit()->ast().hasSameUnqualifiedType(variable->getType()->getPointeeType(),
                                                          parameter->getType()->getPointeeType())) {
          return inputError({"`%1` gets at %2 a pointer to another type", array.name, line(site.node)});
        }
        if (&site == &sites_.front()) {
          if (indexOf(variable) >= 0)
            return inputError({"`%1` is passed twice at %2", variable->getNameAsString(), first()});
          variables_.push_back(variable);
        } else if (variables_[static_cast<size_t>(&array - tasks_.arrays.data())] != variable) {
          return inputError({"the launches at %1 and %2 get different arrays", first(), line(site.node)});
        }
      }
      const auto declared = mentions_.declared.find(variables_.back());
      const auto* home = declared == mentions_.declared.end()
                             ? nullptr
                             : dyn_cast_or_null<CompoundStmt>(declared->second.parents.back());
      const std::string name = "`" + variables_.back()->getNameAsString() + "`";
      if (!home || (home_ && home != home_))
        return inputError({"%1 is not declared in the block of the other arrays", name});
      home_ = home;
      const Expr* start = variables_.back()->getInit();
      if (start && !start->isNullPointerConstant(editor_.unit()->ast(), Expr::NPC_ValueDependentIsNotNull)) {
        return inputError({"%1 does not get its memory from cudaMalloc beside the launch", name});
      }
    }
    return {};
  }
  int indexOf(const VarDecl* variable) const {
    const auto found = std::find(variables_.begin(), variables_.end(), variable);
    return found == variables_.end() ? -1 : static_cast<int>(found - variables_.begin());
  }

  // Which statement of the home block holds a node; -1: none.
  int statementOf(const Stmt* node, const std::vector<const Stmt*>& parents) const {
    const auto home = std::find(parents.begin(), parents.end(), home_);
    if (home == parents.end()) return -1;
    const Stmt* statement = home + 1 == parents.end() ? node : *(home + 1);
    int number = 0;
    for (const Stmt* one : home_->body()) {
      if (one == statement) return number;
      ++number;
    }
    return -1;
  }

  Status findStatements() {
    bool repeats = sites_.size() > 1;
    for (const Site& site : sites_) {
      const int number = statementOf(site.node, site.parents);
      if (number < 0) return inputError({"%1 launches it outside the block that declares its arrays", line(site.node)});
      firstStatement_ = firstStatement_ < 0 ? number : std::min(firstStatement_, number);
      lastStatement_ = std::max(lastStatement_, number);
      const auto home = std::find(site.parents.begin(), site.parents.end(), home_);
      for (auto parent = home; parent != site.parents.end(); ++parent) {
        if (isa<LambdaExpr>(*parent)) return inputError({"%1 launches it inside a lambda", line(site.node)});
        repeats = repeats || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(*parent);
      }
    }
    if (!repeats) {
      return inputError("it is launched once, at " + first() +
                        ": an order is not found before it has run (the runtime's inPieces() splits such a launch)");
    }
    for (const auto& [variable, declared] : mentions_.declared) {
      if (declared.parents.empty() || declared.parents.back() != home_) continue;
      homeNumbers_[variable] = statementOf(declared.node, declared.parents);
    }
    return {};
  }

  UseKind kindOf(const Mention& mention, unsigned parameter) const {
    return useOf(mention, *kernel_.declaration, parameter);
  }

  Status lookAtUses() {
    for (size_t i = 0; i < variables_.size(); ++i) {
      const TaskArray& array = tasks_.arrays[i];
      const bool isOutput = array.role == TaskArray::Role::writes || array.role == TaskArray::Role::updates;
      const std::string name = "`" + variables_[i]->getNameAsString() + "`";
      int allocations = 0;
      for (const Mention& mention : mentions_.variables[variables_[i]]) {
        const int statement = statementOf(mention.node, mention.parents);
        if (statement > lastStatement_) continue;
        const UseKind kind = kindOf(mention, array.parameter);
        const bool before = statement < firstStatement_;
        allocations += kind == UseKind::allocated;
        if (kind == UseKind::launched || kind == UseKind::copied) continue;
        if (kind == UseKind::allocated && before) continue;
        if (kind == UseKind::filled && (before || isOutput)) continue;
        if (kind == UseKind::launchedElsewhere && isOutput) continue;
        if (kind == UseKind::filled) {
          return inputError({"%1 changes at %2, while the order of its tasks is in use", name, line(mention.node)});
        }
        if (kind == UseKind::launchedElsewhere) {
          return inputError({"another kernel gets %1 at %2 and may change it", name, line(mention.node)});
        }
        return inputError({"%1 is used at %2 in a way that may change it or hand it on", name, line(mention.node)});
      }
      if (allocations != 1) return inputError(name + " does not get its memory from one cudaMalloc before the launch");
    }
    return {};
  }

  // How many elements data has: what cudaMalloc was given, of variables that never change.
  Status measureData() {
    result_.elements.resize(variables_.size());
    for (size_t i = 0; i < variables_.size(); ++i) {
      if (tasks_.arrays[i].role != TaskArray::Role::data) continue;
      for (const Mention& mention : mentions_.variables[variables_[i]]) {
        if (kindOf(mention, tasks_.arrays[i].parameter) != UseKind::allocated) continue;
        if (statementOf(mention.node, mention.parents) > lastStatement_) continue;  // other memory, of no launch here
        const CallExpr* call = handedOn(mention).call;
        Result<std::string> elements = elementsOf(*variables_[i], *call->getArg(1), line(call));
        if (!elements.ok()) return elements.error();
        result_.elements[i] = *elements;
      }
    }
    return {};
  }
  Result<std::string> elementsOf(const VarDecl& variable, const Expr& bytes, const LineList& at) const {
    const std::string name = "`" + variable.getNameAsString() + "`";
    if (!isPlain(&bytes, text_) || !isKnownBefore(&bytes) || !isFixed(&bytes))
      return inputError({"how many elements %1 has at %2 is not known before the first launch", name, at});
    const auto textOf = [&](const Expr* part) -> Result<std::string> {
      Result<rewrite::TextRange> place = editor_.locate(part->getSourceRange());
      if (!place.ok()) return place.error();
      return std::string(editor_.textOf(*place));
    };
    // n * sizeof(float): n.
    const uint64_t size = static_cast<uint64_t>(
        editor_.unit()->ast().getTypeSizeInChars(variable.getType()->getPointeeType()).getQuantity());
    const auto* product = dyn_cast<BinaryOperator>(bytes.IgnoreParenImpCasts());
    const auto isSize = [&](const Expr* part) {
      const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(part->IgnoreParenImpCasts());
      Expr::EvalResult value;
      return trait && trait->getKind() == UETT_SizeOf && part->EvaluateAsInt(value, editor_.unit()->ast()) &&
             value.Val.getInt().getLimitedValue() == size;
    };
    const bool isProduct = product && product->getOpcode() == BO_Mul;
    if (isProduct && isSize(product->getRHS())) return textOf(product->getLHS()->IgnoreImpCasts());
    if (isProduct && isSize(product->getLHS())) return textOf(product->getRHS()->IgnoreImpCasts());
    const Result<std::string> text = textOf(&bytes);
    if (!text.ok()) return text.error();
    const bool isName = isa<DeclRefExpr>(bytes.IgnoreParenImpCasts());
    return (isName ? *text : "(" + *text + ")") + " / sizeof(*" + variable.getNameAsString() + ")";
  }
  // Do its variables keep their values, whenever they are looked at?
  bool isFixed(const Stmt* part) const {
    if (!part) return true;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      if (!variable) return true;  // a constant of an enumeration
      if (!variable->getType()->isIntegerType() || variable->getType().isVolatileQualified()) return false;
      if (variable->getType().isConstQualified()) return true;
      if (!variable->isLocalVarDeclOrParm() || variable->isStaticLocal()) return false;
      const auto found = mentions_.variables.find(variable->getCanonicalDecl());
      return found != mentions_.variables.end() &&
             std::all_of(found->second.begin(), found->second.end(), [](const Mention& mention) {
               const auto* read = dyn_cast<CastExpr>(mention.parents.back());
               return read && read->getCastKind() == CK_LValueToRValue;
             });
    }
    if (isa<MemberExpr>(part)) return false;
    // What sizeof looks at is not evaluated.
    if (isa<UnaryExprOrTypeTraitExpr>(part)) return true;
    return std::all_of(part->child_begin(), part->child_end(), [&](const Stmt* child) { return isFixed(child); });
  }

  Status readLaunches() {
    for (const Site& site : sites_) {
      TaskLaunches::Launch launch;
      const rewrite::LaunchSite place{site.node, rewrite::positionAt(*editor_.unit(), site.node->getBeginLoc())};
      launch.line = place.at.line;
      const LineList at = line(site.node);
      size_t depth = site.parents.size();
      while (depth > 0 && isa<FullExpr>(site.parents[depth - 1])) --depth;
      if (depth == 0 || !isa<CompoundStmt>(site.parents[depth - 1])) {
        return inputError({"%1 launches it in a statement without braces around: add them", at});
      }
      Result<rewrite::TextRange> whole = editor_.locate(site.node->getSourceRange());
      if (!whole.ok()) return whole.error();
      const Result<uint32_t> end = behind(*whole);
      if (!end.ok()) return end.error();
      launch.statement = {whole->file, whole->begin, *end};
      result_.file = whole->file;
      const CallExpr* configuration = site.node->getConfig();
      for (const auto& [index, text] :
           {std::pair<unsigned, std::string*>{0, &launch.grid}, {1, &launch.block}, {3, &launch.stream}}) {
        const bool spelled =
            index < configuration->getNumArgs() && !isa<CXXDefaultArgExpr>(configuration->getArg(index));
        if (!spelled) continue;
        Result<rewrite::TextRange> part = rewrite::configurationArgument(editor_, place, index);
        if (!part.ok()) return part.error();
        if (!isPlain(configuration->getArg(index), text_)) {
          return inputError({"%1 computes how it is launched with a call: keep it in a variable", at});
        }
        *text = editor_.textOf(*part);
      }
      Result<std::string> count = plainText(site.node->getArg(tasks_.countParameter), at);
      if (!count.ok()) return count.error();
      launch.count = *count;
      for (const TaskArray& array : tasks_.arrays) {
        Result<rewrite::TextRange> argument = editor_.locate(site.node->getArg(array.parameter)->getSourceRange());
        if (!argument.ok()) return argument.error();
        launch.arguments.push_back(*argument);
      }
      locateCall(*site.node, launch);
      result_.launches.push_back(std::move(launch));
    }
    for (const VarDecl* variable : variables_) result_.arrays.push_back(variable->getNameAsString());
    return findBlockSize();
  }
  void locateCall(const CUDAKernelCallExpr& call, TaskLaunches::Launch& launch) const {
    const auto* name = dyn_cast<DeclRefExpr>(call.getCallee()->IgnoreParenImpCasts());
    unsigned given = 0;
    while (given < call.getNumArgs() && !isa<CXXDefaultArgExpr>(call.getArg(given))) ++given;
    if (!name || given == 0) return;
    // The second kernel has no using-declaration, and no default arguments but those of the text.
    if (isa<UsingShadowDecl>(name->getFoundDecl())) return;
    for (unsigned i = given; i < call.getNumArgs(); ++i) {
      if (kernel_.declaration->getParamDecl(i)->hasInheritedDefaultArg()) return;
    }
    const Result<rewrite::TextRange> callee = editor_.locate(name->getSourceRange());
    const Result<rewrite::TextRange> first = editor_.locate(call.getArg(0)->getSourceRange());
    const Result<rewrite::TextRange> last = editor_.locate(call.getArg(given - 1)->getSourceRange());
    if (!callee.ok() || !first.ok() || !last.ok()) return;
    if (first->file != launch.statement.file || last->end < first->begin) return;
    launch.callee = *callee;
    launch.given = {first->file, first->begin, last->end};
  }
  bool isBeforeEnd(const Mention& mention) const {
    return statementOf(mention.node, mention.parents) <= lastStatement_;
  }
  bool isBetween(const Mention& mention) const {
    const int statement = statementOf(mention.node, mention.parents);
    return statement >= firstStatement_ && statement <= lastStatement_;
  }
  // Do its variables keep their values from the first launch to the last?
  bool isKept(const Stmt* part) const {
    if (!part) return true;
    const auto* name = dyn_cast<DeclRefExpr>(part);
    const auto found = name ? mentions_.variables.find(dyn_cast<VarDecl>(name->getDecl()->getCanonicalDecl()))
                            : mentions_.variables.end();
    if (found != mentions_.variables.end()) {
      return std::all_of(found->second.begin(), found->second.end(), [&](const Mention& mention) {
        const auto* cast = dyn_cast<CastExpr>(mention.parents.back());
        return !isBetween(mention) || (cast && cast->getCastKind() == CK_LValueToRValue);
      });
    }
    return std::all_of(part->child_begin(), part->child_end(), [&](const Stmt* child) { return isKept(child); });
  }
  static const Expr* streamOf(const CUDAKernelCallExpr& launch) {
    const CallExpr* configuration = launch.getConfig();
    if (configuration->getNumArgs() < 4 || isa<CXXDefaultArgExpr>(configuration->getArg(3))) return nullptr;
    return configuration->getArg(3);
  }
  // What no task writes is put back as it was before the launch: nobody else may change it meanwhile.
  Status lookAtStreams() {
    for (size_t i = 0; i < variables_.size(); ++i) {
      if (tasks_.arrays[i].role != TaskArray::Role::updates) continue;
      const std::string name = "`" + variables_[i]->getNameAsString() + "`, of which a launch may leave some as it is,";
      const std::string& stream = result_.launches.front().stream;
      for (const Site& site : sites_) {
        const bool isSame = result_.launches[static_cast<size_t>(&site - sites_.data())].stream == stream;
        if (!isSame || !isKept(streamOf(*site.node)))
          return inputError({"%1 changes in several streams: see %2", name, line(site.node)});
      }
      for (const Mention& mention : mentions_.variables[variables_[i]]) {
        const UseKind kind = kindOf(mention, tasks_.arrays[i].parameter);
        if (!isBetween(mention) || (kind != UseKind::filled && kind != UseKind::launchedElsewhere)) continue;
        const auto* other = dyn_cast<CUDAKernelCallExpr>(handedOn(mention).call);
        const Expr* theirs = other ? streamOf(*other) : nullptr;
        std::string text;
        if (theirs) {
          Result<rewrite::TextRange> place = editor_.locate(theirs->getSourceRange());
          if (!place.ok()) return place.error();
          text = editor_.textOf(*place);
        }
        if (text != stream)
          return inputError({"%1 changes at %2, perhaps while the launch runs", name, line(mention.node)});
      }
    }
    return {};
  }
  // Tasks that touch their element under a condition only do not say that all elements are there.
  Status measureOutputs() {
    for (size_t i = 0; i < variables_.size(); ++i) {
      const TaskArray& array = tasks_.arrays[i];
      if (array.role != TaskArray::Role::updates || array.isWhole) continue;
      const auto size = editor_.unit()->ast().getTypeSizeInChars(variables_[i]->getType()->getPointeeType());
      HostProduct needed, there;
      multiply(*sites_.front().node->getArg(tasks_.countParameter), mentions_, editor_.unit()->ast(), needed);
      needed.constant *= array.perTask * static_cast<uint64_t>(size.getQuantity());
      for (const Mention& mention : mentions_.variables[variables_[i]]) {
        if (kindOf(mention, array.parameter) == UseKind::allocated && isBeforeEnd(mention))
          multiply(*handedOn(mention).call->getArg(1), mentions_, editor_.unit()->ast(), there);
      }
      std::sort(needed.variables.begin(), needed.variables.end());
      std::sort(there.variables.begin(), there.variables.end());
      const bool isEnough =
          needed.isKnown && there.isKnown && needed.variables == there.variables && there.constant >= needed.constant;
      if (!isEnough)
        return inputError("tasks may leave elements of `" + variables_[i]->getNameAsString() +
                          "` alone, and its cudaMalloc does not tell that there is one for each");
    }
    return {};
  }
  // An argument that can be written before the first launch, too.
  Result<std::string> plainText(const Expr* argument, const LineList& at) const {
    const Message what = at + " passes a number of tasks that is not known before the first launch";
    if (!isPlain(argument, text_) || !isKnownBefore(argument)) return inputError(what);
    if (!isKept(argument)) return inputError({"%1 passes a number of tasks that changes between launches", at});
    Result<rewrite::TextRange> place = editor_.locate(argument->getSourceRange());
    if (!place.ok()) return place.error();
    return std::string(editor_.textOf(*place));
  }
  // Are all variables declared before the first launch's statement?
  bool isKnownBefore(const Stmt* part) const {
    if (!part) return true;
    if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      if (variable && variable->isLocalVarDecl()) {
        const auto inHome = homeNumbers_.find(variable->getCanonicalDecl());
        if (inHome != homeNumbers_.end()) return inHome->second < firstStatement_;
        const auto declared = mentions_.declared.find(variable->getCanonicalDecl());
        if (declared == mentions_.declared.end()) return false;
        // Further out: the block that declares it is around the home block.
        const auto& arrayParents = mentions_.declared.at(variables_.front()).parents;
        return std::find(arrayParents.begin(), arrayParents.end(), declared->second.parents.back()) !=
               arrayParents.end();
      }
    }
    return std::all_of(part->child_begin(), part->child_end(), [&](const Stmt* child) { return isKnownBefore(child); });
  }
  Status findBlockSize() {
    for (const KernelModel& model : kernel_.models) {
      for (const Launch& launch : model.launches) {
        const bool isOurs = launch.at.line == result_.launches.front().line;
        if (isOurs && launch.block[0]) result_.tasksPerBlock = std::to_string(*launch.block[0]);
      }
    }
    if (!result_.tasksPerBlock.empty()) return {};
    const Expr* block = sites_.front().node->getConfig()->getArg(1)->IgnoreImplicit();
    while (const auto* made = dyn_cast<CXXConstructExpr>(block)) {
      if (made->getNumArgs() == 0) break;
      block = made->getArg(0)->IgnoreImplicit();
    }
    if (!block->getType()->isIntegerType() || !isPlain(block, text_) || !isKnownBefore(block)) {
      return inputError({"the block size at %1 is not known before the first launch", first()});
    }
    Result<rewrite::TextRange> place = editor_.locate(block->getSourceRange());
    if (!place.ok()) return place.error();
    result_.tasksPerBlock = editor_.textOf(*place);
    return {};
  }

  // Behind the semicolon that ends a statement, or behind the statement where it has none.
  Result<uint32_t> behind(const rewrite::TextRange& whole, bool mayLack = false) const {
    if (const auto end = rewrite::behindSemicolon(editor_, whole)) return *end;
    if (mayLack) return whole.end;
    return inputError({"the launch at %1 does not end in a semicolon", first()});
  }
  Status findPlaces() {
    const Stmt* const* statements = home_->body_begin();
    Result<rewrite::TextRange> begin = editor_.locate(statements[firstStatement_]->getBeginLoc());
    Result<rewrite::TextRange> last = editor_.locate(statements[lastStatement_]->getSourceRange());
    if (!begin.ok()) return begin.error();
    if (!last.ok()) return last.error();
    if (begin->file != result_.file || last->file != result_.file)
      return inputError("its launches come out of a macro");
    if (const std::string bound = rewrite::boundTo(editor_, result_.file, begin->begin); !bound.empty()) {
      return inputError(
          {"the order would be made at %1, where %2", lineText(editor_.lineOf(result_.file, begin->begin)), bound});
    }
    result_.before = begin->begin;
    result_.after = *behind(*last, true);
    return {};
  }

  const rewrite::Editor& editor_;
  const model::ParsedKernel& kernel_;
  const TaskKernel& tasks_;
  const FunctionDecl& function_;
  Mentions mentions_;
  model::SourceText text_;
  std::vector<Site> sites_;
  std::vector<const VarDecl*> variables_;  // by array
  const CompoundStmt* home_ = nullptr;
  std::map<const VarDecl*, int> homeNumbers_;
  int firstStatement_ = -1, lastStatement_ = -1;
  TaskLaunches result_;
};

}  // namespace

Result<TaskLaunches> readTaskLaunches(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                      const TaskKernel& tasks) {
  if (!kernel.openLaunches.empty()) return inputError({"not every launch is known: %1", kernel.openLaunches});
  if (Message other = rewrite::findLaunchSites(editor, *kernel.pattern).unknown; !other.empty())
    return inputError({"not every launch can be changed: %1", std::move(other)});
  std::optional<Error> why;
  const Message captures = lineOfCapture(editor);
  for (const FunctionDecl* function : model::projectFunctions(*kernel.unit)) {
    if (!function->hasBody() || function->hasAttr<CUDAGlobalAttr>()) continue;
    FunctionReader reader(editor, kernel, tasks, *function);
    if (!reader.launches()) continue;
    Result<TaskLaunches> found = reader.read();
    if (found.ok() && captures.empty()) return found;
    if (found.ok())
      return inputError({"launches may be captured into a graph at %1, which outlives the order", captures});
    if (!why) why = found.error();
  }
  return why ? *why : inputError("no launch of it is seen");
}

}  // namespace warpwright::passes
