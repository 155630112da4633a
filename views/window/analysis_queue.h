#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include "core/execute/service/analysis_service.h"
#include "views/shared/job.h"

namespace warpwright::views {

class Findings;

/// Which files are analysed, and when: an edited one first, after a pause in typing; then what was opened; then the
/// rest of the project. The newest text of a file wins: answers for older ones are dropped.
class AnalysisQueue : public QObject {
  Q_OBJECT
 public:
  using Texts = std::map<std::string, std::string>;

  /// `unsaved` gives the texts that differ from the disk, by path.
  AnalysisQueue(AnalysisService& service, Findings& findings, std::function<Texts()> unsaved,
                QObject* parent = nullptr);
  ~AnalysisQueue() override;

  static constexpr int pauseMs = 275;

  void add(const std::string& file);       ///< when nothing else is waiting
  void addFirst(const std::string& file);  ///< next
  void edited(const std::string& file);    ///< after the pause
  /// Analyses other texts than those on the screen (a rewrite) and hands the answer to `deliver`, not to the findings.
  void analyzeVariant(const std::string& file, Texts texts, std::function<void(const AnalysisResult&)> deliver);
  /// Asks which programs a folder holds, before what waits; hands on none where that cannot be told.
  void listPrograms(const std::string& folder, std::function<void(const std::vector<ProgramSummary>&)> deliver);
  /// Asks which passes there are, also those that look only where they are asked to, after what waits: see
  /// Findings::passes.
  void listPasses();
  /// What waits and is of another program than the chosen one is not analysed.
  void dropHidden();
  /// Stops what runs. What waits keeps waiting, and is told as stopped, until `goOn` or until it is asked for anew.
  void cancel();
  /// Takes up what was stopped.
  void goOn();
  /// How many files were stopped.
  size_t stopped() const;
  bool isRunning() const { return running_; }
  const std::string& current() const { return task_.file; }
  /// The folder that is open: what is analysed from here on is looked at as a part of it.
  void setProject(const std::string& folder) { project_ = folder; }
  /// What findings are for; empty: any GPU; and of which families those on request are wanted, too. Looks again at the
  /// files that have others.
  void setDevice(const std::string& name, std::vector<Family> onRequest);
  /// For the compiler, besides what the project says. Looks again at all files where they are others.
  void setFlags(std::vector<std::string> flags);
  /// The toolkit whose headers are read, "auto", "none" or its root, and the architecture that is compiled for. Looks
  /// again at all files where they are others.
  void setPlatform(std::string toolkit, std::string arch);
  /// Launches that the user gives, where the source does not tell. Looks again at all files where they are others.
  void setLaunches(std::vector<std::string> launches);
  /// What a run of the file's program has seen of its launches. The files of the program that were looked at without it
  /// are analysed again: changes may rest on it that are guarded.
  void observe(const std::string& file, std::vector<ObservedKernel> seen);
  /// What a session kept of that; files that were looked at before it was read are analysed again.
  void restoreObserved(const AnalysisResult& analysis);
  AnalysisRequest requestFor(const std::string& file) const;
  const Findings& findings() const { return findings_; }

 signals:
  void started(const std::string& file);
  void progressed(double fraction, const QString& phase);
  void finished(const std::string& file);

 private:
  struct Task {
    std::string file;
    Texts texts;
    std::function<void(const AnalysisResult&)> deliver;
    bool lists = false;  ///< which programs there are; `file` is the folder
  };
  void enqueue(Task task, bool first);
  /// All files that were looked at, or those of the program that begins in that file.
  void addAll(const std::string& start = "");
  /// What is known of launches of the program that begins in that file.
  const std::vector<ObservedKernel>& observedBy(const std::string& start) const;
  void next();
  void onAnswer(Result<AnalysisResult> answer, bool final, double seconds);

  AnalysisService& service_;
  Findings& findings_;
  std::function<Texts()> unsaved_;
  std::string device_, project_, toolkit_ = AnalysisRequest().toolkit, arch_ = AnalysisRequest().arch;
  std::vector<std::string> flags_, launches_;
  std::deque<Task> waiting_, stopped_;
  Task task_;
  bool running_ = false;
  std::map<std::string, int> revisions_;
  std::map<std::string, std::vector<ObservedKernel>> observed_;  ///< by the file with the program's `main`
  std::vector<ObservedKernel> restored_;                         ///< of programs that have not run since
  std::vector<Family> onRequest_;
  int taskRevision_ = 0;
  std::string typed_;
  QTimer pause_;
  QElapsedTimer clock_;
  Door door_;
};

}  // namespace warpwright::views
