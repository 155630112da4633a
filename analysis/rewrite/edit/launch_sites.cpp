#include "analysis/rewrite/edit/launch_sites.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/frontend/tree_walk.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/edit/kernel_statements.h"
#include "analysis/rewrite/edit/launch_index.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using model::writtenForm;

class SiteFinder : public frontend::TreeWalk {
 public:
  SiteFinder(const Editor& editor, const FunctionDecl& kernel)
      : editor_(editor), text_(*editor.unit()), kernel_(writtenForm(&kernel)), name_(kernel.getNameAsString()) {
    instances_ = true;
  }

  // A name in a template that instances resolve is one of their launches.
  void settleOpenNames() {
    for (const SourceLocation location : open_) {
      const SourcePosition at = positionAt(*editor_.unit(), location);
      const auto same = [&](const LaunchSite& site) { return site.at == at; };
      if (std::any_of(found.sites.begin(), found.sites.end(), same)) continue;
      doubt(location, "names `" + name_ + "` in a template that nothing instantiates here");
    }
    // Instances of a template may choose another overload or specialisation with the same words.
    for (LaunchSite& site : found.sites) {
      const auto other = others.find(site.at);
      if (other == others.end()) continue;
      site.isOneLaunch = false;
      doubt(other->second, "launches other kernels than `" + name_ + "` with the same text");
    }
    std::sort(found.sites.begin(), found.sites.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  }

  /// Said last: whatever else is in doubt counts more.
  void noteHanded() {
    if (handed_.isInvalid() || !found.unknown.empty()) return;
    doubt(handed_, "names `" + name_ + "` other than in a launch of its own");
    found.areSeen = true;
  }

  /// Looks at what may be about the kernel, in the order of a walk.
  void lookAt(const std::vector<Stmt*>& statements) {
    for (Stmt* statement : statements) visit(*statement);
  }

  LaunchSites found;
  std::map<SourcePosition, SourceLocation> others;  ///< where other kernels are launched

 private:
  bool visit(Stmt& statement) override {
    if (const auto* call = dyn_cast<CallExpr>(&statement)) lookAtCall(*call);
    if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(&statement)) addLaunch(*launch);
    if (const auto* name = dyn_cast<DeclRefExpr>(&statement)) lookAtName(*name);
    if (const auto* name = dyn_cast<OverloadExpr>(&statement)) lookAtOverloads(*name);
    return true;
  }

  void addLaunch(const CUDAKernelCallExpr& call) {
    if (const auto* open = dyn_cast<OverloadExpr>(call.getCallee()->IgnoreParenImpCasts())) launchOf_[open] = &call;
    const FunctionDecl* callee = call.getDirectCallee();
    const SourcePosition at = positionAt(*editor_.unit(), call.getBeginLoc());
    if (!callee || writtenForm(callee) != kernel_) {
      // A name that is still open is settled by instances of the template that it stands in.
      const Expr* named = call.getCallee()->IgnoreParenImpCasts();
      if (!named->isTypeDependent() && !isa<OverloadExpr>(named)) others.emplace(at, call.getBeginLoc());
      return;
    }
    callees_.insert(call.getCallee()->IgnoreParenImpCasts());
    const auto same = [&](const LaunchSite& site) { return site.at == at; };
    auto known = std::find_if(found.sites.begin(), found.sites.end(), same);
    if (known == found.sites.end()) known = found.sites.insert(known, {&call, at, {}});
    known->instances.push_back(&call);
    known->isOneLaunch = known->isOneLaunch && haveSameTypes(*known->call->getConfig(), *call.getConfig());
    if (!known->isOneLaunch)
      doubt(call.getBeginLoc(), "launches `" + name_ + "` with shapes of other types in other instances of a template");
  }

  /// Are both configurations written of the same types? The same words mean the same then.
  static bool haveSameTypes(const CallExpr& one, const CallExpr& other) {
    const auto typeOf = [](const Expr* argument) {
      const Expr* inner = argument->IgnoreImplicit()->IgnoreParens();
      const auto* made = dyn_cast<CXXConstructExpr>(inner);
      if (made && !isa<CXXTemporaryObjectExpr>(made) && made->getNumArgs() > 0)
        inner = made->getArg(0)->IgnoreImplicit()->IgnoreParens();
      const auto* converts = dyn_cast<CXXMemberCallExpr>(inner);  // what is written is what it converts
      if (converts && isa_and_nonnull<CXXConversionDecl>(converts->getMethodDecl()))
        inner = converts->getImplicitObjectArgument()->IgnoreImplicit()->IgnoreParens();
      return inner->getType().getCanonicalType().getUnqualifiedType();
    };
    for (unsigned i = 0; i < std::min({one.getNumArgs(), other.getNumArgs(), 3U}); ++i) {
      if (typeOf(one.getArg(i)) != typeOf(other.getArg(i))) return false;
    }
    return one.getNumArgs() == other.getNumArgs();
  }

