#include "analysis/analyzer/analysis.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/analyzer/analysis_state.h"
#include "analysis/analyzer/asking_kernels.h"
#include "analysis/analyzer/chosen_passes.h"
#include "analysis/analyzer/chosen_units.h"
#include "analysis/analyzer/finding_rounding.h"
#include "analysis/analyzer/parameter_check.h"
#include "analysis/analyzer/project_options.h"
#include "analysis/analyzer/reassociation.h"
#include "analysis/analyzer/reparse_check.h"
#include "analysis/analyzer/written_sums.h"
#include "analysis/passes/all_passes.h"
#include "analysis/rewrite/edit/guarded_launch.h"

namespace warpwright::analysis {
namespace {

using frontend::CompileCommand;
using frontend::ParsedUnit;

Error usageError(std::string message) {
  return {ErrorKind::usage, std::move(message), std::nullopt};
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

frontend::ParseOptions parking(frontend::ParseOptions& options) {
  if (!options.preludes) options.preludes = frontend::sharedPreludes();  // for all its parses
  options.isTimeless = true;  // what is said of a text is the same whenever it is asked for
  frontend::ParseOptions parked = options;
  parked.parks = true;
  return parked;
}

CodeComparison comparisonOf(const AnalyzeOptions& options) {
  if (options.comparesCode) return CodeComparison::findings;
  return options.comparesLater ? CodeComparison::later : CodeComparison::changes;
}

}  // namespace

Analyzer::State::State(AnalyzeOptions asked)
    : given(std::move(asked)),
      options(given),
      parser(parking(options.parse)),
      rounding(ownHeaders() ? std::nullopt : std::optional(options.parse.toolkit), comparisonOf(options)) {}

Result<Device> Analyzer::State::deviceOf(const CompileCommand& command) const {
  Result<Device> device = findDevice(options.device.empty() ? command.arch : options.device);
  if (!device.ok()) return usageError(device.error().message);
  return device;
}

Result<model::ModelOptions> Analyzer::State::launches() const {
  model::ModelOptions given;
  for (const std::string& text : options.launches) {
    auto launch = parseLaunchText(text);
    if (!launch.ok()) return launch.error();
    given.launches.push_back(std::move(launch).value());
  }
  return given;
}

Status Analyzer::State::applySettings(const std::vector<std::filesystem::path>& paths) {
  Result<AnalyzeOptions> all = withSettings(given, paths);
  if (!all.ok()) return all.error();
  options.launches = std::move(all->launches);
  options.passes = std::move(all->passes);
  options.programs = std::move(all->programs);
  return {};
}

void Analyzer::State::begin(std::vector<CompileCommand> together) {
  units = std::move(together);
  lookAgain(units);
  rounding.forget();
  known.unitsOf.clear();
  known.wanted.clear();
  known.texts.clear();
  if (unitCache) unitCache->lookAt(options, units);
}

Result<const FindingOrigin*> Analyzer::State::originOf(const std::string& id, const std::filesystem::path& file) const {
  const std::filesystem::path named = std::filesystem::absolute(file).lexically_normal();
  std::vector<const FindingOrigin*> all;
  for (auto it = known.origins.lower_bound({id, ""}); it != known.origins.end() && it->first.first == id; ++it) {
    const auto isOfFile = [&](const CompileCommand& command) { return command.file == named; };
    const std::vector<CompileCommand>& commands = it->second.commands;
    if (it->second.file == named || std::any_of(commands.begin(), commands.end(), isOfFile)) return &it->second;
    all.push_back(&it->second);
  }
  if (all.size() < 2) return all.empty() ? nullptr : all.front();
  return severalFiles(id);
}

Status Analyzer::State::check(const passes::Pass& pass, const passes::KernelContext& context, const std::string& id,
                              const ParameterValues& values, passes::Contradictions& contradictions) const {
  std::vector<Opportunity> found = pass.findUnlessOpen(context);
  std::erase_if(found, [&](const Opportunity& one) { return one.id != id || one.verdict != VerdictKind::applicable; });
  if (Status known = checkValues(found, values); !known.ok()) return known;
  refuseUnasked(found, options.allowsReassociation);
  contradictions.refuse(context.kernel(), found);
  for (const Opportunity& one : found) {
    if (one.verdict != VerdictKind::applicable) return inputError(one.reason);
    const Message why = unitKernels.whyApart(context.kernel(), one);
    if (!why.empty()) return inputError(why);
  }
  return {};
}

/// Where the text as it is leaves open what any change does to its rounding, the change is not read.
Result<Message> Analyzer::State::checkChange(const RoundingCheck::Subject& subject, const Message& why,
                                             const Rewrite& change, const std::stop_token& stop) {
  if (!why.empty() && !subject.onlyDifferences) {
    const RoundingComparison before = rounding.askBefore(subject)(stop);
    if (stop.stop_requested()) return cancelledError();
    if (!before.open.empty()) return roundingUnknown(why, before.open);
  }
  // nvcc compiles beside the parse.
  std::stop_source comparing;
  const std::stop_callback outer(stop, [&] { comparing.request_stop(); });
  std::future<RoundingComparison> compared;
  if (!why.empty()) compared = std::async(std::launch::async, rounding.ask(subject, change), comparing.get_token());
  if (Status check = reparseCheck(subject.unit, change, options.parse, parser, stop); !check.ok()) {
    comparing.request_stop();
    return check.error();
  }
  if (why.empty()) return Message();
  const RoundingComparison codes = compared.get();
  if (stop.stop_requested()) return cancelledError();
  const Message& open = subject.onlyDifferences ? codes.seen() : codes.why();
  return open.empty() ? Message() : roundingUnknown(why, open);
}

Analyzer::Analyzer(AnalyzeOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Analyzer::~Analyzer() = default;

void Analyzer::setOpenTexts(std::map<std::string, std::string> texts) {
  state_->options.parse.openTexts = texts;
  state_->parser.setOpenTexts(std::move(texts));
}

void Analyzer::shareCodes(const std::filesystem::path& folder) {
  if (!folder.empty()) state_->rounding.share(folder);
}

void Analyzer::useCache(std::shared_ptr<UnitCache> cache) {
  state_->unitCache = std::move(cache);
}

const AnalyzeOptions& Analyzer::options() const {
  return state_->options;
}

Result<std::vector<CompileCommand>> Analyzer::begin(const std::vector<std::filesystem::path>& paths) {
  if (Status said = state_->applySettings(paths); !said.ok()) return said.error();
  const AnalyzeOptions& options = state_->options;
  if (auto known = choosePasses(options.passes, options.families, Device{}); !known.ok()) return known.error();
  if (auto launches = state_->launches(); !launches.ok()) return launches.error();
  if (paths.empty()) return usageError("There is nothing to analyse. Name a file or a folder.");
  auto units = chosenUnits(paths, options);
  if (units.ok()) state_->begin(*units);
  return units;
}

Result<AnalysisResult> Analyzer::analyze(const std::vector<std::filesystem::path>& paths,
                                         const ProgressHandler& progress, std::stop_token stop) {
  const auto units = begin(paths);
  if (!units.ok()) return units.error();
  size_t at = 0;
  MergedAnswer answer(state_->known, [&](double part, std::string_view phase) {
    if (progress) progress(answer.result, (static_cast<double>(at) + part) / static_cast<double>(units->size()), phase);
  });
  for (; at < units->size(); ++at) {
    if (stop.stop_requested()) return cancelledError();
    answer.begin((*units)[at]);
    if (Status looked = state_->lookAt((*units)[at], at + 1 == units->size(), answer, stop); !looked.ok())
      return looked.error();
    const Error* failure = answer.failure();
    if (failure && (failure->kind == ErrorKind::cancelled || units->size() == 1)) return *failure;
  }
  answer.finish(state_->whyWithout());
  if (progress) progress(answer.result, 1, "Done");
  return std::move(answer.result);
}

Status Analyzer::lookTogether(std::vector<CompileCommand> units) {
  const AnalyzeOptions& options = state_->options;
  if (auto known = choosePasses(options.passes, options.families, Device{}); !known.ok()) return known.error();
  state_->begin(std::move(units));
  return {};
}

Status Analyzer::lookAt(size_t unit, UnitListener& listener, std::stop_token stop) {
  if (unit >= state_->units.size()) return usageError("There is no unit " + std::to_string(unit) + ".");
  state_->keepsFindings = false;  // what it says must not depend on which units were looked at before
  return state_->lookAgainAt(state_->units[unit], false, listener, std::move(stop));
}

Result<PartialAnswer> Analyzer::merge(UnitSource& source, const UnitHandler& onUnit, const KernelHandler& onKernel) {
  MergedAnswer answer(
      state_->known, [](double, std::string_view) {},
      [&](size_t kernel) {
        if (onKernel) onKernel(answer.result, kernel);
      });
  PartialAnswer all;
  for (size_t i = 0; i < state_->units.size(); ++i) {
    const CompileCommand& command = state_->units[i];
    answer.begin(command);
    const Result<UnitSource::Told> told = source.tell(i, answer);
    if (!told.ok()) return told.error();
    if (!told->begun && !told->lost) {
      all.notLookedAt.push_back(command.file.string());
      answer.leaveOut(command);
      continue;
    }
    if (told->lost && !told->begun) answer.failed(*told->lost);
    answer.end(told->begun ? told->lost : std::nullopt);
    if (answer.failure() && state_->units.size() == 1) return *answer.failure();
    all.workerFailed |= told->lost || (answer.failure() && answer.failure()->kind == ErrorKind::worker);
    if (onUnit) onUnit(answer.result, answer.kernelsOfUnit());
  }
  answer.finish(state_->whyWithout());
  all.undecided = answer.undecided();
  all.result = std::move(answer.result);
  return all;
}

Result<Rewrite> Analyzer::rewrite(const std::filesystem::path& file, const std::string& opportunityId,
                                  const ParameterValues& values, std::stop_token stop) {
  if (Status said = state_->applySettings({file}); !said.ok()) return said.error();
  if (const auto guarded = readGuardedId(opportunityId))
    return rewriteGuarded(file, guarded->first, guarded->second, values, std::move(stop));
  return rewriteUnguarded({file, opportunityId, values}, std::move(stop));
}

/// Writes how the kernel's sums are rounded, and makes the change in that text, where compilers have no choice. `why`:
/// it cannot be made as the text is.
Result<Rewrite> Analyzer::rewriteWritten(const model::ParsedKernel& kernel, const Message& why,
                                         const ChangeInWritten& make, const std::stop_token& stop) {
  const auto made = [&]() -> Result<Rewrite> {
    const SumTools tools{state_->options.parse, state_->sharedTexts, state_->rounding};
    const Result<Rewrite> written = writtenSums(tools, kernel, stop);
    if (!written.ok()) return written.error();
    const std::map<std::string, std::string> texts = state_->options.parse.openTexts;
    std::map<std::string, std::string> after;
    if (Status applied = applyTo(after, *written, *kernel.unit); !applied.ok()) return applied.error();
    setOpenTexts(withTexts(texts, after));
    Result<Rewrite> change = make();
    setOpenTexts(texts);
    return change.ok() ? oneAfterTheOther(*written, *change, *kernel.unit) : change;
  };
  Result<Rewrite> change = made();
  if (change.ok() || change.error().kind == ErrorKind::cancelled) return change;
  const Message open = said(change.error());
  if (toText(open).ends_with('.')) return inputError({"%1 How they are rounded cannot be written out: %2", why, open});
  return inputError({"%1 How they are rounded cannot be written out: %2.", why, open});
}

Result<Rewrite> Analyzer::rewriteUnguarded(const FindingAsked& asked, std::stop_token stop) {
  const auto& [file, opportunityId, values, isWritten] = asked;
  const std::string passId = passOfId(opportunityId);
  const passes::Pass* pass = passes::findPass(passId);
  if (!pass || passId == opportunityId) {
    return usageError("`" + opportunityId + "` is not the id of a finding. `warpwright analyze` lists them.");
  }
  auto launches = state_->launches();
  if (!launches.ok()) return launches.error();

  Opportunity wanted;
  wanted.id = opportunityId;
  wanted.pass = pass->about().id;
  std::vector<CompileCommand> commands;
  const Result<const FindingOrigin*> origin = state_->originOf(opportunityId, file);
  if (!origin.ok()) return origin.error();
  if (*origin) {
    if (!(*origin)->open.empty()) return inputError((*origin)->open);
    wanted = (*origin)->opportunity;
    commands = (*origin)->commands;
    state_->openFlags = {};
    state_->sharedTexts.includers().lookAgain();
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
  std::vector<UnitSummary> summaries;
  std::vector<UnitTexts> texts;
  std::vector<CompileCommand> owners;
  std::set<uint64_t> functions;
  for (const CompileCommand& command : commands) {
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    const Result<Device> device = state_->deviceOf(command);
    if (!device.ok()) return device.error();
    auto kernels = state_->kernelsOf(*unit, *launches, stop);
    if (!kernels.ok()) return kernels.error();
    summaries.push_back(unit->summary());
    if (commands.size() > 1) texts.push_back({command, model::functionTexts(*unit), isWithoutErrors(unit->summary())});
    passes::Contradictions contradictions(*unit, state_->unitKernels.openNames(*unit, state_->options.parse), stop);
    for (const model::ParsedKernel& kernel : *kernels) {
      const std::string& text = kernel.models.front().nameAt.file;
      if (*origin && text != kernelFile) continue;
      const passes::KernelContext context(kernel, *device, stop);
      const Status stands = state_->check(*pass, context, opportunityId, values, contradictions);
      if (!stands.ok()) return stands.error();
      Result<Rewrite> rewrite = pass->rewrite(context, wanted, values);
      if (!rewrite.ok() && rewrite.error().kind == ErrorKind::stale) continue;
      if (!rewrite.ok()) return rewrite.error();
      const Message open = state_->whyOpen(state_->sharedTexts.whyOpen(kernel, command), *rewrite, command);
      if (!open.empty()) return inputError(open);
      if (!kernelFile.empty() && text != kernelFile) return severalFiles(opportunityId);
      kernelFile = text;
      owners.push_back(command);
      functions.insert(model::functionNumber(kernel));
      RoundingCheck::Subject subject = subjectOf(*pass, kernel, state_->options.parse);
      const Message why = pass->mayRoundOtherwise(kernel);
      if (!why.empty()) subject.written = writtenLines(kernel);
      const Result<Message> rounds = state_->checkChange(subject, why, *rewrite, stop);
      if (!rounds.ok()) return rounds.error();
      if (!rounds->empty()) {
        if (isWritten || commands.size() > 1) return inputError(*rounds);
        const auto inWritten = [&] { return rewriteUnguarded({file, opportunityId, values, true}, stop); };
        return rewriteWritten(kernel, *rounds, inWritten, stop);
      }
      if (!agreed)
        agreed = std::move(rewrite).value();
      else if (Status united = uniteRewrites(*agreed, *rewrite, mains); !united.ok())
        return united.error();
    }
  }
  for (const UnitSummary& unit : summaries) {
    if (agreed && missesHeader(unit, kernelFile)) return inputError(headerMissing(unit));
  }
  if (!agreed) return staleFinding(opportunityId, file);
  const Message others = TextsOfUnits(texts).whyOthers(owners, functions, *agreed);
  return others.empty() ? *std::move(agreed) : Result<Rewrite>(inputError(others));
}

Status Analyzer::addGuarded(AnalysisResult& result, std::stop_token stop) {
  using Guarded = std::pair<KernelSummary*, Guard>;
  // A launch chooses once: further guards of a kernel are written into a text of their own.
  std::map<std::pair<size_t, std::string>, std::vector<Guarded>> byUnit;
  for (KernelSummary& kernel : result.kernels) {
    const auto units = state_->known.unitsOf.find(kernel.nameAt);
    const bool isGiven = std::any_of(kernel.launches.begin(), kernel.launches.end(),
                                     [](const Launch& launch) { return launch.fromUser; });
    if (isGiven || kernel.hasErrors || units == state_->known.unitsOf.end()) continue;
    const std::vector<WantedConstant>& wanted = state_->known.wanted[kernel.nameAt];
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
    const CompileCommand command = state_->known.unitsOf.at(kernels.front().first->nameAt).front();
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    const Result<Device> device = state_->deviceOf(command);
    if (!device.ok()) return device.error();
    const GuardTools tools = state_->guardTools(*device);
    // Where all of them together do not do, one that does not must not keep the others from it.
    Status all = addGuardedFindings(tools, *unit, kernels, stop);
    if (!all.ok() && all.error().kind == ErrorKind::cancelled) return all;
    if (all.ok()) continue;
    for (const Guarded& kernel : kernels) {
      Status one = kernels.size() == 1 ? all : addGuardedFindings(tools, *unit, {kernel}, stop);
      if (!one.ok() && one.error().kind != ErrorKind::cancelled)
        one = addUnguarded(tools, *unit, *kernel.first, kernel.second, said(one.error()), stop);
      if (!one.ok()) return one;
    }
  }
  return {};
}

/// The change of a kernel that asks itself; nothing: the unit has no such finding.
Result<std::optional<Rewrite>> Analyzer::rewriteAsking(const ParsedUnit& unit, const std::string& id,
                                                       const Guard& guard, bool isWritten,
                                                       const std::stop_token& stop) {
  const Result<Device> device = state_->deviceOf(unit.command());
  if (!device.ok()) return device.error();
  auto asking = askingRewrite(state_->guardTools(*device), unit, id, guard, stop);
  if (!asking.ok()) return asking.error();
  if (!*asking) return std::optional<Rewrite>();
  AskingRewrite& found = **asking;
  RoundingCheck::Subject subject = askingSubject(found.pass, found.kernel, state_->options.parse);
  const Message why = found.pass.mayRoundOtherwise(found.kernel);
  if (!why.empty()) subject.written = writtenLines(found.kernel);
  const Result<Message> rounds = state_->checkChange(subject, why, found.change, stop);
  if (!rounds.ok()) return rounds.error();
  if (rounds->empty()) return std::optional(std::move(found.change));
  if (isWritten) return inputError(*rounds);
  const auto inWritten = [&]() -> Result<Rewrite> {
    const Result<ParsedUnit> again = state_->parser.parse(unit.command(), stop);
    if (!again.ok()) return again.error();
    auto change = rewriteAsking(*again, id, guard, true, stop);
    if (!change.ok()) return change.error();
    if (!*change) return staleFinding(id, unit.command().file);
    return **std::move(change);
  };
  Result<Rewrite> change = rewriteWritten(found.kernel, *rounds, inWritten, stop);
  return change.ok() ? Result(std::optional(*std::move(change))) : change.error();
}

Result<Rewrite> Analyzer::rewriteGuarded(const std::filesystem::path& file, const std::string& id, const Guard& guard,
                                         ParameterValues values, std::stop_token stop) {
  std::string asks;  // empty: whoever can
  if (const auto given = values.find(guardParameter); given != values.end()) {
    asks = given->second;
    if (asks != guardByDispatch && asks != guardInKernel)
      return usageError("`" + std::string(guardParameter) + "` is `" + guardByDispatch + "` or `" + guardInKernel +
                        "` here.");
    values.erase(given);
  }
  const auto units = chosenUnits({file}, state_->options);
  if (!units.ok()) return units.error();
  const std::map<std::string, std::string> texts = state_->options.parse.openTexts;
  for (const CompileCommand& command : *units) {
    Result<ParsedUnit> unit = state_->parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    // A text that has the copy already, from a change before this one.
    if (rewrite::hasGuardedCopy(*unit, guard)) return rewriteUnguarded({file, id, values}, stop);
    const Result<GuardedUnit> guarded = asks == guardInKernel
                                            ? Result<GuardedUnit>(inputError("the kernel is to ask itself"))
                                            : guardedUnit(state_->sharedTexts, *unit, {{guard, {}}});
    if (!guarded.ok() && asks != guardByDispatch) {
      auto asking = rewriteAsking(*unit, id, guard, false, stop);
      if (!asking.ok()) return asking.error();
      if (*asking) return **std::move(asking);
    }
    if (!guarded.ok() && units->size() == 1) return guarded.error();
    if (!guarded.ok()) continue;
    setOpenTexts(withTexts(texts, guarded->texts));
    Result<Rewrite> change = rewriteUnguarded({command.file, id, values}, stop);
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
