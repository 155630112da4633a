#include "core/lsp/document_analysis.h"

#include <algorithm>

namespace warpwright::lsp {

DocumentAnalysis::DocumentAnalysis(std::unique_ptr<AnalysisService> service, Listener listener)
    : service_(std::move(service)),
      listener_(std::move(listener)),
      thread_([this](const std::stop_token& stop) { serve(stop); }) {}

DocumentAnalysis::~DocumentAnalysis() {
  thread_.request_stop();
  thread_.join();
  service_.reset();  // before what its handlers use
}

void DocumentAnalysis::wake() {
  news_ = true;
  changed_.notify_all();
}

void DocumentAnalysis::schedule(const std::string& path, std::chrono::milliseconds delay, bool isFirst) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [&](const Waiting& one) { return one.path == path; });
  waiting_.push_back({path, Clock::now() + delay, isFirst});
  wake();
}

void DocumentAnalysis::drop(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [&](const Waiting& one) { return one.path == path; });
}

bool DocumentAnalysis::isIdle() {
  const std::lock_guard lock(mutex_);
  return !busy_ && waiting_.empty() && questions_.empty();
}

/// What is due, the ones to come first before others.
std::deque<DocumentAnalysis::Waiting>::iterator DocumentAnalysis::nextFile() {
  const auto now = Clock::now();
  auto best = waiting_.end();
  for (auto one = waiting_.begin(); one != waiting_.end(); ++one) {
    if (one->due <= now && (best == waiting_.end() || (one->isFirst && !best->isFirst))) best = one;
  }
  return best;
}

bool DocumentAnalysis::hasNext() {
  if (busy_ && running_.empty()) return false;  // a question is answered to its end
  if (!questions_.empty()) return true;
  const auto next = nextFile();
  return next != waiting_.end() && (!busy_ || next->isFirst || next->path == running_);
}

void DocumentAnalysis::serve(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (hasNext()) {
      begin(lock);
      continue;
    }
    news_ = false;
    const auto now = Clock::now();
    std::optional<Clock::time_point> due;
    for (const Waiting& one : waiting_) {
      if (one.due > now && (!due || one.due < *due)) due = one.due;
    }
    if (due)
      changed_.wait_until(lock, stop, *due, [this] { return news_; });
    else
      changed_.wait(lock, stop, [this] { return news_; });
  }
}

/// Begins what is next; a file that is analysed gives way, and waits unless it is the same one.
void DocumentAnalysis::begin(std::unique_lock<std::mutex>& lock) {
  const std::string before = busy_ ? running_ : std::string();
  std::shared_ptr<Question> question;
  std::string path;
  if (!questions_.empty()) {
    question = std::move(questions_.front());
    questions_.pop_front();
  } else {
    const auto next = nextFile();
    path = next->path;
    waiting_.erase(next);
  }
  const bool waits =
      std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& one) { return one.path == before; });
  if (!before.empty() && before != path && !waits) waiting_.push_back({before, Clock::now(), false});
  busy_ = true;
  running_ = path;
  const uint64_t serial = ++serial_;
  lock.unlock();
  if (!before.empty()) listener_.ended(before);
  if (question)
    ask(question, serial);
  else
    analyse(path, serial);
  lock.lock();
}

void DocumentAnalysis::analyse(const std::string& path, uint64_t serial) {
  std::optional<DocumentRequest> wanted = listener_.requestFor(path);
  if (!wanted) return finish(serial);
  listener_.started(path);
  const auto isCurrent = [this, serial] {
    const std::lock_guard lock(mutex_);
    return serial == serial_;
  };
  service_->analyze(
      std::move(wanted->request),
      [this, path, serial, isCurrent, documents = std::move(wanted->documents)](Result<AnalysisResult> answer,
                                                                                bool final) {
        if (!isCurrent()) return;
        final = final || !answer.ok();
        listener_.answered(path, documents, std::move(answer), final);
        if (final) finish(serial);
      },
      [this, isCurrent](double fraction, const std::string& phase) {
        if (isCurrent()) listener_.progressed(fraction, phase);
      });
}

void DocumentAnalysis::ask(const std::shared_ptr<Question>& question, uint64_t serial) {
  service_->analyze(question->request,
                    [this, question, serial](Result<AnalysisResult> answer, bool final) {
                      if (answer.ok() && !final) return;
                      {
                        const std::lock_guard lock(mutex_);
                        question->answer = std::move(answer);
                      }
                      finish(serial);
                    },
                    {});
}

void DocumentAnalysis::finish(uint64_t serial) {
  std::string path;
  {
    const std::lock_guard lock(mutex_);
    if (serial != serial_) return;
    path = std::exchange(running_, {});
    busy_ = false;
    wake();
  }
  if (!path.empty()) listener_.ended(path);
}

Result<AnalysisResult> DocumentAnalysis::answer(AnalysisRequest request, const std::stop_token& stop) {
  const auto question = std::make_shared<Question>(Question{std::move(request), std::nullopt});
  std::unique_lock lock(mutex_);
  questions_.push_back(question);
  wake();
  if (changed_.wait(lock, stop, [&] { return question->answer.has_value(); })) return *std::move(question->answer);
  std::erase(questions_, question);
  return cancelledError();
}

Result<Rewrite> DocumentAnalysis::rewrite(RewriteRequest request, const std::stop_token& stop) {
  const auto answer = std::make_shared<std::optional<Result<Rewrite>>>();
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return !rewriting_; })) return cancelledError();
  rewriting_ = true;
  lock.unlock();
  service_->rewrite(std::move(request), [this, answer](Result<Rewrite> rewrite) {
    const std::lock_guard locked(mutex_);
    *answer = std::move(rewrite);
    wake();
  });
  lock.lock();
  const bool isAnswered = changed_.wait(lock, stop, [&] { return answer->has_value(); });
  rewriting_ = false;
  wake();
  return isAnswered ? **answer : Result<Rewrite>(cancelledError());
}

}  // namespace warpwright::lsp
