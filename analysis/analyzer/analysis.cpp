#include "analysis/analyzer/analysis.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <optional>
#include <set>

#include "analysis/analyzer/chosen_passes.h"
#include "analysis/analyzer/chosen_units.h"
#include "analysis/analyzer/finding_cache.h"
#include "analysis/analyzer/guarded_findings.h"
#include "analysis/analyzer/kernel_findings.h"
#include "analysis/analyzer/kernel_summary.h"
#include "analysis/analyzer/parameter_check.h"
#include "analysis/analyzer/reparse_check.h"
#include "analysis/analyzer/rounding_check.h"
#include "analysis/analyzer/several_units.h"
#include "analysis/analyzer/unit_kernels.h"
#include "analysis/frontend/toolkit.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/contradicted.h"
#include "analysis/resources/kernel_registers.h"
#include "analysis/resources/ptxas.h"
#include "analysis/rewrite/edit/guarded_launch.h"
#include "core/base/hash.h"
#include "core/device/device.h"

namespace warpwright::analysis {
namespace {

using frontend::CompileCommand;
using frontend::ParsedUnit;

Error usageError(std::string message) {
  return {ErrorKind::usage, std::move(message), std::nullopt};
}

Result<model::ModelOptions> readLaunches(const std::vector<std::string>& texts) {
  model::ModelOptions options;
  for (const std::string& text : texts) {
    auto launch = parseLaunchText(text);
    if (!launch.ok()) return launch.error();
    options.launches.push_back(std::move(launch).value());
  }
  return options;
}

Error staleFinding(const std::string& id, const std::filesystem::path& file) {
  return Error{ErrorKind::stale,
               "`" + id + "` is not found in " + file.filename().string() +
                   " as it is now. Name the path that `analyze` was given, with the same options and "
                   "flags; if the text has changed since, analyse it again.",
               std::nullopt};
}

/// A capture knows arguments by their places alone.
void nameArguments(std::vector<ObservedLaunch>& launches, const std::vector<WantedConstant>& wanted) {
  for (ObservedLaunch& launch : launches) {
    for (const WantedConstant& one : wanted) {
      const bool isUnnamed = one.parameter < launch.arguments.size() && launch.arguments[one.parameter].name.empty();
      if (isUnnamed) launch.arguments[one.parameter].name = one.name;
    }
  }
}

Error severalFiles(const std::string& id) {
  return usageError("Kernels of several files have `" + id + "`: name the file of the one that is meant.");
}

}  // namespace

struct Analyzer::State {
  /// Where a finding came from, so that its rewrite parses those units and no others.
  struct Origin {
    std::vector<CompileCommand> commands;  ///< several where a header brings the kernel to several units
    Opportunity opportunity;
    std::string file;  ///< that holds the kernel's text
    Rewrite change;    ///< in all units so far; empty where it was tried before
  };
  using RegistersKey = std::pair<ContentHash, std::string>;  ///< device code and architecture

  explicit State(AnalyzeOptions given)
      : options(std::move(given)),
        parser(parking(options.parse)),
        rounding(ownHeaders() ? std::nullopt : std::optional(options.parse.toolkit), options.comparesCode) {}

  bool ownHeaders() const { return options.parse.headers == frontend::HeaderMode::own; }
  static frontend::ParseOptions parking(frontend::ParseOptions& options) {
    if (!options.preludes) options.preludes = frontend::sharedPreludes();  // for all its parses
    frontend::ParseOptions parked = options;
    parked.parks = true;
    return parked;
  }

  /// The device that a unit's findings are for.
  Result<Device> deviceOf(const CompileCommand& command) const {
    Result<Device> device = findDevice(options.device.empty() ? command.arch : options.device);
    if (!device.ok()) return usageError(device.error().message);
    return device;
  }

