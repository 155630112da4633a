#include "analysis/passes/contradicted.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/handed_functions.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/race_assumptions.h"
#include "analysis/proof/one_memory.h"

namespace warpwright::passes {
namespace {

using model::PointerOrigins;
using model::writtenForm;

/// The memory that no texture may be fetched from.
std::optional<std::string> untextured(const Assumption& assumption) {
  const RunCheck& check = assumption.check;
  return check.kind == RunCheck::Kind::untextured ? std::optional(check.names.front()) : std::nullopt;
}

/// The two memories that must not overlap.
std::optional<std::pair<std::string, std::string>> apart(const Assumption& assumption) {
  const RunCheck& check = assumption.check;
  if (check.kind != RunCheck::Kind::disjoint || check.names.size() != 2) return std::nullopt;
  return std::pair(check.names[0], check.names[1]);
}

/// Variables of the device, by name: of the file, and of namespaces, classes and templates.
struct DeviceVariables {
  std::map<std::string, std::vector<const clang::VarDecl*>> named;

  void add(const clang::Decl& one) {
    const auto addAll = [&](const auto& declarations) {
      for (const clang::Decl* inner : declarations) add(*inner);
    };
    if (const auto* variable = clang::dyn_cast<clang::VarDecl>(&one)) {
      const bool isOfDevice = variable->hasAttr<clang::CUDADeviceAttr>() || variable->hasAttr<clang::HIPManagedAttr>();
      if (isOfDevice || variable->hasAttr<clang::CUDAConstantAttr>()) keep(*variable);
    } else if (clang::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(one)) {
      addAll(clang::cast<clang::DeclContext>(&one)->noload_decls());
    } else if (const auto* classes = clang::dyn_cast<clang::ClassTemplateDecl>(&one)) {
      addAll(classes->specializations());
    } else if (const auto* variables = clang::dyn_cast<clang::VarTemplateDecl>(&one)) {
      addAll(variables->specializations());
    }
  }

 private:
  void keep(const clang::VarDecl& variable) {
    if (!variable.getDeclName().isIdentifier()) return;
    std::vector<const clang::VarDecl*>& all = named[variable.getNameAsString()];
    const auto* first = clang::cast<clang::VarDecl>(variable.getCanonicalDecl());
    if (!llvm::is_contained(all, first)) all.push_back(first);
  }
};

std::vector<const clang::VarDecl*> deviceVariables(const frontend::ParsedUnit& unit, const std::string& name) {
  const DeviceVariables& all = frontend::keptFact<DeviceVariables>(unit, [&] {
    DeviceVariables found;
    for (const clang::Decl* one : unit.ast().getTraversalScope()) found.add(*one);
    return found;
  });
  const auto known = all.named.find(name);
  return known == all.named.end() ? std::vector<const clang::VarDecl*>() : known->second;
}

class LaunchLook {
 public:
  using Passed = PointerOrigins::Passed;

  /// `launches`: of the kernel, in the order of the code.
  LaunchLook(const model::ParsedKernel& kernel, const PointerOrigins& origins, const model::PointerSharing& sharing,
             const std::vector<const clang::CallExpr*>& launches)
      : kernel_(kernel), origins_(origins), sharing_(sharing), launches_(launches) {}

  /// Where a launch gives its arguments in a way that is not understood, as a sentence with its line; empty: none does.
  Message unread(const Assumption& assumption) const {
    const auto names = apart(assumption);
    const auto texture = untextured(assumption);
    if (names && !sharing_.isWhole())
      return {"Whether %1 is not known: some of the code that may launch the kernel did not compile.", assumption.text};
    for (const clang::CallExpr* call : launches_) {
      const bool isHidden = names     ? hidesArgument(names->first, *call) || hidesArgument(names->second, *call)
                            : texture ? hidesArgument(*texture, *call)
                                      : false;
      const bool isUnread = isHidden || (names && mayShare(names->first, names->second, *call));
      if (!isUnread) continue;
      return {"Whether %1 is not known: how the launch at %2 comes by its arguments is not understood.",
              assumption.text, lineText(placeOf(*call))};
    }
    return {};
  }

  /// What a launch does that the assumption excludes, as a sentence with its line; empty: none is seen to.
  Message against(const Assumption& assumption) const {
    if (const auto name = untextured(assumption)) {
      const auto at = passesTexture(*name);
      if (!at) return {};
      return {"The launch at %1 passes memory for %2 that a texture is made of.", lineText(*at), code(*name)};
    }
    const auto names = apart(assumption);
    const auto at = names ? passesBoth(names->first, names->second) : std::nullopt;
    if (!at) return {};
    return {"The launch at %1 passes the same memory for %2 and %3, which must not overlap.", lineText(*at),
            code(names->first), code(names->second)};
  }

