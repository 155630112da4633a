#include "views/shared/findings.h"

#include <QTime>
#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "core/finding/finding_rows.h"
#include "core/finding/moved_lines.h"

namespace warpwright::views {
namespace {

std::vector<Diagnostic> errorsOf(const AnalysisResult& result) {
  std::vector<Diagnostic> errors;
  for (const UnitSummary& unit : result.units) {
    for (const Diagnostic& diagnostic : unit.errors) {
      if (diagnostic.severity == Diagnostic::Severity::error) errors.push_back(diagnostic);
    }
  }
  return errors;
}

/// Shows what was counted before the edit until the new count is there.
void takeRegisters(AnalysisResult& result, const AnalysisResult& before) {
  result.awaitsRegisters = false;
  for (KernelSummary& kernel : result.kernels) {
    for (const KernelSummary& known : before.kernels) {
      if (known.name != kernel.name || known.signature != kernel.signature || kernel.resources.registers) continue;
      const uint64_t shared = kernel.resources.sharedBytes;
      kernel.resources = known.resources;
      kernel.resources.sharedBytes = shared;
    }
  }
}

/// Do two findings say the same, apart from their evidence?
bool saysSame(const Opportunity& a, const Opportunity& b) {
  return a.id == b.id && a.verdict == b.verdict && a.range.begin == b.range.begin &&
         toText(a.reason) == toText(b.reason);
}

/// Kernels of an answer that is not whole, as far as they have findings: whether there is anything new in them.
bool takeKernels(AnalysisResult& shown, AnalysisResult partial) {
  bool isNew = false;
  for (KernelSummary& kernel : partial.kernels) {
    if (kernel.opportunities.empty()) continue;
    const auto same = std::find_if(shown.kernels.begin(), shown.kernels.end(), [&](const KernelSummary& known) {
      return known.name == kernel.name && known.signature == kernel.signature;
    });
    if (same == shown.kernels.end() || std::equal(same->opportunities.begin(), same->opportunities.end(),
                                                  kernel.opportunities.begin(), kernel.opportunities.end(), saysSame))
      continue;
    kernel.resources = same->resources;  // counted last
    *same = std::move(kernel);
    isNew = true;
  }
  return isNew;
}

}  // namespace

void FindingCounts::add(VerdictKind verdict) {
  if (verdict == VerdictKind::applicable) ++applicable;
  if (verdict == VerdictKind::refused) ++refused;
  if (verdict == VerdictKind::unknown) ++unknown;
}

const UnitFindings* Findings::unit(const std::string& file) const {
  const auto found = units_.find(unitOf(file));
  return found == units_.end() ? nullptr : &found->second;
}

std::string Findings::unitOf(const std::string& file) const {
  if (const auto own = units_.find(file); own != units_.end())
    return own->second.readThrough.empty() ? file : own->second.readThrough;
  const std::vector<std::string> units = unitsReading(file);
  return units.empty() ? file : units.front();
}

const Opportunity* Findings::find(const FindingKey& key) const {
  const UnitFindings* of = unit(key.unit);
  if (!of) return nullptr;
  for (const KernelSummary& kernel : of->shown.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.id == key.id) return &opportunity;
    }
  }
  return nullptr;
}

const KernelSummary* Findings::kernelOf(const FindingKey& key) const {
  const UnitFindings* of = unit(key.unit);
  if (!of) return nullptr;
  for (const KernelSummary& kernel : of->shown.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.id == key.id) return &kernel;
    }
  }
  return nullptr;
}

Findings::Kernels Findings::kernels() const {
  return kernelsOf(false);
}

Findings::Kernels Findings::allKernels() const {
  return kernelsOf(true);
}

Findings::Kernels Findings::kernelsOf(bool ofAll) const {
  Kernels all;
  std::map<std::tuple<std::string, std::string, uint32_t>, size_t> places;
  for (const auto& [name, of] : units_) {
    if (!ofAll && !isShown(name)) continue;
    for (const KernelSummary& kernel : of.shown.kernels) {
      const SourcePosition& at = kernel.definition.begin;
      if (!ofAll && !isShown(at.file)) continue;
      // Without the types of its including file a signature reads differently; its place does not.
      const auto [place, isNew] = places.insert({{at.file.empty() ? name : at.file, kernel.name, at.line}, all.size()});
      if (isNew) {
        all.push_back({name, &kernel});
      } else if (all[place->second].second->hasErrors && !kernel.hasErrors) {
        all[place->second] = {name, &kernel};
      }
    }
  }
  return all;
}

