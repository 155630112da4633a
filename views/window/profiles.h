#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/base/source_range.h"
#include "core/job/program_profile.h"
#include "core/session/records.h"
#include "views/runs/runs_panel.h"
#include "views/shared/job.h"
#include "views/window/profile_dialog.h"
#include "views/window/workflow.h"

namespace warpwright {
struct KernelSummary;
struct ProfiledProgram;
}  // namespace warpwright

namespace warpwright::views {

class ProfilePage;

/// The profile that the window knows.
struct ShownProfile {
  KeptProfile kept;
  QString name;         ///< of the executable, or of the file that holds it
  std::string program;  ///< of several of the folder, the one that it is of; else empty
  int64_t takenAt = 0;  ///< seconds since 1970; 0: it was read from a file
  QString warning;      ///< what speaks against its figures

  /// "profile of descend, H200, 17:40"
  QString title() const;
};

/// Where programs spend the time of the GPU: runs a compiled one, or opens what was kept, and shows it in a tab. The
/// kernels of the window are ranked by it.
class Profiles : public Workflow {
  Q_OBJECT
 public:
  explicit Profiles(const WindowParts& parts);

  void addDocks() override {}
  void update() override;
  bool isRunning() const override { return runJob_.isRunning(); }
  QString doing() const override;
  void cancel() override;

  /// Why the program in front cannot be profiled; empty: it can.
  QString whyNot() const;
  /// Asks which executable of the program in front to run, and runs it.
  void profile();
  /// Profiles it: the user has let it run.
  void start(const ProfileCall& call);
  /// Asks which profile to open.
  void choose();
  /// Reads the profile and shows it. Says why where that cannot be.
  void open(const std::filesystem::path& file);
  /// Asks for a file, and writes when launches and copies were, for other programs. Requires: shown().
  void saveTrace();
  void saveTrace(const std::filesystem::path& file);
  /// Takes the profile that a session kept.
  void restore(const std::map<std::string, std::string>& values);
  /// What kernels are ranked by; null: nothing was profiled, or another program of the folder was.
  std::shared_ptr<const ShownProfile> shown() const;
  /// Null: it was not seen yet.
  ProfilePage* page() { return page_; }
  /// What the dialog starts with for the program in front.
  std::unique_ptr<ProfileDialog> makeDialog();

 signals:
  /// Another profile is known, or none.
  void profiled();
  /// A run ended: how, and what the program printed.
  void finished(const warpwright::RunRecord& record, const warpwright::views::ProgramOutput& output);
  void lineWanted(const warpwright::SourcePosition& at);

 private:
  ProfilePage& makePage();
  void showPage();
  void finish(const ProfileCall& call, const Result<ProfiledProgram>& answer);
  void take(ShownProfile profile);
  void showPlaces();
  const KernelSummary* sourceOf(int kernel) const;
  std::vector<std::string> sources() const;
  QString executableKey() const;

  ProfilePage* page_ = nullptr;  ///< made when it is first seen; the pages own it
  std::shared_ptr<const ShownProfile> profile_;
  QString progress_;
  QElapsedTimer clock_;
  QTimer tick_;
  RunRecord record_;  ///< of the run that is on
  std::string program_;
  Door progressDoor_;
  JobSlot readJob_, runJob_, writeJob_;
};

}  // namespace warpwright::views
