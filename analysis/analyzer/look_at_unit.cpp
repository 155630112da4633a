#include <algorithm>
#include <chrono>
#include <set>

#include "analysis/analyzer/analysis_state.h"
#include "analysis/analyzer/chosen_passes.h"
#include "analysis/analyzer/kernel_findings.h"
#include "analysis/analyzer/kernel_summary.h"
#include "analysis/analyzer/project_answers.h"
#include "analysis/frontend/prelude_cache.h"
#include "analysis/frontend/project_files.h"
#include "analysis/frontend/toolkit.h"
#include "analysis/model/compiler_dependent.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/assumptions.h"
#include "analysis/resources/ptxas.h"

namespace warpwright::analysis {
namespace {

using frontend::CompileCommand;
using frontend::ParsedUnit;

std::vector<WantedConstant> wantedOf(const model::ParsedKernel& kernel,
                                     const std::vector<const passes::Pass*>& passes) {
  std::vector<WantedConstant> wanted;
  for (const passes::Pass* pass : passes) {
    for (WantedConstant& one : pass->wantedConstants(kernel)) wanted.push_back(std::move(one));
  }
  return wanted;
}

/// Tells a listener, and keeps what it tells.
class ToldTwice final : public UnitListener {
 public:
  explicit ToldTwice(UnitListener& listener) : listener_(listener) {}
  void looking(const PassDescriptions& passes) override { own.looking(passes), listener_.looking(passes); }
  void failed(const Error& why) override { own.failed(why), listener_.failed(why); }
  void unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) override {
    own.unit(summary, kernels, texts);
    listener_.unit(std::move(summary), std::move(kernels), std::move(texts));
  }
  void decided(size_t kernel, std::vector<UnitFindings::Found> found) override {
    own.decided(kernel, found);
    listener_.decided(kernel, std::move(found));
  }
  void counted(size_t kernel, const KernelResources& registers) override {
    own.counted(kernel, registers);
    listener_.counted(kernel, registers);
  }
  void progress(double part, std::string_view phase, bool awaitsRegisters) override {
    listener_.progress(part, phase, awaitsRegisters);
  }

  RecordedUnit own;

 private:
  UnitListener& listener_;
};

}  // namespace

