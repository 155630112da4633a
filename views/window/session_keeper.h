#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "core/report/session_comparison.h"
#include "core/report/tuning_table.h"
#include "core/session/session.h"
#include "views/diff/preview_page.h"
#include "views/shared/job.h"

namespace warpwright::views {

class Findings;

/// What a session gives back when it is opened again.
struct ReopenedSession {
  std::string project;
  std::string program;  ///< the one of the folder that was looked at, by name; empty: all
  std::optional<AnalysisResult> analysis;
  std::vector<VariantRecord> variants;
  std::vector<RunRecord> runs;
  std::vector<std::shared_ptr<const TuningTable>> tunings;  ///< none is null
  std::map<std::string, std::string> values;                ///< what else was kept by name
};

/// Keeps the session file: findings when they have settled, variants when they were verified or applied. All of it on a
/// thread of its own; the session is never touched from two threads.
class SessionKeeper : public QObject {
  Q_OBJECT
 public:
  /// `unsaved` gives the texts that differ from the disk: what is analysed is what is kept.
  SessionKeeper(Findings& findings, std::function<std::map<std::string, std::string>()> unsaved,
                QObject* parent = nullptr);
  ~SessionKeeper() override;

  /// Opens the file or makes it; what was in it comes through `reopened`.
  void open(const std::filesystem::path& file);
  /// Writes everything known to another file, and goes on there.
  void saveAs(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }
  const std::string& project() const { return project_; }
  void setProject(const std::string& path);
  /// The program of the folder that is looked at, by name; empty: all.
  void setProgram(const std::string& name);
  /// Findings changed: they are written once they have been quiet for a while.
  void findingsChanged();
  void keep(const Preview& preview, const QString& arguments, OpportunityStatus status);
  const std::vector<VariantRecord>& variants() const { return variants_; }
  void keepRun(const RunRecord& run);
  /// Something known about the session, by name; for the report.
  void setValue(const std::string& name, const std::string& value);
  const std::vector<RunRecord>& runs() const { return runs_; }
  /// Keeps what was tried of a kernel; an earlier table of it goes.
  void keepTuning(std::shared_ptr<const TuningTable> table);
  /// By the names of their kernels; where the folder holds several programs by `tuningName`. Views share them: a table
  /// may have thousands of rows.
  const std::map<std::string, std::shared_ptr<const TuningTable>>& tunings() const { return tunings_; }
  static std::string tuningName(const std::string& kernel, const std::string& program);
  /// All findings as one result, for session and report.
  AnalysisResult everything() const;
  /// Writes the report of everything known; `done` is called with where it went wrong, if it did.
  void exportReport(const std::filesystem::path& file, std::function<void(Status)> done);
  /// Compares the session that is open, and all that was kept in it so far, with another one. `isOlder`: the other is
  /// that of before.
  void compareWith(const std::filesystem::path& other, bool isOlder,
                   std::function<void(Result<SessionComparison>)> done);
  /// Waits until all is on disk.
  void flush();

 signals:
  void reopened(const warpwright::views::ReopenedSession& session);
  void failed(const QString& reason);
  void saved();

 private:
  /// What could not be written waits, in order, and is tried again: with the next work, when it flushes, and now and
  /// then.
  struct Waiting {
    std::string what;  ///< a later write of the same thing replaces an earlier one
    std::function<Status(Session&)> work;
  };
  void post(std::string what, std::function<Status(Session&)> work);
  static Status writeAll(Session& session, std::vector<Waiting>& waiting);
  void tryAgain();
  void writeFindings();

  Findings& findings_;
  std::function<std::map<std::string, std::string>()> unsaved_;
  std::filesystem::path file_;
  std::string project_, program_;
  std::vector<VariantRecord> variants_;
  std::vector<RunRecord> runs_;
  std::map<std::string, std::shared_ptr<const TuningTable>> tunings_;  // by kernel
  std::shared_ptr<std::optional<Session>> session_;                    // used on the thread of pool_ only
  std::shared_ptr<std::vector<Waiting>> waiting_;                      // likewise
  QThreadPool pool_;
  QTimer quiet_, again_;
  bool unwritten_ = false;
  Door door_;
};

}  // namespace warpwright::views