  // Functions that look at a kernel or set it up, and launch nothing.
  void lookAtCall(const CallExpr& call) {
    if (!model::onlyLooksAtKernels(call, text_)) return;
    for (const Expr* argument : call.arguments()) {
      const Expr* value = argument->IgnoreParenCasts();
      if (const auto* taken = dyn_cast<UnaryOperator>(value); taken && taken->getOpcode() == UO_AddrOf) {
        value = taken->getSubExpr()->IgnoreParenCasts();
      }
      callees_.insert(value);
    }
  }

  // Whether all launches are known is the kernel's to say (ParsedKernel::openLaunches); those that are known in another
  // form than `<<<` cannot be changed here.
  void lookAtName(const DeclRefExpr& name) {
    const auto* function = dyn_cast<FunctionDecl>(name.getDecl());
    if (!function || writtenForm(function) != kernel_ || callees_.contains(&name)) return;
    if (handed_.isInvalid()) handed_ = name.getBeginLoc();
  }

  void lookAtOverloads(const OverloadExpr& name) {
    for (const NamedDecl* candidate : name.decls()) {
      const auto* function = dyn_cast<FunctionDecl>(candidate->getUnderlyingDecl()->getAsFunction());
      if (!function || function->getCanonicalDecl() != kernel_) continue;
      if (mayTake(*function, name))
        open_.push_back(name.getBeginLoc());
      else
        others.emplace(positionAt(*editor_.unit(), name.getBeginLoc()), name.getBeginLoc());
    }
  }

  /// May the kernel be what a launch of overloads chooses, by how many arguments both have?
  bool mayTake(const FunctionDecl& kernel, const OverloadExpr& name) const {
    const auto launch = launchOf_.find(&name);
    if (launch == launchOf_.end()) return true;
    const auto isPack = [](const Expr* argument) { return isa<PackExpansionExpr>(argument); };
    const auto mayBeMany = [](const ParmVarDecl* parameter) { return parameter->isParameterPack(); };
    if (std::ranges::any_of(launch->second->arguments(), isPack) || std::ranges::any_of(kernel.parameters(), mayBeMany))
      return true;
    const unsigned count = launch->second->getNumArgs();
    return count >= kernel.getMinRequiredArguments() && (count <= kernel.getNumParams() || kernel.isVariadic());
  }

  void doubt(SourceLocation location, const std::string& what) {
    if (!found.unknown.empty()) return;
    found.unknown = lineText(positionAt(*editor_.unit(), location)) + " " + what;
  }

  const Editor& editor_;
  model::SourceText text_;
  const FunctionDecl* kernel_;
  std::string name_;
  std::set<const Expr*> callees_;
  std::map<const OverloadExpr*, const CUDAKernelCallExpr*> launchOf_;  ///< in templates: of which function, is open
  std::vector<SourceLocation> open_;
  SourceLocation handed_;  ///< where the kernel is named other than to launch it there
};

using LineSet = std::set<std::pair<uint32_t, std::string>>;

// `known`: where launches are read.
void lookAtLeftOutCode(const Editor& editor, const std::string& name, const LineSet& known, LaunchSites& found) {
  for (const LaunchWord& word : launchWordsOf(editor, name)) {
    if (known.contains({word.line, word.file}) || !found.unknown.empty()) continue;
    found.unknown = lineText(word.line) + " launches `" + name +
                    "` in code that the preprocessor leaves out here, or that has errors";
  }
}

}  // namespace

LaunchSites findLaunchSites(const Editor& editor, const FunctionDecl& kernel) {
  SiteFinder finder(editor, kernel);
  if (isKernel(kernel))
    finder.lookAt(statementsAbout(editor, kernel));
  else
    finder.walk(editor.unit()->ast());
  finder.settleOpenNames();
  LineSet known;
  for (const LaunchSite& site : finder.found.sites) known.emplace(site.at.line, site.at.file);
  for (const auto& [at, location] : finder.others) known.emplace(at.line, at.file);
  lookAtLeftOutCode(editor, kernel.getNameAsString(), known, finder.found);
  finder.noteHanded();
  return std::move(finder.found);
}

}  // namespace warpwright::rewrite