  SourcePosition placeOf(const clang::CallExpr& call) const {
    return model::SourceText(*kernel_.unit).filePlace(call.getBeginLoc());
  }

  /// May a launch pass one memory for both?
  bool mayShare(const std::string& a, const std::string& b, const clang::CallExpr& call) const {
    const auto ones = passed(a, call), others = passed(b, call);
    return ones.empty() || others.empty() || anyPair(ones, others, [&](const Passed& x, const Passed& y) {
             return sharing_.mayShare({x.value, x.path, x.variable}, {y.value, y.path, y.variable});
           });
  }

  /// Is a launch seen to pass pointers that may lead into one memory for both?
  bool isSeenToShare(const Passed& x, const Passed& y) const {
    return sharing_.isSeenToShare({x.value, x.path, x.variable}, {y.value, y.path, y.variable});
  }

  /// What a launch passes under that name: an argument, or any of the variables that are called so, of which one is
  /// meant. Empty: it is not seen.
  std::vector<Passed> passed(const std::string& name, const clang::CallExpr& call) const {
    std::vector<Passed> all;
    if (const std::optional<unsigned> parameter = parameterOf(name)) {
      const clang::Expr* value = origins_.argument(call, *parameter);
      if (value) all.push_back({value, nullptr, name.substr(std::min(name.find('.'), name.size()))});
      return all;
    }
    for (const clang::VarDecl* variable : deviceVariables(*kernel_.unit, name)) all.push_back({nullptr, variable, ""});
    return all;
  }

 private:
  std::optional<SourcePosition> passesTexture(const std::string& name) const {
    for (const clang::CallExpr* call : launches_) {
      const std::vector<Passed> memory = passed(name, *call);
      const auto isIt = [&](const clang::Expr* texture) {
        return std::ranges::any_of(memory,
                                   [&](const Passed& one) { return origins_.areSame(one, {texture, nullptr, ""}); });
      };
      if (std::any_of(origins_.textures().begin(), origins_.textures().end(), isIt)) return placeOf(*call);
    }
    return std::nullopt;
  }

  template <typename Is>
  static bool anyPair(const std::vector<Passed>& ones, const std::vector<Passed>& others, const Is& is) {
    return std::ranges::any_of(ones, [&](const Passed& one) {
      return std::ranges::any_of(others, [&](const Passed& other) { return is(one, other); });
    });
  }

  /// Where a launch passes one memory for both; nothing: none is seen.
  std::optional<SourcePosition> passesBoth(const std::string& a, const std::string& b) const {
    for (const clang::CallExpr* call : launches_) {
      const auto areSame = [&](const Passed& x, const Passed& y) { return origins_.areSame(x, y); };
      if (anyPair(passed(a, *call), passed(b, *call), areSame)) return placeOf(*call);
    }
    return std::nullopt;
  }

  /// The parameter of that name, or that holds what it names: `list.next`.
  std::optional<unsigned> parameterOf(const std::string& name) const {
    const std::string whole = name.substr(0, name.find('.'));
    for (unsigned i = 0; i < kernel_.declaration->getNumParams(); ++i) {
      if (kernel_.declaration->getParamDecl(i)->getNameAsString() == whole) return i;
    }
    return std::nullopt;
  }

  bool hidesArgument(const std::string& name, const clang::CallExpr& call) const {
    const std::optional<unsigned> parameter = parameterOf(name);
    return parameter && !origins_.argument(call, *parameter);
  }

  const model::ParsedKernel& kernel_;
  const PointerOrigins& origins_;
  const model::PointerSharing& sharing_;
  const std::vector<const clang::CallExpr*>& launches_;
};

/// What launches say against threads that do not race: that two arguments lead into one memory. Proofs take the memory
/// of two arguments for two.
class RaceLook {
 public:
  RaceLook(const model::ParsedKernel& kernel, const PointerOrigins& origins, const LaunchLook& look,
           const std::vector<const clang::CallExpr*>& launches, const std::stop_token& stop)
      : kernel_(kernel), origins_(origins), look_(look), launches_(launches), stop_(stop) {}

  /// Refused where threads are seen to race, unknown where it is not seen that they do not; nothing otherwise.
  std::optional<Judgement> judge() const {
    std::optional<Judgement> open;
    for (const KernelModel& model : kernel_.models) {
      if (model.launches.empty()) continue;
      for (const MemoryPair& pair : memoriesThatMayBeOne(model)) {
        for (const clang::CallExpr* call : launches_) {
          std::optional<Judgement> one = judge(model, pair, *call);
          if (one && one->verdict == VerdictKind::refused) return one;
          if (one && !open) open = std::move(one);
        }
      }
    }
    return open;
  }

