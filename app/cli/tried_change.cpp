#include "app/cli/tried_change.h"

#include <algorithm>

#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/base/shell_word.h"
#include "core/execute/replay/trace_programs.h"
#include "core/finding/program_summary.h"

namespace warpwright::cli {

namespace fs = std::filesystem;

TriedChange::Outcome TriedChange::outcome() const {
  if (!variant.verification) return Outcome::notWritten;
  const Verification& verification = *variant.verification;
  if (verification.original.failure) return Outcome::notCompared;
  if (verification.identical) return verification.findings.empty() ? Outcome::identical : Outcome::differs;
  return verification.variant.failure || !verification.differences.empty() ? Outcome::differs : Outcome::notCompared;
}

const char* nameOf(TriedChange::Outcome outcome) {
  switch (outcome) {
    case TriedChange::Outcome::identical:
      return "identical";
    case TriedChange::Outcome::differs:
      return "differs";
    case TriedChange::Outcome::notCompared:
      return "not_compared";
    case TriedChange::Outcome::notWritten:
      break;
  }
  return "not_written";
}

ChangeTrier::ChangeTrier(analysis::Analyzer& analyzer, const AnalysisResult& analysis, EngineJob how, std::string path,
                         bool isChosen, RunEngine run, Progress progress)
    : analyzer_(analyzer),
      analysis_(analysis),
      how_(std::move(how)),
      path_(std::move(path)),
      isChosen_(isChosen),
      run_(std::move(run)),
      progress_(std::move(progress)) {}

Result<TriedChange> ChangeTrier::tryOut(const std::string& file, const std::vector<const Opportunity*>& opportunities,
                                        bool isTrade, std::stop_token stop) {
  TriedChange change;
  change.file = file;
  change.isTrade = isTrade;
  const Status written = write(change, opportunities, stop);
  analyzer_.setOpenTexts({});
  if (!written.ok()) return written.error();
  if (!change.whyNotWritten.empty()) return change;
  if (const Status verified = verify(change, stop); !verified.ok()) return verified.error();
  return change;
}

Status ChangeTrier::write(TriedChange& change, const std::vector<const Opportunity*>& opportunities,
                          std::stop_token stop) {
  std::map<std::string, std::string> before, texts;
  for (const Opportunity* opportunity : opportunities) {
    progress_(-1, "rewriting " + displayPath(change.file));
    Result<Rewrite> rewrite = analyzer_.rewrite(change.file, opportunity->id, {}, stop);
    if (!rewrite.ok()) {
      if (rewrite.error().kind == ErrorKind::cancelled) return rewrite.error();
      change.leftOut.push_back("`" + opportunity->subject + "` is left as it is: " + rewrite.error().message);
      continue;
    }
    const auto creates = [](const FileEdits& edits) { return edits.creates; };
    if (std::any_of(rewrite->files.begin(), rewrite->files.end(), creates)) continue;  // the program stays as it is
    for (const FileEdits& edits : rewrite->files) {
      if (!texts.contains(edits.file)) {
        Result<std::string> text = readFile(edits.file);
        if (!text.ok()) return text.error();
        before[edits.file] = texts[edits.file] = *text;
      }
      Result<std::string> after = applyEdits(edits, texts[edits.file]);
      if (!after.ok()) return after.error();
      texts[edits.file] = *std::move(after);
    }
    analyzer_.setOpenTexts(texts);
    change.opportunities.push_back(opportunity);
    change.variant.steps.push_back({opportunity->id, {}});
    change.variant.summary += (change.variant.summary.empty() ? "" : " ") + rewrite->summary;
  }
  if (change.opportunities.empty()) {
    change.whyNotWritten = "No change could be written.";
    return {};
  }
  for (const auto& [path, text] : texts) change.variant.files.push_back({path, before[path], text});
  change.variant.id = makeVariantId(change.variant.steps, change.variant.files);
  return {};
}

Status ChangeTrier::verify(TriedChange& change, std::stop_token stop) {
  EngineJob program = how_;
  program.path = programWith(change.file);
  for (const std::string& argument : program.arguments)
    change.variant.command += (change.variant.command.empty() ? "" : " ") + shellWord(argument);
  if (const auto known = fruitless_.find(program.path); known != fruitless_.end()) {
    change.variant.verification = known->second;
    return {};
  }
  std::vector<std::string> checks;
  for (const Opportunity* opportunity : change.opportunities) {
    for (std::string& check : checksOf(*opportunity)) checks.push_back(std::move(check));
  }
  std::map<std::string, std::string> after;
  for (const VariantFile& one : change.variant.files) after[one.path] = one.after;
  const fs::path path = program.path;
  const ChangedProgram jobs = changedProgram(std::move(program), after, std::move(checks));
  Result<Verification> verification = verifyWith(
      run_, jobs.original, jobs.variant, {false, true},
      [this](const EngineProgress& now) { progress_(now.fraction, now.phase + ": " + now.text); }, std::move(stop));
  if (!verification.ok()) return verification.error();
  change.variant.verification = *std::move(verification);
  if (change.outcome() == TriedChange::Outcome::notCompared) fruitless_[path] = *change.variant.verification;
  return {};
}

/// A folder may hold several programs: one that is changed is run.
fs::path ChangeTrier::programWith(const std::string& file) const {
  for (const ProgramSummary* program : programsWith(analysis_.programs, file)) {
    if ((analysis_.programs.size() > 1 || isChosen_) && !program->main.empty()) return program->main;
  }
  const bool runsAlone = std::any_of(analysis_.units.begin(), analysis_.units.end(),
                                     [&](const UnitSummary& unit) { return unit.file == file; });
  return fs::is_directory(path_) && runsAlone ? fs::path(file) : fs::path(path_);
}

}  // namespace warpwright::cli
