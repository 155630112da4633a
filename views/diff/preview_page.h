#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>

#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"
#include "core/job/engine_job.h"
#include "core/session/records.h"
#include "core/session/tuning_history.h"
#include "views/shared/selection.h"

class QComboBox;
class QFrame;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace warpwright::views {

class DiffView;
class FactRow;
class ParameterRow;
class StackRow;
class Theme;

/// One rewrite, before it is applied: the texts it was made for and what they become.
struct Preview {
  FindingKey key;
  Opportunity opportunity;
  KernelSummary kernel;
  ParameterValues values;
  std::vector<VariantStep> steps;  ///< of a variant that was tuned; empty: `opportunity` with `values`
  Rewrite rewrite;
  std::map<std::string, std::string> before, after;
  std::optional<KernelSummary> kernelAfter;  ///< from the re-parse of the rewritten text, without opportunities
  std::optional<size_t> newErrors;           ///< of that re-parse
  std::optional<Verification> verification;
  std::vector<Opportunity> choices = {};  ///< what may be previewed together in the kernel, in the order of a stack
  PassDescriptions passes = {};           ///< that found them
};

/// Where Apply puts what is previewed.
enum class ApplyTo {
  files,   ///< of the user, in their editors and on the disk
  branch,  ///< a commit on a new git branch; the files stay as they are
  patch    ///< a file of its own; the files stay as they are
};

/// The preview tab: parameters, facts, the difference, the result of the verification, the next steps.
class PreviewPage : public QWidget {
  Q_OBJECT
 public:
  explicit PreviewPage(Theme& theme, QWidget* parent = nullptr);

  void setPreview(Preview preview);
  /// The GPU that occupancy is shown for, by its name.
  void setDevice(const QString& name);
  const Preview& preview() const { return preview_; }
  void setReparsed(std::optional<KernelSummary> kernel, size_t newErrors);
  void setUpdating(bool updating);
  void setVerifying(const EngineProgress& progress);
  /// The text has changed since: what was found out holds of the one that is shown.
  void setOlder(bool older);
  void setVerification(std::optional<Verification> verification, const QString& failure);
  bool isVerifying() const { return verifying_; }
  bool isIdentical() const { return preview_.verification && preview_.verification->identical; }
  /// Nothing stands against applying it: it was verified, there is nothing that it could change, or it is no finding's
  /// change but what the user asked to be replaced.
  bool mayApply() const { return isIdentical() || preview_.rewrite.onlyCreates() || preview_.key.id.empty(); }
  /// Where Apply puts it; it stays as chosen from one preview to the next.
  ApplyTo place() const;
  QString arguments() const;
  void setArguments(const QString& arguments);
  DiffView& diff() { return *diff_; }
  StackRow& stack() { return *stack_; }
  /// Shows again which changes the preview is of: others were asked for, and did not come.
  void resetStack();
  /// The sentence about the verification, for tests.
  QString resultText() const;

 signals:
  void valuesChanged(const warpwright::ParameterValues& values);
  void verifyRequested();
  void cancelRequested();
  void applyRequested(warpwright::views::ApplyTo place);
  /// Other changes of the kernel are to be previewed together.
  void stackRequested(const warpwright::VariantSteps& steps);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makeResult();
  QWidget* makeActions();
  void showTitle();
  void fillResult();
  void fillPlaces();
  void updateApply();
  void showFile(int index);
  void restyle();

  Theme& theme_;
  Preview preview_;
  QString device_ = "H200";
  bool verifying_ = false, older_ = false;
  QString failure_;
  QLabel* title_;
  ParameterRow* parameters_;
  FactRow* facts_;
  QToolButton *sideBySide_, *unified_;
  QComboBox *files_, *places_;
  DiffView* diff_;
  StackRow* stack_;
  QFrame* result_;
  QLabel *resultShape_, *resultText_, *hunks_;
  QProgressBar* progress_;
  QLineEdit* arguments_;
  QPushButton *cancel_, *previous_, *next_, *verify_, *apply_;
};

}  // namespace warpwright::views