  /// The kernel in the answer that `kernel` is: a new one, or the one another unit brought by the same header, perhaps
  /// with other instantiations. `written`: what each kernel of the answer is in the source.
  static size_t place(AnalysisResult& result, std::vector<std::string>& written, KernelSummary kernel,
                      const std::string& writtenAs) {
    for (size_t i = 0; i < result.kernels.size(); ++i) {
      KernelSummary& known = result.kernels[i];
      if (known.nameAt != kernel.nameAt || written[i] != writtenAs) continue;
      addToSummary(known, kernel);
      return i;
    }
    result.kernels.push_back(std::move(kernel));
    written.push_back(writtenAs);
    return result.kernels.size() - 1;
  }

  /// Counts on a thread of its own while the proofs run: LLVM's contexts are not shared. Code that was counted before
  /// is not counted again: `key` is what the answer may be kept under.
  std::future<resources::KernelRegisters> countRegisters(const ParsedUnit& unit, const std::string& arch,
                                                         RegistersKey& key, std::stop_token stop) const {
    resources::DeviceBitcode code = resources::takeBitcode(unit.deviceModule());
    key = {hashContent(code.bytes), arch};
    if (const auto known = registers.find(key); known != registers.end()) {
      return std::async(std::launch::deferred, [counted = known->second] { return counted; });
    }
    std::filesystem::path toolkit;
    const bool wanted = !ownHeaders();
    if (auto found = frontend::findToolkit(options.parse.toolkit); wanted && found.ok() && *found) toolkit = **found;
    return std::async(std::launch::async, [code = std::move(code), arch, toolkit, wanted, stop] {
      return resources::countRegisters(code, arch,
                                       wanted ? resources::findDeviceTools(toolkit) : resources::DeviceTools{}, stop);
    });
  }

  Result<std::vector<model::ParsedKernel>> kernelsOf(const ParsedUnit& unit, const model::ModelOptions& wanted,
                                                     std::stop_token stop) {
    return unitKernels.of(unit, wanted, options.parse, std::move(stop));
  }

  /// A finding of one unit among those of all. `file`: where the kernel's text stands.
  void add(std::vector<Opportunity>& known, Opportunity found, Rewrite change, const std::string& file,
           const CompileCommand& command) {
    const auto same =
        std::find_if(known.begin(), known.end(), [&](const Opportunity& one) { return one.id == found.id; });
    if (same != known.end()) {
      mergeFinding(*same, found);
      Origin& origin = origins[{same->id, file}];
      origin.commands.push_back(command);
      if (same->verdict != VerdictKind::applicable || origin.change.files.empty() || change.files.empty()) return;
      std::set<std::string> mains;
      for (const CompileCommand& one : origin.commands) mains.insert(one.file.string());
      if (Status united = uniteRewrites(origin.change, change, mains); !united.ok())
        leaveOpen(*same, said(united.error()));
      return;
    }
    known.push_back(std::move(found));
    origins[{known.back().id, file}] = {{command}, known.back(), file, std::move(change)};
  }

  /// Where the finding comes from that is meant when `file` is named; null where none is known. Errors: kernels of one
  /// name in several files have it.
  Result<const Origin*> originOf(const std::string& id, const std::filesystem::path& file) const {
    const std::filesystem::path named = std::filesystem::absolute(file).lexically_normal();
    std::vector<const Origin*> all;
    for (auto it = origins.lower_bound({id, ""}); it != origins.end() && it->first.first == id; ++it) {
      const auto isOfFile = [&](const CompileCommand& command) { return command.file == named; };
      const std::vector<CompileCommand>& commands = it->second.commands;
      if (it->second.file == named || std::any_of(commands.begin(), commands.end(), isOfFile)) return &it->second;
      all.push_back(&it->second);
    }
    if (all.size() < 2) return all.empty() ? nullptr : all.front();
    return severalFiles(id);
  }

  void want(const SourcePosition& nameAt, const model::ParsedKernel& kernel,
            const std::vector<const passes::Pass*>& passes) {
    std::vector<WantedConstant>& known = wanted[nameAt];
    for (const passes::Pass* pass : passes) {
      for (WantedConstant& one : pass->wantedConstants(kernel)) {
        if (std::find(known.begin(), known.end(), one) == known.end()) known.push_back(std::move(one));
      }
    }
  }