/// Counts on a thread of its own while the proofs run: LLVM's contexts are not shared. Code that was counted before
/// is not counted again: `key` is what the answer may be kept under.
std::future<resources::KernelRegisters> Analyzer::State::countRegisters(const ParsedUnit& unit,
                                                                        const std::vector<model::ParsedKernel>& kernels,
                                                                        const std::string& arch, RegistersKey& key,
                                                                        std::stop_token stop) const {
  std::set<std::string> names;
  for (const model::ParsedKernel& kernel : kernels) {
    for (const KernelModel& model : kernel.models) names.insert(model.mangledName);
  }
  resources::DeviceBitcode code = resources::takeBitcode(unit.deviceModule(), &names);
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

void Analyzer::State::keepRegisters(const RegistersKey& key, const resources::KernelRegisters& counted) {
  if (registers.size() > 256) registers.clear();
  registers.insert_or_assign(key, counted);
}

Message Analyzer::State::whyOpen(Message ofKernel, const Rewrite& change, const CompileCommand& command) {
  for (const FileEdits& edits : change.files) {
    if (ofKernel.empty() && !edits.creates) ofKernel = whyOpen(edits.file, command);
  }
  return ofKernel;
}

Message Analyzer::State::whyOpen(const std::string& file, const CompileCommand& command) {
  Message why = sharedTexts.whyOpen(file, command);
  if (const auto reads = options.parse.preludes->reads())
    reads->asked(sharedQuestion(file, command), sharedAnswer(toText(why)));
  return why;
}

Message Analyzer::State::whyOpen(const model::ParsedKernel& kernel, const CompileCommand& command) {
  const bool isOwn =
      model::isReadAgain(kernel) || !model::whyCompilerDependent(*kernel.unit, *kernel.declaration).empty();
  if (isOwn) return sharedTexts.whyOpen(kernel, command);
  const std::vector<std::string>& missing = kernel.unit->summary().missingHeaders;
  const std::string unknown = sharedTexts.whyMissing(missing, command);
  if (const auto reads = options.parse.preludes->reads(); reads && !missing.empty())
    reads->asked(missingQuestion(missing, command), sharedAnswer(unknown));
  Message open = unknown;
  for (const std::string& file : model::filesOf(kernel)) {
    if (open.empty()) open = whyOpen(file, command);
  }
  return open;
}

Status Analyzer::State::lookAt(const CompileCommand& command, bool isLast, UnitListener& listener,
                               std::stop_token stop) {
  if (unitCache) {
    if (auto known = unitCache->find(command, options.parse.openTexts)) {
      replay(*std::move(known), listener);
      return {};
    }
  }
  return lookAgainAt(command, isLast, listener, std::move(stop));
}

Status Analyzer::State::lookAgainAt(const CompileCommand& command, bool isLast, UnitListener& listener,
                                    std::stop_token stop) {
  bool isNew = seen.emplace(command.file, command.root, command.flags).second;
  if (!unitCache || !isNew || options.comparesCode || options.comparesLater)
    return lookAfresh(command, isLast, listener, isNew, std::move(stop));
  const auto reads = std::make_shared<frontend::ReadRecord>(unitCache->states(), options.parse.openTexts);
  options.parse.preludes->record(reads);
  ToldTwice both(listener);
  Status looked = lookAfresh(command, isLast, both, isNew, stop);
  options.parse.preludes->record(nullptr);
  if (looked.ok() && isNew && !stop.stop_requested()) unitCache->keep(command, *reads, both.own.findings);
  return looked;
}

/// What changes of its files are laid out by.
void Analyzer::State::recordFiles(frontend::ReadRecord& reads, const ParsedUnit& unit) const {
  std::set<std::filesystem::path> folders;
  for (const std::string& file : frontend::projectFiles(unit))
    folders.insert(std::filesystem::path(file).parent_path());
  for (const std::filesystem::path& folder : folders) reads.asked(styleQuestion(folder), styleAnswer(folder));
}

/// `isNew`: stays so where nothing was known of its kernels before, and all that can be known is.
Status Analyzer::State::lookAfresh(const CompileCommand& command, bool isLast, UnitListener& listener, bool& isNew,
                                   std::stop_token stop) {
  const std::string file = command.file.filename().string();
  listener.progress(0, "Reading " + file, false);
  const Result<Device> device = deviceOf(command);
  if (!device.ok()) return device.error();
  const auto selected = choosePasses(options.passes, options.families, *device);
  if (!selected.ok()) return selected.error();
  const auto given = launches();
  if (!given.ok()) return given.error();
  listener.looking(describe(*selected));
  Result<ParsedUnit> unit = parser.parse(command, stop);
  if (!unit.ok()) {
    listener.failed(unit.error());
    return {};
  }
  if (const auto reads = options.parse.preludes->reads()) recordFiles(*reads, *unit);
  // A header can change what any line below it means.
  const std::vector<Assumption> guesses = passes::assumptionsOf(unit->summary());
  auto kernels = kernelsOf(*unit, *given, stop);
  if (!kernels.ok()) return kernels.error();
  RegistersKey registersKey;
  auto counting = countRegisters(*unit, *kernels, command.arch, registersKey, stop);

  std::vector<UnitFindings::Kernel> told;
  std::vector<Message> open;  // asked before proofs have the AST
  for (const model::ParsedKernel& kernel : *kernels) {
    told.push_back({.summary = summarise(kernel),
                    .writtenAs = model::writtenName(kernel),
                    .isRead = kernel.models.front().unknownReason.empty(),
                    .function = model::functionNumber(kernel),
                    .wanted = wantedOf(kernel, *selected),
                    .found = {},
                    .counted = {}});
    open.push_back(whyOpen(kernel, command));
  }
  listener.unit(unit->summary(), std::move(told), model::functionTexts(*unit));
  listener.progress(0.5, "Proving " + file, false);
  KernelFindings all(keepsFindings ? &cache : nullptr, rounding, *unit, options.parse, *kernels, *selected, *device,
                     unitKernels.openNames(*unit, options.parse), {options.allowsReassociation, options.kernel}, stop);
  isNew = isNew && all.areNew();
  const std::set<size_t> asked(all.order().begin(), all.order().end());
  for (size_t k = 0; k < kernels->size(); ++k) {
    if (!asked.contains(k)) listener.decided(k, {});
  }
  size_t looked = 0;
  for (const size_t k : all.order()) {
    std::vector<UnitFindings::Found> decided;
    for (auto& [found, change] : all.of(k)) {
      if (found.verdict == VerdictKind::applicable) leaveOpen(found, whyOpen(open[k], change, command));
      if (found.verdict == VerdictKind::applicable) leaveOpen(found, unitKernels.whyApart((*kernels)[k], found));
      passes::addAssumptions(found.assumptions, guesses);
      if (found.verdict == VerdictKind::applicable) passes::assumeConfiguration(found.assumptions, (*kernels)[k]);
      decided.push_back({std::move(found), std::move(change)});
    }
    if (stop.stop_requested()) return cancelledError();
    listener.decided(k, std::move(decided));
    listener.progress(0.5 + 0.5 * static_cast<double>(++looked) / static_cast<double>(all.order().size()),
                      "Proving " + file, false);
  }
  // Whoever waits for findings need not wait for the count, which takes a third of the time for long kernels.
  if (isLast && counting.wait_for(std::chrono::seconds(0)) == std::future_status::timeout)
    listener.progress(1, "Counting registers of " + file, true);
  const resources::KernelRegisters counted = counting.get();
  if (counted.isBrokenOff)
    isNew = false;
  else if (!stop.stop_requested())
    keepRegisters(registersKey, counted);
  for (size_t k = 0; k < kernels->size(); ++k) listener.counted(k, registersOf((*kernels)[k], counted));
  return {};
}

}  // namespace warpwright::analysis
