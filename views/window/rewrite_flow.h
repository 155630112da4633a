#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/finding/rewrite.h"
#include "core/session/tuning_history.h"
#include "views/diff/preview_page.h"
#include "views/shared/job.h"
#include "views/window/change_stacks.h"
#include "views/window/services.h"

class QSettings;

namespace warpwright::views {

class AnalysisQueue;
class Findings;
class MessageBar;
class Pages;
class Selection;

/// From a finding to an applied rewrite, and back: preview, verify, apply, undo.
class RewriteFlow : public QObject {
  Q_OBJECT
 public:
  RewriteFlow(Services& services, AnalysisQueue& queue, Findings& findings, Selection& selection, Pages& pages,
              MessageBar& messages, QSettings& settings, QObject* parent = nullptr);
  ~RewriteFlow() override;

  /// Previews the selected finding; why it cannot be, or empty.
  void preview();
  QString whyNoPreview() const;
  /// Previews a variant of several changes that was judged already; `title` says what it is.
  void previewVariant(const std::string& unit, const VariantRecord& variant, const QString& title);
  /// Previews several changes of a kernel together, each made in the text that the last one left.
  void previewStack(const std::string& unit, VariantSteps steps);
  bool isComposing() const { return stacks_.isRunning(); }
  /// Previews texts that the user wrote, about no finding: a variant of their own, or words that were replaced.
  void previewTexts(const std::string& unit, const VariantRecord& variant, const QString& title);
  /// Verifies what is previewed, or previews and then verifies.
  void verify();
  QString whyNoVerify() const { return whyNoPreview(); }
  /// Applies what is previewed. Unverified rewrites ask first.
  void apply();
  QString whyNoApply() const;
  /// Takes the last applied rewrite back if nothing happened since. False: there is none to take back here.
  bool undo();
  bool canUndo() const;
  /// What `undo` takes back, or empty.
  QString undoes() const;
  /// Files are being written, by Apply or by Undo: neither may begin anew.
  bool isWriting() const { return writeJob_.isRunning(); }
  void cancel();
  void closePreview();
  bool isVerifying() const { return verifyJob_.isRunning(); }
  bool hasPreview() const { return hasPreview_; }
  /// The preview is in front, or is about the selected finding: what the steps tell of, Verify runs and Apply writes.
  bool isPreviewMeant() const;
  /// A text that is open in an editor is no longer the one that the preview starts from.
  bool isPreviewOlder() const;
  const QString& progress() const { return progress_; }
  bool savePatch(const std::filesystem::path& file);
  /// Commits what is previewed to a new branch of the project's git repository; the files stay as they are.
  void applyToBranch(const QString& branch);
  /// A name for such a branch: none that was given in vain, or is there by now.
  QString branchName() const;
  void setProjectFolder(const std::string& folder) { folder_ = folder; }

 signals:
  void stateChanged();
  /// What is previewed is to go there: another place did not do, or another name.
  void placeWanted(warpwright::views::ApplyTo place);
  void previewed(const warpwright::views::Preview& preview);
  void verified(const warpwright::views::Preview& preview, const QString& arguments);
  void applied(const warpwright::views::Preview& preview);
  void undone(const warpwright::views::Preview& preview);

 private:
  /// What an applied rewrite did: files on disk, and texts of editors.
  struct Applied {
    Preview preview;
    AppliedRewrite onDisk;
    std::vector<std::string> inEditors;  ///< files whose editor took the edits; unsaved there if not in `onDisk`
  };
  bool isOfSelection() const;
  void selectPreviewed();
  void leavePreview();
  bool isPolicy(const Opportunity& opportunity) const;
  ParameterValues startValues() const;
  ParameterValues startValuesOf(const FindingKey& key) const;
  std::vector<Opportunity> choicesOf(const FindingKey& key) const;
  bool mayWrite();
  void request(const FindingKey& key, ParameterValues values);
  void onRewrite(FindingKey key, ParameterValues values, Result<Rewrite> rewrite);
  void prepare(Preview made);
  void show(Preview preview);
  void reparse();
  void startVerify();
  void writeNow();
  void finishApply(Applied applied);
  void sayEdited(const std::vector<std::string>& files);
  void stale(const QString& why = {});

  Services& services_;
  AnalysisQueue& queue_;
  Findings& findings_;
  Selection& selection_;
  Pages& pages_;
  MessageBar& messages_;
  QSettings& settings_;
  std::string folder_;
  bool hasPreview_ = false, verifyNext_ = false;
  QString progress_;
  std::optional<Applied> last_;
  QStringList usedNames_;  ///< of branches
  Door door_, progressDoor_;
  ChangeStacks stacks_;
  // A slot each: a newer job drops the result of the older one, and what was written must not be forgotten.
  JobSlot textJob_, verifyJob_, writeJob_, patchJob_, branchJob_;
};

}  // namespace warpwright::views