  void lookAgain(const std::vector<CompileCommand>& units) {
    sharedTexts.lookAt(units);
    unitKernels.lookAgain(units, options.flags);
  }

  /// Why a change of a kernel's text, and of all files that it touches, cannot be judged here; empty: it can.
  std::string whyOpen(std::string ofKernel, const Rewrite& change, const CompileCommand& command) {
    for (const FileEdits& edits : change.files) {
      if (ofKernel.empty() && !edits.creates) ofKernel = sharedTexts.whyOpen(edits.file, command);
    }
    return ofKernel;
  }

  /// Can the finding be made with these values, as far as it is there, and does no launch stand against it, of its unit
  /// or of another? Errors: the reason why not.
  Status check(const passes::Pass& pass, const passes::KernelContext& context, const std::string& id,
               const ParameterValues& values, passes::Contradictions& contradictions) const {
    std::vector<Opportunity> found = pass.find(context);
    std::erase_if(found,
                  [&](const Opportunity& one) { return one.id != id || one.verdict != VerdictKind::applicable; });
    if (Status known = checkValues(found, values); !known.ok()) return known;
    contradictions.refuse(context.kernel(), found);
    for (const Opportunity& one : found) {
      if (one.verdict != VerdictKind::applicable) return inputError(one.reason);
      const Message why = unitKernels.whyApart(context.kernel(), one);
      if (!why.empty()) return inputError(why);
    }
    return {};
  }

  GuardTools guardTools(Device device) {
    return {options, parser, sharedTexts, unitKernels, cache, rounding, std::move(device)};
  }

  void keepRegisters(const RegistersKey& key, const resources::KernelRegisters& counted) {
    if (registers.size() > 256) registers.clear();
    registers.insert_or_assign(key, counted);
  }