 private:
  /// What a launch says, as the one of its places in the model's list, or one that says nothing.
  std::vector<Launch> launchesAt(const KernelModel& model, const clang::CallExpr& call) const {
    const SourcePosition at = look_.placeOf(call);
    const auto isThere = [&](const Launch& one) { return one.at.file == at.file && one.at.line == at.line; };
    const auto isOf = [&](const KernelModel& one) { return std::ranges::any_of(one.launches, isThere); };
    if (std::ranges::none_of(kernel_.models, isOf)) return {Launch{}};
    std::vector<Launch> there = model.launches;
    std::erase_if(there, [&](const Launch& one) { return !isThere(one); });
    return there;
  }

  std::optional<Judgement> judge(const KernelModel& model, const MemoryPair& pair, const clang::CallExpr& call) const {
    std::optional<Judgement> open;
    for (const LaunchLook::Passed& x : look_.passed(pair.first->name, call)) {
      for (const LaunchLook::Passed& y : look_.passed(pair.second->name, call)) {
        std::optional<Judgement> one = judge(model, pair, call, x, y);
        if (one && one->verdict == VerdictKind::refused) return one;
        if (one && !open) open = std::move(one);
      }
    }
    return open;
  }

  std::optional<Judgement> judge(const KernelModel& model, const MemoryPair& pair, const clang::CallExpr& call,
                                 const LaunchLook::Passed& x, const LaunchLook::Passed& y) const {
    using enum VerdictKind;
    const auto& [a, b] = pair;
    const Code first = code(a->name), second = code(b->name);
    const LineList line = lineText(look_.placeOf(call));
    if (!origins_.areSame(x, y)) {
      if (!look_.isSeenToShare(x, y)) return std::nullopt;
      return makeJudgement(unknown,
                           {"Whether threads race is not known: how the launch at %1 comes by %2 and %3, which "
                            "may be one memory, is not understood.",
                            line, first, second});
    }
    const std::optional<int64_t> bytes = origins_.bytesBetween(x, y);
    if (!bytes)
      return makeJudgement(unknown, {"Whether threads race is not known: the launch at %1 passes one memory for %2 and "
                                     "%3, and how far apart they begin is not known.",
                                     line, first, second});
    for (const Launch& launch : launchesAt(model, call)) {
      const proof::Answer answer = proof::proveRaceFreeInOne(model, {a->id, b->id, *bytes}, launch, {}, stop_);
      if (answer.kind == proof::Answer::Kind::violated)
        return makeJudgement(
            refused, {"%1 The launch at %2 passes one memory for %3 and %4.", answer.reason, line, first, second});
      if (answer.kind == proof::Answer::Kind::unknown)
        return makeJudgement(unknown, {"Whether threads race is not known: the launch at %1 passes one memory for %2 "
                                       "and %3, and what goes through both may meet.",
                                       line, first, second});
    }
    return std::nullopt;
  }