std::vector<const KernelSummary*> Findings::kernelsIn(const std::string& file) const {
  std::vector<const KernelSummary*> found;
  for (const auto& [unit, kernel] : kernelsOf(!isShown(file))) {
    if (kernel->definition.begin.file == file || unit == file) found.push_back(kernel);
  }
  return found;
}

std::optional<FindingGroup> Findings::groupOf(const FindingKey& key) const {
  const KernelSummary* kernel = kernelOf(key);
  if (!kernel) return std::nullopt;
  for (const FindingRow& row : rowsOf(*kernel)) {
    const auto at = [&](size_t index) { return &kernel->opportunities[index]; };
    FindingGroup group{kernel, at(row.leading), {}, {}, row};
    bool isIt = group.leading->id == key.id;
    for (const size_t index : row.alternatives)
      group.alternatives.push_back(at(index)), isIt |= at(index)->id == key.id;
    for (const size_t index : row.folded) group.folded.push_back(at(index)), isIt |= at(index)->id == key.id;
    if (isIt) return group;
  }
  return std::nullopt;
}

std::vector<PlacedFinding> Findings::inFile(const std::string& file) const {
  std::vector<PlacedFinding> found;
  // A file of another program that was opened to be read has its marks, too.
  for (const auto& [unit, kernel] : kernelsOf(!isShown(file))) {
    const auto add = [&, &unit = unit, &kernel = kernel](size_t index, bool isAlternative) {
      const Opportunity& opportunity = kernel->opportunities[index];
      if (opportunity.range.begin.file == file) found.push_back({{unit, opportunity.id}, &opportunity, isAlternative});
    };
    for (const FindingRow& row : rowsOf(*kernel)) {
      add(row.leading, false);
      for (const size_t alternative : row.alternatives) add(alternative, true);
    }
  }
  return found;
}

std::vector<PlacedLoad> Findings::loadsIn(const std::string& file) const {
  std::vector<PlacedLoad> found;
  for (const auto& [unit, kernel] : kernelsOf(!isShown(file))) {
    for (const Opportunity& opportunity : kernel->opportunities) {
      const FindingKey key{unit, opportunity.id};
      for (MarkedLoad& load : markedLoads(opportunity, passes_, policyOf(key))) {
        if (load.at.file == file) found.push_back({key, &opportunity, std::move(load)});
      }
    }
  }
  return found;
}

const ParameterValues* Findings::policyOf(const FindingKey& key) const {
  const auto found = policies_.find(key);
  return found == policies_.end() ? nullptr : &found->second;
}

void Findings::setPolicy(const FindingKey& key, ParameterValues values) {
  policies_[key] = std::move(values);
  tellChanged(key.unit);
}

/// What a run chose for loads that are no longer those of the finding.
void Findings::dropOldPolicies(const std::string& unit) {
  std::erase_if(policies_, [&](const auto& kept) {
    if (kept.first.unit != unit) return false;
    const Opportunity* opportunity = find(kept.first);
    if (!opportunity) return false;
    return !std::all_of(kept.second.begin(), kept.second.end(), [&](const auto& value) {
      return std::any_of(opportunity->parameters.begin(), opportunity->parameters.end(),
                         [&](const Parameter& parameter) { return parameter.name == value.first; });
    });
  });
}

const std::vector<FindingRow>& Findings::rowsOf(const KernelSummary& kernel) const {
  const auto [found, isNew] = rows_.try_emplace(&kernel);
  if (isNew) found->second = foldFindings(kernel.opportunities, passes_);
  return found->second;
}

void Findings::forgetRows() {
  rows_.clear();
  counts_.reset();
}

void Findings::tellChanged(const std::string& unit) {
  forgetRows();
  emit changed(unit);
}

FindingCounts Findings::counts() const {
  if (counts_) return *counts_;
  FindingCounts counts;
  for (const auto& [unit, kernel] : kernels()) {
    for (const FindingRow& row : rowsOf(*kernel)) counts.add(kernel->opportunities[row.leading].verdict);
  }
  counts_ = counts;
  return counts;
}

