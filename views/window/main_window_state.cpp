// What the window shows follows from findings, selection and pages: the parts of MainWindow that derive it.
#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QStatusBar>
#include <filesystem>

#include "core/report/words.h"
#include "views/diff/preview_page.h"
#include "views/editor/notes.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_title.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"
#include "views/window/check_run.h"
#include "views/window/loads_run.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/status_line.h"
#include "views/window/step_bar.h"
#include "views/window/trace_run.h"
#include "views/window/tuning_run.h"
#include "views/window/window_actions.h"

namespace warpwright::views {
namespace fs = std::filesystem;

void MainWindow::onFindings(const std::string& unit) {
  updateKernels();
  updateMessages(unit);
  if (!findings_.find(selection_.finding())) selectBest(unit);
  session_->findingsChanged();
  updateAll();
}

void MainWindow::selectBest(const std::string& unit) {
  // Only the file in front may take the selection; a background file must not.
  if (unit != selection_.file()) return;
  const FindingKey best = findings_.best(unit);
  if (const KernelSummary* kernel = findings_.kernelOf(best)) {
    selection_.setFinding(best, kernel->name);
    // A file that was just opened comes up at what was found; once the user has moved, the view stays.
    EditorPage* page = pages_->editor(selection_.file());
    const Opportunity* opportunity = findings_.find(best);
    if (page && opportunity && page->editor().isUntouched() && opportunity->range.begin.file == page->path()) {
      page->editor().showLine(opportunity->range.begin.line, opportunity->range.begin.column);
    }
  } else if (const UnitFindings* of = findings_.unit(unit); of && !of->shown.kernels.empty()) {
    selection_.setKernel(of->shown.kernels.front().name);
  }
}

void MainWindow::updateMessages(const std::string& name) {
  // Only the file in front speaks up. A topic of its own: what the analysis says must not take away what saving or
  // recovery said about the file.
  if (name != selection_.file()) return;
  const std::string about = "analysis";
  const UnitFindings* unit = findings_.unit(name);
  if (!unit) return messages_->clear(about);
  const QString file = QString::fromStdString(fs::path(name).filename().string());
  if (!unit->failure.isEmpty()) {
    messages_->post(
        {Message::Kind::error, unit->failure, tr("Analyse again"), [this, name] { queue_->addFirst(name); }, about});
    return;
  }
  if (unit->outdated && !unit->errors.empty()) {
    const Diagnostic& first = unit->errors.front();
    const QString where = QString::fromStdString(fs::path(first.range.begin.file).filename().string());
    messages_->post({Message::Kind::error,
                     tr("%1, line %2: %3. The findings below are from the last good version, %4.")
                         .arg(where)
                         .arg(first.range.begin.line)
                         .arg(QString::fromStdString(first.message), unit->lastGood),
                     tr("Go to line %1").arg(first.range.begin.line), [this, at = first.range.begin] { goTo(at); },
                     about});
    return;
  }
  if (!unit->errors.empty()) {
    const Diagnostic& first = unit->errors.front();
    const int more = static_cast<int>(unit->errors.size()) - 1;
    // Errors after a missing header are mostly its work: it comes first.
    QString missing;
    for (const UnitSummary& summary : unit->shown.units) {
      if (!missing.isEmpty() || summary.missingHeaders.empty()) continue;
      missing = tr("`%1` was not found and is skipped: add its folder to the compile commands. ")
                    .arg(QString::fromStdString(summary.missingHeaders.front()));
    }
    messages_->post({Message::Kind::warning,
                     missing + tr("%1, line %2: %3%4")
                                   .arg(QString::fromStdString(fs::path(first.range.begin.file).filename().string()))
                                   .arg(first.range.begin.line)
                                   .arg(QString::fromStdString(first.message))
                                   .arg(more > 0 ? tr(", and %n more.", nullptr, more) : QStringLiteral(".")),
                     tr("Go to line %1").arg(first.range.begin.line), [this, at = first.range.begin] { goTo(at); },
                     about});
    return;
  }
  for (const UnitSummary& summary : unit->shown.units) {
    if (summary.missingHeaders.empty()) continue;
    messages_->post({Message::Kind::note,
                     tr("%1 includes `%2`, which was not found and is skipped. Add its folder to the compile commands.")
                         .arg(file, QString::fromStdString(summary.missingHeaders.front())),
                     {},
                     {},
                     about});
    return;
  }
  messages_->clear(about);
}

void MainWindow::goTo(const SourcePosition& at) {
  if (at.line == 0) return;
  const std::string file = at.file.empty() ? selection_.file() : at.file;
  pages_->open(file, [at](EditorPage& page) {
    page.editor().showLine(at.line, std::max<uint32_t>(1, at.column));
    page.editor().setFocus();
  });
}

void MainWindow::showSelected() {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (!opportunity) return;
  statusBar()->showMessage(spokenFinding(*opportunity), 8000);
  goTo(opportunity->range.begin);
}

void MainWindow::updateAll() {
  steps_->setHasFile(!pages_->editors().empty());
  updateSteps();
  updateStatus();
  updateTitle();
  const QString noPreview = flow_->whyNoPreview();
  evidence_->setActions(noPreview.isEmpty(), noPreview, noPreview.isEmpty() && !flow_->isVerifying(),
                        flow_->isVerifying() ? tr("A verification runs. Cancel it with Shift+Esc.") : noPreview);
  EditorPage* page = pages_->currentEditor();
  for (QAction* action :
       {actions_->save, actions_->saveAs, actions_->cut, actions_->copy, actions_->paste, actions_->selectAll,
        actions_->find, actions_->findNext, actions_->replace, actions_->goToLine, actions_->goToDefinition,
        actions_->redo, actions_->whyHere, actions_->actionsHere}) {
    action->setEnabled(page != nullptr);
  }
  actions_->undo->setEnabled(page != nullptr || flow_->canUndo());
  actions_->closePage->setEnabled(pages_->count() > 0);
  actions_->cancelRun->setEnabled(queue_->isRunning() || flow_->isVerifying() || checks_->isRunning() ||
                                  tracing_->isRunning() || weighing_->isRunning() || tuning_->isRunning());
  actions_->runChecks->setEnabled(!selection_.file().empty() && page != nullptr && !checks_->isRunning());
  updateRuns();
  updateMemory();
  updateLoads();
  updateOccupancy();
  updateProfiling();
  actions_->closePreview->setEnabled(pages_->previewInFront());
  actions_->savePatch->setEnabled(flow_->hasPreview());
  const bool any = findings_.counts().total() > 0;
  for (QAction* action : {actions_->nextFinding, actions_->previousFinding, actions_->help}) action->setEnabled(any);
  actions_->goToSymbol->setEnabled(!findings_.units().empty());
}

void MainWindow::updateSteps() {
  const std::string file = selection_.file();
  const UnitFindings* unit = findings_.unit(file);
  const bool running = queue_->isRunning() && queue_->current() == file;
  if (file.empty() || pages_->editors().empty()) {
    const QString reason = tr("Open a CUDA source file first.");
    for (const Step step : {Step::analyse, Step::preview, Step::verify, Step::measure, Step::apply}) {
      steps_->step(step).setState("not-done", {}, reason);
    }
    return;
  }
  if (running || (unit && unit->updating)) {
    steps_->step(Step::analyse).setState("running", tr("updating"), {});
  } else if (unit && !unit->failure.isEmpty()) {
    steps_->step(Step::analyse).setState("differs", tr("no answer"), {});
  } else if (unit && unit->outdated) {
    steps_->step(Step::analyse).setState("warning", tr("last good %1").arg(unit->lastGood), {});
  } else if (unit && unit->hasResult) {
    steps_->step(Step::analyse).setState("identical", QString::fromStdString(durationText(unit->seconds)), {});
  } else {
    steps_->step(Step::analyse).setState("not-done", "F5", {});
  }
  const bool has = flow_->hasPreview();
  const PreviewPage& page = pages_->preview();
  const QString noPreview = flow_->whyNoPreview();
  const int files = has ? static_cast<int>(page.preview().rewrite.files.size()) : 0;
  steps_->step(Step::preview)
      .setState(has ? "identical" : "not-done",
                !has        ? "F7"
                : files > 1 ? tr("%n files", nullptr, files)
                            : tr("1 rewrite"),
                has ? QString() : noPreview);
  const auto& verification = page.preview().verification;
  if (has && flow_->isVerifying()) {
    steps_->step(Step::verify).setState("running", flow_->progress(), {});
  } else if (has && verification) {
    const bool compared = !verification->differences.empty() || !verification->findings.empty();
    steps_->step(Step::verify)
        .setState(verification->identical ? "identical" : "differs",
                  verification->identical          ? tr("identical")
                  : verification->original.failure ? tr("did not run")
                  : verification->variant.failure  ? tr("the variant failed")
                  : compared                       ? tr("results differ")
                                                   : tr("nothing compared"),
                  {});
  } else {
    steps_->step(Step::verify).setState("not-done", "F8", has ? QString() : noPreview);
  }
  updateMeasureStep();
  const QString noApply = flow_->whyNoApply();
  steps_->step(Step::apply)
      .setState("not-done", noApply.isEmpty() && page.mayApply() ? tr("Ctrl+Shift+Enter") : tr("after Verify"),
                noApply);
}

void MainWindow::updateKernels() {
  QComboBox& box = steps_->kernels();
  const UnitFindings* unit = findings_.unit(selection_.file());
  QStringList names;
  if (unit) {
    for (const KernelSummary& kernel : unit->shown.kernels) names << QString::fromStdString(kernel.name);
  }
  names.removeDuplicates();
  QStringList shown;
  for (int i = 0; i < box.count(); ++i) shown << box.itemText(i);
  const QSignalBlocker quiet(box);
  if (shown != names) {
    box.clear();
    box.addItems(names);
  }
  box.setEnabled(!names.isEmpty());
  box.setCurrentText(QString::fromStdString(selection_.kernel()));
}

void MainWindow::updateStatus() {
  const UnitFindings* unit = findings_.unit(selection_.file());
  if (flow_->isVerifying()) {
    status_->setState("running", tr("Verifying on the CPU engine %1").arg(flow_->progress()).trimmed());
  } else if (checks_->isRunning()) {
    status_->setState("running", tr("Running with checks: %1").arg(checks_->progress()));
  } else if (tuning_->isRunning()) {
    const double left = tuning_->now().secondsLeft;
    status_->setState(
        "running", tr("Measuring %1").arg(QString::fromStdString(tuning_->kernel())) +
                       (left >= 0 ? tr(", about %1 left").arg(QString::fromStdString(durationText(left))) : QString()));
  } else if (tracing_->isRunning()) {
    status_->setState("running", tr("Tracing: %1").arg(tracing_->progress()));
  } else if (weighing_->isRunning()) {
    status_->setState("running", tr("Weighing loads: %1").arg(weighing_->progress()));
  } else if (queue_->isRunning()) {
    status_->setState("running",
                      tr("Analysing %1").arg(QString::fromStdString(fs::path(queue_->current()).filename().string())));
  } else if (unit && !unit->failure.isEmpty()) {
    status_->setState("differs", tr("Not analysed"));
  } else if (unit && unit->outdated) {
    status_->setState("warning", tr("Errors in the text; findings of %1").arg(unit->lastGood));
  } else if (unit && unit->hasResult) {
    status_->setState("identical", tr("Analysed in %1").arg(QString::fromStdString(durationText(unit->seconds))));
  } else if (pages_->editors().empty()) {
    status_->setState("not-done", tr("No file open. Ctrl+O opens a file, Ctrl+Shift+O a folder."));
  } else {
    status_->setState("not-done", tr("Not analysed"));
  }
  status_->setCounts(findings_.counts());
  QString headers;
  if (unit && !unit->shown.units.empty()) {
    headers = unit->shown.units.front().headers == "toolkit" ? tr("Clang 19, toolkit headers")
                                                             : tr("Clang 19, own CUDA headers");
  }
  EditorPage* page = pages_->currentEditor();
  QString position;
  if (page) {
    int line = 0, column = 0;
    page->editor().getCursorPosition(&line, &column);
    position = tr("Ln %1, Col %2").arg(line + 1).arg(column + 1);
  } else if (pages_->previewInFront()) {
    position = tr("Preview, read-only");
  }
  status_->setRight(headers, page ? page->encoding() : QString(), position);
  QStringList updating;
  for (const auto& [name, of] : findings_.units()) {
    if (of.updating && of.hasResult) updating << QString::fromStdString(name);
  }
  const QString state = updating.isEmpty() ? QString() : tr("updating");
  for (QDockWidget* dock : {opportunitiesDock_, evidenceDock_}) {
    static_cast<DockTitle*>(dock->titleBarWidget())->setState(state);
  }
}

void MainWindow::updateTitle() {
  QStringList parts;
  bool modified = false;
  if (EditorPage* page = pages_->currentEditor()) {
    parts << QString::fromStdString(fs::path(page->path()).filename().string());
    modified = page->isModified();
  } else if (pages_->previewInFront()) {
    parts << tr("Preview");
  }
  if (!folder_.empty()) parts << QString::fromStdString(fs::path(folder_).filename().string());
  parts << tr("Warpwright");
  setWindowTitle((modified ? "• " : "") + parts.join(QStringLiteral(" · ")));
}

}  // namespace warpwright::views