  AnalyzeOptions options;
  frontend::UnitParser parser;
  FindingCache cache;
  RoundingCheck rounding;
  std::map<RegistersKey, resources::KernelRegisters> registers;
  std::map<std::pair<std::string, std::string>, Origin> origins;  ///< by id, and the file of the kernel
  std::map<SourcePosition, std::vector<CompileCommand>> unitsOf;  ///< by where a kernel's name stands
  std::map<SourcePosition, std::vector<WantedConstant>> wanted;   ///< by the same: what passes would like to know
  SharedTexts sharedTexts;
  UnitKernels unitKernels;
};

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;

void Analyzer::setOpenTexts(std::map<std::string, std::string> texts) {
  state_->options.parse.openTexts = texts;
  state_->parser.setOpenTexts(std::move(texts));
}

Result<AnalysisResult> Analyzer::analyze(const std::vector<std::filesystem::path>& paths,
                                         const ProgressHandler& progress, std::stop_token stop) {
  const AnalyzeOptions& options = state_->options;
  if (auto known = choosePasses(options.passes, options.families, Device{}); !known.ok()) return known.error();
  auto launches = readLaunches(options.launches);
  if (!launches.ok()) return launches.error();
  if (paths.empty()) return usageError("There is nothing to analyse. Name a file or a folder.");

  const auto units = chosenUnits(paths, options);
  if (!units.ok()) return units.error();
  const std::vector<CompileCommand>& commands = *units;
  state_->lookAgain(commands);
  state_->rounding.forget();
  state_->unitsOf.clear();
  state_->wanted.clear();

  AnalysisResult result;
  std::vector<std::string> written;
  std::vector<size_t> unitsWith;  // how many units bring a kernel of the answer, in a form that is read
  const auto report = [&](double fraction, const std::string& phase) {
    if (progress) progress(result, fraction, phase);
  };
  for (size_t i = 0; i < commands.size(); ++i) {
    if (stop.stop_requested()) return cancelledError();
    const CompileCommand& command = commands[i];
    const std::string file = command.file.filename().string();
    const auto fraction = [&](double part) {
      return (static_cast<double>(i) + part) / static_cast<double>(commands.size());
    };
    report(fraction(0), "Reading " + file);

    Result<Device> device = state_->deviceOf(command);
    if (!device.ok()) return device.error();
    const auto selected = choosePasses(options.passes, options.families, *device);
    if (!selected.ok()) return selected.error();
    addDescriptions(result.passes, describe(*selected));
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) {
      if (unit.error().kind == ErrorKind::cancelled || commands.size() == 1) return unit.error();
      UnitSummary broken;
      broken.file = command.file.string();
      broken.errors.push_back(
          {Diagnostic::Severity::error, unit.error().range.value_or(SourceRange{}), unit.error().message});
      result.units.push_back(std::move(broken));
      continue;
    }
    result.units.push_back(unit->summary());
    // A header can change what any line below it means.
    const std::vector<Assumption> guesses = passes::assumptionsOf(unit->summary());
    State::RegistersKey registersKey;
    auto counting = state_->countRegisters(*unit, command.arch, registersKey, stop);
    auto kernels = state_->kernelsOf(*unit, *launches, stop);
    if (!kernels.ok()) return kernels.error();

    std::vector<size_t> places;
    std::vector<std::string> open;  // asked before proofs have the AST
    for (const model::ParsedKernel& kernel : *kernels) {
      places.push_back(State::place(result, written, summarise(kernel), model::writtenName(kernel)));
      state_->unitsOf[result.kernels[places.back()].nameAt].push_back(command);
      open.push_back(state_->sharedTexts.whyOpen(kernel, command));
      state_->want(result.kernels[places.back()].nameAt, kernel, *selected);
      unitsWith.resize(result.kernels.size());
      if (kernel.models.front().unknownReason.empty()) ++unitsWith[places.back()];
    }
    report(fraction(0.5), "Proving " + file);
    KernelFindings all(state_->cache, state_->rounding, *unit, options.parse, *kernels, *selected, *device, stop);
    for (size_t k = 0; k < kernels->size(); ++k) {
      for (auto& [found, change] : all.of(k)) {
        result.units.back().proofSeconds += found.proofSeconds;
        if (found.verdict == VerdictKind::applicable) leaveOpen(found, state_->whyOpen(open[k], change, command));
        if (found.verdict == VerdictKind::applicable)
          leaveOpen(found, state_->unitKernels.whyApart((*kernels)[k], found));
        passes::addAssumptions(found.assumptions, guesses);
        KernelSummary& kernel = result.kernels[places[k]];
        state_->add(kernel.opportunities, std::move(found), std::move(change), kernel.nameAt.file, command);
      }
      if (stop.stop_requested()) return cancelledError();
      report(fraction(0.5 + 0.5 * static_cast<double>(k + 1) / static_cast<double>(kernels->size())),
             "Proving " + file);
    }
    // Whoever waits for findings need not wait for the count, which takes a third of the time for long kernels.
    if (i + 1 == commands.size() && counting.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) {
      result.awaitsRegisters = true;
      report(fraction(1), "Counting registers of " + file);
      result.awaitsRegisters = false;
    }
    const resources::KernelRegisters counted = counting.get();
    if (!stop.stop_requested()) state_->keepRegisters(registersKey, counted);
    for (size_t k = 0; k < kernels->size(); ++k) {
      addRegisters(result.kernels[places[k]].resources, (*kernels)[k], counted);
    }
  }
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    for (Opportunity& found : result.kernels[k].opportunities) {
      const auto origin = state_->origins.find({found.id, result.kernels[k].nameAt.file});
      const bool everywhere = origin != state_->origins.end() && origin->second.commands.size() >= unitsWith[k];
      if (found.verdict != VerdictKind::applicable || everywhere) continue;
      leaveOpen(found, "Of the units that include the kernel, not all have `" + found.subject +
                           "`: there it cannot be judged.");
    }
  }
  report(1, "Done");
  return result;
}

