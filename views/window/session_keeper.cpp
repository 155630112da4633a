#include "views/window/session_keeper.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/report/report_input.h"
#include "views/shared/findings.h"

namespace warpwright::views {

SessionKeeper::SessionKeeper(Findings& findings, std::function<std::map<std::string, std::string>()> unsaved,
                             QObject* parent)
    : QObject(parent),
      findings_(findings),
      unsaved_(std::move(unsaved)),
      session_(std::make_shared<std::optional<Session>>()),
      waiting_(std::make_shared<std::vector<Waiting>>()) {
  pool_.setMaxThreadCount(1);
  quiet_.setSingleShot(true);
  quiet_.setInterval(2000);
  connect(&quiet_, &QTimer::timeout, this, &SessionKeeper::writeFindings);
  again_.setSingleShot(true);
  again_.setInterval(15000);
  connect(&again_, &QTimer::timeout, this, &SessionKeeper::tryAgain);
}

SessionKeeper::~SessionKeeper() {
  flush();
}

void SessionKeeper::post(std::string what, std::function<Status(Session&)> work) {
  pool_.start([session = session_, waiting = waiting_, one = Waiting{std::move(what), std::move(work)},
               send = door_.through<Status>([this](const Status& status) {
                 if (status.ok())
                   emit saved();
                 else
                   emit failed(QString::fromStdString(status.error().message));
                 if (!status.ok()) again_.start();
               })]() mutable {
    if (!*session) return;
    std::erase_if(*waiting, [&](const Waiting& earlier) { return earlier.what == one.what; });
    waiting->push_back(std::move(one));
    send(writeAll(**session, *waiting));
  });
}

/// Writes what waits until the disk takes no more. What is refused for another reason does not wait.
Status SessionKeeper::writeAll(Session& session, std::vector<Waiting>& waiting) {
  Status refused;
  while (!waiting.empty()) {
    Status written = waiting.front().work(session);
    if (!written.ok() && written.error().kind == ErrorKind::io) return written;
    if (!written.ok()) refused = std::move(written);
    waiting.erase(waiting.begin());
  }
  return refused;
}

/// Without a word while it still cannot be written: that was said.
void SessionKeeper::tryAgain() {
  pool_.start([session = session_, waiting = waiting_, send = door_.through<Status>([this](const Status& status) {
    if (status.ok())
      emit saved();
    else
      again_.start();
  })]() mutable {
    if (*session && !waiting->empty()) send(writeAll(**session, *waiting));
  });
}

void SessionKeeper::open(const std::filesystem::path& file) {
  flush();
  file_ = file;
  variants_.clear();
  runs_.clear();
  tunings_.clear();
  auto deliver = door_.through<Result<ReopenedSession>>([this](Result<ReopenedSession> result) {
    if (!result.ok()) {
      file_.clear();
      emit failed(QString::fromStdString(result.error().message));
      return;
    }
    variants_ = result->variants;
    runs_ = result->runs;
    for (const auto& table : result->tunings) tunings_[tuningName(table->kernel, table->program)] = table;
    program_ = result->program;
    if (!result->project.empty() && project_.empty()) project_ = result->project;
    emit reopened(*result);
  });
  pool_.start([session = session_, waiting = waiting_, file, deliver]() mutable {
    session->reset();
    waiting->clear();
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    Result<Session> opened = Session::openOrCreate(file);
    if (!opened.ok()) return deliver(opened.error());
    ReopenedSession content;
    const auto values = opened->values();
    if (!values.ok()) return deliver(values.error());
    if (const auto project = values->find("project"); project != values->end()) content.project = project->second;
    if (const auto program = values->find("program"); program != values->end()) content.program = program->second;
    for (const auto& [name, value] : *values) {
      if (!name.starts_with(tuningTableKey(""))) continue;
      auto table = tuningTableFromJson(nlohmann::json::parse(value, nullptr, false));
      if (table.ok()) content.tunings.push_back(std::make_shared<const TuningTable>(*std::move(table)));
    }
    content.values = *values;
    auto analysis = opened->latestAnalysis();
    if (!analysis.ok()) return deliver(analysis.error());
    content.analysis = std::move(*analysis);
    auto variants = opened->variants();
    if (!variants.ok()) return deliver(variants.error());
    content.variants = std::move(*variants);
    auto runs = opened->runs();
    if (!runs.ok()) return deliver(runs.error());
    content.runs = std::move(*runs);
    session->emplace(std::move(*opened));
    deliver(std::move(content));
  });
}

void SessionKeeper::saveAs(const std::filesystem::path& file) {
  const std::vector<VariantRecord> variants = variants_;
  const std::vector<RunRecord> runs = runs_;
  const auto tunings = tunings_;
  const std::string project = project_, program = program_;
  open(file);
  project_ = project;
  variants_ = variants;
  setProject(project);
  setProgram(program);
  unwritten_ = true;
  writeFindings();
  for (const VariantRecord& variant : variants) {
    post("variant " + variant.id, [variant](Session& session) { return session.putVariant(variant); });
  }
  for (const RunRecord& run : runs) keepRun(run);
  for (const auto& [kernel, table] : tunings) keepTuning(table);
}

void SessionKeeper::setProject(const std::string& path) {
  project_ = path;
  post("project", [path](Session& session) { return session.setValue("project", path); });
}

void SessionKeeper::setProgram(const std::string& name) {
  program_ = name;
  setValue("program", name);
}

void SessionKeeper::findingsChanged() {
  unwritten_ = true;
  quiet_.start();
}

AnalysisResult SessionKeeper::everything() const {
  AnalysisResult all;
  for (const auto& [name, unit] : findings_.units()) {
    if (unit.hasResult) all.units.insert(all.units.end(), unit.shown.units.begin(), unit.shown.units.end());
  }
  for (const auto& [name, kernel] : findings_.allKernels()) all.kernels.push_back(*kernel);
  setPrograms(all, findings_.programs());
  return all;
}

void SessionKeeper::writeFindings() {
  quiet_.stop();
  if (!unwritten_) return;
  unwritten_ = false;
  const auto all = std::make_shared<const AnalysisResult>(everything());
  if (all->units.empty()) return;
  post("findings", [all, unsaved = unsaved_()](Session& session) {
    std::map<std::string, std::string> sources = unsaved;
    for (const UnitSummary& unit : all->units) {
      if (sources.contains(unit.file)) continue;
      Result<std::string> text = readFile(unit.file);
      if (text.ok()) sources[unit.file] = std::move(*text);
    }
    return session.addAnalysis(*all, sources);
  });
}

void SessionKeeper::keep(const Preview& preview, const QString& arguments, OpportunityStatus status) {
  if (preview.key.id.empty()) return;  // words that were replaced are no variant
  writeFindings();
  VariantRecord variant;
  variant.steps =
      preview.steps.empty() ? std::vector{VariantStep{preview.opportunity.id, preview.values}} : preview.steps;
  variant.summary = preview.rewrite.summary;
  for (const auto& [path, before] : preview.before) variant.files.push_back({path, before, preview.after.at(path)});
  variant.id = makeVariantId(variant.steps, variant.files);
  variant.verification = preview.verification;
  variant.command = arguments.toStdString();
  variant.applied = status == OpportunityStatus::applied;
  std::erase_if(variants_, [&](const VariantRecord& other) { return other.id == variant.id; });
  variants_.push_back(variant);
  post("variant " + variant.id, [variant, status](Session& session) {
    const Status put = session.putVariant(variant);
    if (!put.ok()) return put;
    for (const VariantStep& step : variant.steps) {
      if (const Status set = session.setStatus(step.opportunity, status); !set.ok()) return set;
    }
    return Status();
  });
}

void SessionKeeper::setValue(const std::string& name, const std::string& value) {
  post("value " + name, [name, value](Session& session) { return session.setValue(name, value); });
}

void SessionKeeper::keepRun(const RunRecord& run) {
  runs_.push_back(run);
  post("run " + std::to_string(runs_.size()), [run](Session& session) { return session.addRun(run); });
}

void SessionKeeper::keepTuning(std::shared_ptr<const TuningTable> table) {
  tunings_[tuningName(table->kernel, table->program)] = table;
  const std::string key = tuningTableKey(table->kernel, table->program);
  post("value " + key, [key, table](Session& session) {
    return session.setValue(key, toJson(*table).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  });
}

std::string SessionKeeper::tuningName(const std::string& kernel, const std::string& program) {
  return program.empty() ? kernel : kernel + " of " + program;
}

void SessionKeeper::exportReport(const std::filesystem::path& file, std::function<void(Status)> done) {
  unwritten_ = true;
  writeFindings();
  pool_.start([session = session_, file, send = door_.through<Status>(std::move(done))]() mutable {
    if (!*session) {
      return send(inputError("There is no session to report on. Open a file and analyse it first."));
    }
    const Result<ReportInput> input = readReportInput(**session);
    send(input.ok() ? writeFileAtomically(file, htmlReport(*input)) : Status(input.error()));
  });
}

void SessionKeeper::compareWith(const std::filesystem::path& other, bool isOlder,
                                std::function<void(Result<SessionComparison>)> done) {
  writeFindings();
  pool_.start(
      [session = session_, other, isOlder, send = door_.through<Result<SessionComparison>>(std::move(done))]() mutable {
        if (!*session) return send(inputError("There is no session to compare with. Open a file or a session first."));
        std::error_code ignored;
        if (std::filesystem::equivalent(other, (*session)->file(), ignored))
          return send(inputError(other.string() + " is the session that is open. Choose another one."));
        const Result<Session> second = Session::open(other);
        if (!second.ok()) return send(second.error());
        send(isOlder ? compareSessions(*second, **session) : compareSessions(**session, *second));
      });
}

void SessionKeeper::flush() {
  writeFindings();
  tryAgain();
  pool_.waitForDone();
}

}  // namespace warpwright::views
