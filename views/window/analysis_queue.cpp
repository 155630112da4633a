#include "views/window/analysis_queue.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/finding/observed_launches.h"
#include "views/shared/findings.h"

namespace warpwright::views {

AnalysisQueue::AnalysisQueue(AnalysisService& service, Findings& findings, std::function<Texts()> unsaved,
                             QObject* parent)
    : QObject(parent), service_(service), findings_(findings), unsaved_(std::move(unsaved)) {
  pause_.setSingleShot(true);
  pause_.setInterval(pauseMs);
  connect(&pause_, &QTimer::timeout, this, [this] { addFirst(typed_); });
}

AnalysisQueue::~AnalysisQueue() {
  service_.cancel();
}

void AnalysisQueue::setDevice(const std::string& name, std::vector<Family> onRequest) {
  if (device_ == name && onRequest_ == onRequest) return;
  device_ = name;
  onRequest_ = std::move(onRequest);
  addAll();
}

void AnalysisQueue::setFlags(std::vector<std::string> flags) {
  if (flags_ == flags) return;
  flags_ = std::move(flags);
  addAll();
}

void AnalysisQueue::setPlatform(std::string toolkit, std::string arch) {
  if (toolkit_ == toolkit && arch_ == arch) return;
  toolkit_ = std::move(toolkit);
  arch_ = std::move(arch);
  addAll();
}

void AnalysisQueue::setLaunches(std::vector<std::string> launches) {
  if (launches_ == launches) return;
  launches_ = std::move(launches);
  addAll();
}

void AnalysisQueue::addAll(const std::string& start) {
  std::vector<std::string> files;
  for (const auto& [file, unit] : findings_.units()) {
    if (start.empty() || findings_.startOf(file) == start) files.push_back(file);
  }
  for (const std::string& file : files) add(file);
}

void AnalysisQueue::observe(const std::string& file, std::vector<ObservedKernel> seen) {
  const std::string start = findings_.startOf(file);
  const auto isSame = [](const auto& a, const auto& b) { return nlohmann::json(a) == nlohmann::json(b); };
  if (seen.empty() || isSame(observedBy(start), seen)) return;
  observed_[start] = std::move(seen);
  addAll(start);
}

void AnalysisQueue::restoreObserved(const AnalysisResult& analysis) {
  observed_.clear();
  restored_ = observedIn(analysis);
  if (!restored_.empty()) addAll();
}

const std::vector<ObservedKernel>& AnalysisQueue::observedBy(const std::string& start) const {
  const auto own = observed_.find(start);
  return own == observed_.end() ? restored_ : own->second;
}

AnalysisRequest AnalysisQueue::requestFor(const std::string& file) const {
  AnalysisRequest request;
  request.paths = {findings_.unitOf(file)};
  request.project = project_;
  request.openTexts = unsaved_();
  request.device = device_;
  request.families = onRequest_;
  request.flags = flags_;
  request.toolkit = toolkit_;
  request.arch = arch_;
  request.launches = launches_;
  request.observed = observedBy(findings_.startOf(file));
  return request;
}

void AnalysisQueue::add(const std::string& file) {
  enqueue({file, {}, {}, false}, false);
}

void AnalysisQueue::addFirst(const std::string& file) {
  enqueue({file, {}, {}, false}, true);
}

void AnalysisQueue::analyzeVariant(const std::string& file, Texts texts,
                                   std::function<void(const AnalysisResult&)> deliver) {
  std::erase_if(waiting_, [&](const Task& task) { return task.deliver && task.file == file; });
  enqueue({file, std::move(texts), std::move(deliver), false}, true);
}

void AnalysisQueue::listPrograms(const std::string& folder,
                                 std::function<void(const std::vector<ProgramSummary>&)> deliver) {
  for (std::deque<Task>* tasks : {&waiting_, &stopped_})
    std::erase_if(*tasks, [](const Task& task) { return task.lists; });
  waiting_.push_front({folder, {}, [deliver](const AnalysisResult& answer) { deliver(answer.programs); }, true});
  next();
}

void AnalysisQueue::listPasses() {
  waiting_.push_back({{}, {}, [](const AnalysisResult&) {}, true});
  next();
}

void AnalysisQueue::dropHidden() {
  const auto isHidden = [this](const Task& task) { return !task.deliver && !findings_.isShown(task.file); };
  for (const Task& task : waiting_) {
    if (isHidden(task)) findings_.setUpdating(task.file, false);
  }
  std::erase_if(waiting_, isHidden);
  std::erase_if(stopped_, isHidden);
}

void AnalysisQueue::edited(const std::string& changed) {
  const std::string file = findings_.unitOf(changed);
  ++revisions_[file];
  if (pause_.isActive() && typed_ != file) addFirst(typed_);
  typed_ = file;
  findings_.setUpdating(file, true);
  pause_.start();
}

void AnalysisQueue::enqueue(Task task, bool first) {
  if (!task.deliver) {
    task.file = findings_.unitOf(task.file);
    const auto isSame = [&](const Task& other) { return !other.deliver && other.file == task.file; };
    std::erase_if(waiting_, isSame);
    std::erase_if(stopped_, isSame);
    findings_.setUpdating(task.file, true);
  }
  // What runs for an older text of this file, or for a file nobody waits for, gives way.
  if (running_ && first && (!task_.deliver || task_.lists)) {
    const bool sameFile = task_.file == task.file && !task.deliver;
    door_.close();
    service_.cancel();
    running_ = false;
    if (!sameFile) waiting_.push_front(task_);
  }
  if (first)
    waiting_.push_front(std::move(task));
  else
    waiting_.push_back(std::move(task));
  next();
}

void AnalysisQueue::next() {
  if (running_ || waiting_.empty()) return;
  task_ = std::move(waiting_.front());
  waiting_.pop_front();
  running_ = true;
  taskRevision_ = revisions_[task_.file];
  AnalysisRequest request = requestFor(task_.file);
  for (const auto& [path, text] : task_.texts) request.openTexts[path] = text;
  request.onlyPrograms = task_.lists;
  clock_.start();
  emit started(task_.file);
  service_.analyze(std::move(request),
                   door_.through<Result<AnalysisResult>, bool>([this](Result<AnalysisResult> answer, bool final) {
                     const double seconds = static_cast<double>(clock_.nsecsElapsed()) * 1e-9;
                     if (task_.lists) return onAnswer(std::move(answer), final, seconds);
                     door_.inOwnTurn([this, answer = std::move(answer), final, seconds]() mutable {
                       onAnswer(std::move(answer), final, seconds);
                     });
                   }),
                   door_.through<double, std::string>([this](double fraction, const std::string& phase) {
                     emit progressed(fraction, QString::fromStdString(phase));
                   }));
}

void AnalysisQueue::onAnswer(Result<AnalysisResult> answer, bool final, double seconds) {
  const bool current = taskRevision_ == revisions_[task_.file];
  final = final || !answer.ok();
  const Task task = task_;
  if (final) running_ = false;
  if (task.lists && answer.ok()) findings_.addPasses(answer->passes);
  if (task.deliver) {
    if (final && answer.ok()) task.deliver(*answer);
    if (final && !answer.ok() && task.lists) task.deliver({});
  } else if (answer.ok()) {
    // An answer for a text that has changed since is dropped; the pause after typing asks again.
    if (current) findings_.accept(task.file, std::move(*answer), seconds, final);
    // Files that are read through it have their answer, too.
    if (current && final) {
      std::erase_if(waiting_, [&](const Task& other) {
        return !other.deliver && other.file != task.file && findings_.unitOf(other.file) == findings_.unitOf(task.file);
      });
    }
  } else if (answer.error().kind != ErrorKind::cancelled && current) {
    findings_.fail(task.file, QString::fromStdString(answer.error().message));
  }
  if (!final) return;
  emit finished(task.file);
  next();
}

void AnalysisQueue::cancel() {
  door_.close();
  service_.cancel();
  const bool was = running_ || !waiting_.empty() || pause_.isActive();
  if (pause_.isActive()) waiting_.push_back({typed_, {}, {}, false});
  pause_.stop();
  if (running_) waiting_.push_front(std::move(task_));
  running_ = false;
  for (Task& task : std::exchange(waiting_, {})) {
    // Who asked for a variant has given up by now.
    if (task.deliver && !task.lists) continue;
    if (!task.lists) findings_.setStopped(task.file, true);
    stopped_.push_back(std::move(task));
  }
  if (was) emit finished({});
}

void AnalysisQueue::goOn() {
  for (Task& task : std::exchange(stopped_, {})) enqueue(std::move(task), false);
}

size_t AnalysisQueue::stopped() const {
  return static_cast<size_t>(
      std::count_if(stopped_.begin(), stopped_.end(), [](const Task& task) { return !task.lists; }));
}

}  // namespace warpwright::views