  const model::ParsedKernel& kernel_;
  const PointerOrigins& origins_;
  const LaunchLook& look_;
  const std::vector<const clang::CallExpr*>& launches_;
  const std::stop_token& stop_;
};

/// What says which kernel a call launches.
const clang::Expr* kernelIn(const clang::CallExpr& call) {
  if (clang::isa<clang::CUDAKernelCallExpr>(call) || call.getNumArgs() < 2) return call.getCallee();
  const clang::FunctionDecl* callee = call.getDirectCallee();
  const bool isSecond = callee && callee->getNameAsString() == "cudaLaunchKernelEx";
  return call.getArg(isSecond ? 1 : 0);
}

/// The kernels that a call launches, if it does, as they are written.
std::set<const clang::FunctionDecl*> launchedBy(const clang::CallExpr& call) {
  std::set<const clang::FunctionDecl*> kernels;
  for (const clang::FunctionDecl* one : model::namedKernels(kernelIn(call))) kernels.insert(writtenForm(one));
  return kernels;
}

void addNames(const clang::Stmt& part, std::set<const clang::Expr*>& names) {
  if (const auto* name = clang::dyn_cast<clang::DeclRefExpr>(&part)) names.insert(name);
  for (const clang::Stmt* child : part.children()) {
    if (child) addNames(*child, names);
  }
}

/// Names of kernels whose properties are only asked for, or set.
void addLookedAt(const clang::Stmt& part, const model::SourceText& text, std::set<const clang::Expr*>& names) {
  const auto* call = clang::dyn_cast<clang::CallExpr>(&part);
  if (call && model::onlyLooksAtKernels(*call, text)) return addNames(part, names);
  for (const clang::Stmt* child : part.children()) {
    if (child) addLookedAt(*child, text, names);
  }
}

/// Bytes of shared memory that a block declares, in the instantiation that declares most.
uint64_t declaredBytes(const model::ParsedKernel& kernel) {
  uint64_t most = 0;
  for (const KernelModel& model : kernel.models) most = std::max(most, declaredShared(model));
  return most;
}

}  // namespace

void Contradictions::readLaunches() {
  origins_.emplace(unit_);
  sharing_.emplace(unit_, open_);
  std::set<const clang::Expr*> understood;  // names of kernels
  for (const clang::CallExpr* call : origins_->launches()) {
    addNames(*kernelIn(*call), understood);
    for (const clang::FunctionDecl* kernel : launchedBy(*call)) launches_[kernel].push_back(call);
  }
  const model::HandedFunctions& handed = model::handedFunctions(unit_);
  understood.insert(handed.names.begin(), handed.names.end());
  for (const auto& [function, calls] : handed.calls) {
    auto& launches = launches_[writtenForm(function)];
    for (const model::HandedFunctions::Call& one : calls) {
      if (std::ranges::find(launches, one.call) == launches.end()) launches.push_back(one.call);
    }
  }
  const model::SourceText text(unit_);
  const model::CodePieces& code = model::codePieces(unit_);
  for (const clang::Stmt* piece : code.pieces) addLookedAt(*piece, text, understood);
  for (const auto& [name, function] : code.functionNames) {
    if (function->hasAttr<clang::CUDAGlobalAttr>() && !understood.contains(name))
      named_.try_emplace(writtenForm(function), text.filePlace(name->getBeginLoc()));
  }
}

std::optional<Judgement> Contradictions::judge(const model::ParsedKernel& kernel, const Assumption& assumption) {
  const bool isOfRaces = isNoRaces(assumption);
  if (const auto known = races_.find(&kernel); isOfRaces && known != races_.end()) return known->second;
  if (!apart(assumption) && !untextured(assumption) && !(isOfRaces && mayBeOneMemory(kernel.models)))
    return std::nullopt;
  if (!kernel.openLaunches.empty())
    return makeJudgement(VerdictKind::unknown, {"Whether %1 is not known. Not every launch is known: %2.",
                                                assumption.text, kernel.openLaunches});
  if (!origins_) readLaunches();
  const auto otherwise = named_.find(writtenForm(kernel.pattern));
  if (otherwise != named_.end())
    return makeJudgement(VerdictKind::unknown, {"Whether %1 is not known: %2 names the kernel otherwise than to launch "
                                                "it, and what it is launched with by that is not followed.",
                                                assumption.text, lineText(otherwise->second)});
  const std::vector<const clang::CallExpr*>& launches = launches_[writtenForm(kernel.pattern)];
  const LaunchLook look(kernel, *origins_, *sharing_, launches);
  if (isOfRaces) {
    races_[&kernel] = RaceLook(kernel, *origins_, look, launches, stop_).judge();
    return races_[&kernel];
  }
  if (Message against = look.against(assumption); !against.empty())
    return makeJudgement(VerdictKind::refused, std::move(against));
  if (Message unread = look.unread(assumption); !unread.empty())
    return makeJudgement(VerdictKind::unknown, std::move(unread));
  return std::nullopt;
}

void Contradictions::refuse(const model::ParsedKernel& kernel, std::vector<Opportunity>& found) {
  std::optional<Message> refused, shown;
  for (Opportunity& one : found) {
    if (one.verdict != VerdictKind::applicable) continue;
    if (!refused) refused = refusedLaunch(kernel);
    if (!refused->empty()) {
      turnDown(one, VerdictKind::refused, *refused);
      continue;
    }
    if (!answers_) answers_.emplace(unit_, model::codePieces(unit_));
    if (!shown) shown = answers_->seenOf(*kernel.declaration, declaredBytes(kernel));
    if (!shown->empty()) {
      turnDown(one, VerdictKind::unknown, *shown);
      continue;
    }
    for (const Assumption& assumption : one.assumptions) {
      std::optional<Judgement> judged = judge(kernel, assumption);
      if (!judged) continue;
      turnDown(one, judged->verdict, std::move(judged->reason));
      break;
    }
  }
}

}  // namespace warpwright::passes