bool Findings::areAny() const {
  return std::ranges::any_of(kernels(), [](const auto& one) { return !one.second->opportunities.empty(); });
}

FindingCounts Findings::countsOf(const std::string& file) const {
  FindingCounts counts;
  for (const PlacedFinding& finding : inFile(file)) {
    if (!finding.isAlternative) counts.add(finding.opportunity->verdict);
  }
  return counts;
}

FindingKey Findings::best(const std::string& name) const {
  const UnitFindings* of = unit(name);
  if (!of) return {};
  // The first of each kernel, and of these the first: findings are folded by kernel, and are long.
  std::vector<Opportunity> firsts;
  for (const KernelSummary& kernel : of->shown.kernels) {
    const std::vector<FindingRow>& rows = rowsOf(kernel);
    if (!rows.empty()) firsts.push_back(kernel.opportunities[firstRow(rows, kernel.opportunities, passes_).leading]);
  }
  std::vector<FindingRow> rows(firsts.size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i].leading = i;
  return rows.empty() ? FindingKey{} : FindingKey{unitOf(name), firsts[firstRow(rows, firsts, passes_).leading].id};
}

std::vector<std::string> Findings::unitsReading(const std::string& file) const {
  std::vector<std::string> units;
  for (const auto& [name, of] : units_) {
    bool reads = false;
    for (const KernelSummary& kernel : of.shown.kernels) reads |= kernel.definition.begin.file == file;
    for (const Diagnostic& error : of.errors) reads |= error.range.begin.file == file;
    if (reads) units.push_back(name);
  }
  return units;
}

void Findings::setPrograms(std::vector<ProgramSummary> programs) {
  if (programs_ == programs) return;
  programs_ = std::move(programs);
  if (!programNamed(programs_, program_)) program_.clear();
  tellChanged({});
}

void Findings::chooseProgram(const std::string& name) {
  const std::string chosen = programNamed(programs_, name) ? name : std::string();
  if (program_ == chosen) return;
  program_ = chosen;
  tellChanged({});
}

bool Findings::isShown(const std::string& file) const {
  const ProgramSummary* chosen = programNamed(programs_, program_);
  return !chosen || chosen->has(file) || programsWith(programs_, file).empty();
}

const ProgramSummary* Findings::programOf(const std::string& file) const {
  if (programs_.size() < 2) return nullptr;
  const ProgramSummary* chosen = programNamed(programs_, program_);
  if (chosen && chosen->has(file)) return chosen;
  const std::vector<const ProgramSummary*> with = programsWith(programs_, file);
  return with.size() == 1 ? with.front() : nullptr;
}

QString Findings::whyNoProgram(const std::string& file) const {
  const std::vector<const ProgramSummary*> with = programsWith(programs_, file);
  if (with.size() < 2 || programOf(file)) return {};
  QStringList names;
  for (const ProgramSummary* program : with) names << QString::fromStdString(program->name);
  return tr("%1 is a part of several programs: %2. Choose one in the tool bar.")
      .arg(QString::fromStdString(std::filesystem::path(file).filename().string()), names.join(QStringLiteral(", ")));
}

std::string Findings::startOf(const std::string& file) const {
  const ProgramSummary* program = programOf(file);
  if (!program && programs_.size() == 1 && programs_.front().has(file)) program = &programs_.front();
  return program && !program->main.empty() ? program->main : unitOf(file);
}

void Findings::restore(const AnalysisResult& result) {
  if (programs_.empty()) programs_ = result.programs;
  addDescriptions(passes_, result.passes);
  std::set<std::string> names;
  for (const UnitSummary& summary : result.units) names.insert(summary.file);
  for (const std::string& name : names) {
    UnitFindings of;
    of.shown.passes = result.passes;
    for (const UnitSummary& summary : result.units) {
      if (summary.file == name) of.shown.units.push_back(summary);
    }
    for (const KernelSummary& kernel : result.kernels) {
      // Kernels of headers are kept with the first file: their own file is not an analysed one.
      const std::string& at = kernel.definition.begin.file;
      if (at == name || (!names.contains(at) && name == *names.begin())) of.shown.kernels.push_back(kernel);
    }
    of.errors = errorsOf(of.shown);
    of.acceptedErrors = of.errors.size();
    of.hasResult = true;
    of.lastGood = QTime::currentTime().toString("HH:mm");
    units_[name] = std::move(of);
    tellChanged(name);
  }
}