Result<Rewrite> Analyzer::rewrite(const std::filesystem::path& file, const std::string& opportunityId,
                                  const ParameterValues& values, std::stop_token stop) {
  if (const auto guarded = readGuardedId(opportunityId))
    return rewriteGuarded(file, guarded->first, guarded->second, values, std::move(stop));
  return rewriteUnguarded(file, opportunityId, values, std::move(stop));
}

Result<Rewrite> Analyzer::rewriteUnguarded(const std::filesystem::path& file, const std::string& opportunityId,
                                           const ParameterValues& values, std::stop_token stop) {
  const size_t dash = opportunityId.rfind('-');
  const passes::Pass* pass = passes::findPass(opportunityId.substr(0, dash));
  if (!pass || dash == std::string::npos) {
    return usageError("`" + opportunityId + "` is not the id of a finding. `warpwright analyze` lists them.");
  }
  auto launches = readLaunches(state_->options.launches);
  if (!launches.ok()) return launches.error();

  Opportunity wanted;
  wanted.id = opportunityId;
  wanted.pass = pass->about().id;
  std::vector<CompileCommand> commands;
  const Result<const State::Origin*> origin = state_->originOf(opportunityId, file);
  if (!origin.ok()) return origin.error();
  if (*origin) {
    wanted = (*origin)->opportunity;
    commands = (*origin)->commands;
    state_->unitKernels.lookAgain(commands, state_->options.flags);
  } else {
    auto units = chosenUnits({file}, state_->options);
    if (!units.ok()) return units.error();
    commands = std::move(units.value());
    state_->lookAgain(commands);
  }
  std::set<std::string> mains;
  for (const CompileCommand& command : commands) mains.insert(command.file.string());
  // A header's kernel is in several units: the change must hold in each of them.
  std::optional<Rewrite> agreed;
  std::string kernelFile = *origin ? (*origin)->file : std::string();
  for (const CompileCommand& command : commands) {
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    const Result<Device> device = state_->deviceOf(command);
    if (!device.ok()) return device.error();
    auto kernels = state_->kernelsOf(*unit, *launches, stop);
    if (!kernels.ok()) return kernels.error();
    passes::Contradictions contradictions(*unit);
    for (const model::ParsedKernel& kernel : *kernels) {
      const std::string& text = kernel.models.front().nameAt.file;
      if (*origin && text != kernelFile) continue;
      const passes::KernelContext context(kernel, *device, stop);
      const Status stands = state_->check(*pass, context, opportunityId, values, contradictions);
      if (!stands.ok()) return stands.error();
      Result<Rewrite> rewrite = pass->rewrite(context, wanted, values);
      if (!rewrite.ok() && rewrite.error().kind == ErrorKind::stale) continue;
      if (!rewrite.ok()) return rewrite.error();
      const std::string open = state_->whyOpen(state_->sharedTexts.whyOpen(kernel, command), *rewrite, command);
      if (!open.empty()) return inputError(open);
      if (!kernelFile.empty() && text != kernelFile) return severalFiles(opportunityId);
      kernelFile = text;
      if (Status check = reparseCheck(*unit, *rewrite, state_->options.parse, state_->parser, stop); !check.ok()) {
        return check.error();
      }
      if (Message why = pass->mayRoundOtherwise(kernel); !why.empty()) {
        const auto answer = state_->rounding.ask(*unit, state_->options.parse, kernel.mangledNames(), *rewrite);
        if (const Message open = answer(stop); !open.empty()) return inputError(roundingUnknown(why, open));
      }
      if (!agreed)
        agreed = std::move(rewrite).value();
      else if (Status united = uniteRewrites(*agreed, *rewrite, mains); !united.ok())
        return united.error();
    }
  }
  if (agreed) return *std::move(agreed);
  return staleFinding(opportunityId, file);
}