/// What the answer tells of files that are no units of their own. Gives the unit that it is about.
std::string Findings::takeIncluded(const std::string& asked, const AnalysisResult& result) {
  const bool isOther =
      result.units.size() == 1 && !result.units.front().file.empty() && result.units.front().file != asked;
  const std::string unit = isOther ? result.units.front().file : asked;
  const auto include = [&](const std::string& file) {
    if (file.empty() || file == unit || !file.ends_with(".cu")) return;
    units_[file] = UnitFindings{};
    units_[file].readThrough = unit;
  };
  include(asked);
  for (const KernelSummary& kernel : result.kernels) include(kernel.definition.begin.file);
  units_[unit].readThrough.clear();
  return unit;
}

void Findings::accept(const std::string& asked, AnalysisResult result, double seconds, bool final) {
  addDescriptions(passes_, result.passes);
  const std::string name = takeIncluded(asked, result);
  forgetRows();
  UnitFindings& of = units_[name];
  of.errors = errorsOf(result);
  of.failure.clear();
  of.seconds = seconds;
  if (final) of.updating = of.stopped = false;
  if (of.hasResult && of.errors.size() > of.acceptedErrors) {
    of.outdated = true;
    tellChanged(name);
    return;
  }
  // A first stage that knows the kernels but no finding yet must not empty what is on the screen; kernels that have
  // theirs take the place of what was known of them.
  if (!final && of.hasResult && !result.awaitsRegisters) {
    if (takeKernels(of.shown, std::move(result))) tellChanged(name);
    return;
  }
  of.hasResult = of.hasResult || final || result.awaitsRegisters;
  if (result.awaitsRegisters) takeRegisters(result, of.shown);
  of.shown = std::move(result);
  of.acceptedErrors = of.errors.size();
  of.outdated = false;
  of.lastGood = QTime::currentTime().toString("HH:mm");
  if (final) dropOldPolicies(name);
  tellChanged(name);
}

void Findings::addPasses(const PassDescriptions& passes) {
  addDescriptions(passes_, passes);
  forgetRows();
  emit passesChanged();
}

void Findings::fail(const std::string& asked, const QString& reason) {
  const std::string name = unitOf(asked);
  UnitFindings& of = units_[name];
  of.failure = reason;
  of.updating = false;
  of.outdated = of.hasResult;
  tellChanged(name);
}

void Findings::setEstimate(const FindingKey& key, const Estimate& estimate) {
  const auto unit = units_.find(key.unit);
  if (unit == units_.end()) return;
  for (KernelSummary& kernel : unit->second.shown.kernels) {
    for (Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.id == key.id) opportunity.estimate = estimate;
    }
  }
  tellChanged(key.unit);
}

void Findings::setUpdating(const std::string& file, bool updating) {
  const std::string name = unitOf(file);
  UnitFindings& of = units_[name];
  if (of.updating == updating) return;
  of.updating = updating;
  if (updating) of.stopped = false;
  emit touched(name);
}

void Findings::setStopped(const std::string& file, bool stopped) {
  const std::string name = unitOf(file);
  UnitFindings& of = units_[name];
  if (of.stopped == stopped) return;
  of.stopped = stopped;
  if (stopped) of.updating = false;
  emit touched(name);
}

void Findings::moveLines(const std::string& file, uint32_t line, int delta) {
  if (delta == 0) return;
  for (auto& [name, of] : units_) {
    warpwright::moveLines(of.shown, file, line, delta);
    for (Diagnostic& error : of.errors) warpwright::moveLines(error.range, file, line, delta);
    forgetRows();
    emit touched(name);
  }
}

void Findings::remove(const std::string& name) {
  std::erase_if(units_, [&](const auto& unit) { return unit.second.readThrough == name; });
  if (units_.erase(name) != 0) tellChanged(name);
}

void Findings::clear() {
  units_.clear();
  tellChanged({});
}

}  // namespace warpwright::views