Status Analyzer::addGuarded(AnalysisResult& result, std::stop_token stop) {
  using Guarded = std::pair<KernelSummary*, Guard>;
  // A launch chooses once: further guards of a kernel are written into a text of their own.
  std::map<std::pair<size_t, std::string>, std::vector<Guarded>> byUnit;
  for (KernelSummary& kernel : result.kernels) {
    const auto units = state_->unitsOf.find(kernel.nameAt);
    const bool isGiven = std::any_of(kernel.launches.begin(), kernel.launches.end(),
                                     [](const Launch& launch) { return launch.fromUser; });
    if (isGiven || kernel.hasErrors || units == state_->unitsOf.end()) continue;
    const std::vector<WantedConstant>& wanted = state_->wanted[kernel.nameAt];
    nameArguments(kernel.observed, wanted);
    const std::vector<Guard> guards = guardsFor(kernel, wanted);
    for (size_t round = 0; round < guards.size(); ++round) {
      if (units->second.size() == 1)
        byUnit[{round, units->second.front().file.string()}].push_back({&kernel, guards[round]});
      else if (guards[round].block)
        sayUnguarded(kernel, "several units include it");
    }
  }
  for (const auto& [key, kernels] : byUnit) {
    const CompileCommand command = state_->unitsOf.at(kernels.front().first->nameAt).front();
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    const Result<Device> device = state_->deviceOf(command);
    if (!device.ok()) return device.error();
    const GuardTools tools = state_->guardTools(*device);
    // Where all of them together do not do, one that does not must not keep the others from it.
    if (Status all = addGuardedFindings(tools, *unit, kernels, stop); all.ok() || kernels.size() == 1) {
      if (!all.ok() && all.error().kind == ErrorKind::cancelled) return all;
      if (!all.ok() && kernels.front().second.block) sayUnguarded(*kernels.front().first, said(all.error()));
      continue;
    }
    for (const Guarded& kernel : kernels) {
      Status one = addGuardedFindings(tools, *unit, {kernel}, stop);
      if (!one.ok() && one.error().kind == ErrorKind::cancelled) return one;
      if (!one.ok() && kernel.second.block) sayUnguarded(*kernel.first, said(one.error()));
    }
  }
  return {};
}

Result<Rewrite> Analyzer::rewriteGuarded(const std::filesystem::path& file, const std::string& id, const Guard& guard,
                                         ParameterValues values, std::stop_token stop) {
  if (const auto given = values.find(guardParameter); given != values.end()) {
    if (given->second != guardByDispatch)
      return usageError("`" + std::string(guardParameter) + "` is `" + guardByDispatch + "` here.");
    values.erase(given);
  }
  const auto units = chosenUnits({file}, state_->options);
  if (!units.ok()) return units.error();
  const std::map<std::string, std::string> texts = state_->options.parse.openTexts;
  for (const CompileCommand& command : *units) {
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    // A text that has the copy already, from a change before this one.
    if (rewrite::hasGuardedCopy(*unit, guard)) return rewriteUnguarded(file, id, values, stop);
    const Result<GuardedUnit> guarded = guardedUnit(state_->sharedTexts, *unit, {{guard, {}}});
    if (!guarded.ok() && units->size() == 1) return guarded.error();
    if (!guarded.ok()) continue;
    setOpenTexts(withTexts(texts, guarded->texts));
    Result<Rewrite> change = rewriteUnguarded(command.file, id, values, stop);
    setOpenTexts(texts);
    if (!change.ok() && change.error().kind == ErrorKind::stale) continue;
    if (change.ok()) change = oneAfterTheOther(guarded->change, *change, *unit);
    if (!change.ok()) return change;
    const Status stands = reparseCheck(*unit, *change, state_->options.parse, state_->parser, stop);
    return stands.ok() ? std::move(change) : Result<Rewrite>(stands.error());
  }
  return staleFinding(guardedId(id, guard), file);
}

}  // namespace warpwright::analysis
