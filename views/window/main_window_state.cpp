// What the window shows follows from findings, selection and pages: the parts of MainWindow that derive it.
#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QStatusBar>
#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/finding/open_flags_text.h"
#include "views/diff/preview_page.h"
#include "views/editor/notes.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/dock_title.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/analysis_queue.h"
#include "views/window/checking.h"
#include "views/window/chosen_device.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/navigation.h"
#include "views/window/pages.h"
#include "views/window/profiles.h"
#include "views/window/program_choice.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/status_line.h"
#include "views/window/step_bar.h"
#include "views/window/window_actions.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

QString nameOf(const std::string& file) {
  return QString::fromStdString(fs::path(file).filename().string());
}

}  // namespace

void MainWindow::onFindings(const std::string& unit) {
  updateKernels();
  updateMessages(unit);
  if (!findings_.find(selection_.finding())) selectBest(unit);
  session_->findingsChanged();
  updateAll();
}

void MainWindow::selectBest(const std::string& unit) {
  // Only the file in front may take the selection; a background file must not.
  if (findings_.unitOf(unit) != findings_.unitOf(selection_.file())) return;
  const FindingKey best = findings_.best(unit);
  if (const KernelSummary* kernel = findings_.kernelOf(best)) {
    selection_.setFinding(best, kernel->name);
    // A file that was just opened comes up at what was found; once the user has moved, the view stays.
    EditorPage* page = pages_->editor(selection_.file());
    const Opportunity* opportunity = findings_.find(best);
    if (page && opportunity && page->editor().isUntouched() && opportunity->range.begin.file == page->path()) {
      page->editor().showLine(opportunity->range.begin.line, opportunity->range.begin.column);
    }
  } else if (const auto kernels = findings_.kernelsIn(unit); !kernels.empty()) {
    selection_.setKernel(kernels.front()->name);
  }
}

/// Another file is in front: what is selected stands in it from now on, or nothing is.
void MainWindow::selectIn(const std::string& file) {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (opportunity && opportunity->range.begin.file == file) return;
  const Opportunity* best = findings_.find(findings_.best(file));
  if (best && (best->range.begin.file == file || findings_.inFile(file).empty())) return selectBest(file);
  for (const PlacedFinding& placed : findings_.inFile(file)) {
    if (!placed.isAlternative) return selection_.setFinding(placed.key, placed.opportunity->kernel);
  }
  selection_.setFinding({}, {});
  const auto kernels = findings_.kernelsIn(file);
  selection_.setKernel(kernels.empty() ? std::string() : kernels.front()->name);
}

/// Only the file in front speaks up. A topic of its own: what the analysis says must not take away what saving or
/// recovery said about the file.
void MainWindow::updateMessages(const std::string& name) {
  if (findings_.unitOf(name) != findings_.unitOf(selection_.file())) return;
  Message message = messageAbout(name);
  message.about = "analysis";
  if (message.text.isEmpty()) return messages_->clear(message.about);
  messages_->post(std::move(message));
}

/// Where nothing is decided since it is not known how a file is compiled, that is said at once, with what helps.
Message MainWindow::messageAboutFlags(const UnitFindings& unit) {
  const Opportunity* open = nullptr;
  int all = 0, count = 0;
  for (const KernelSummary& kernel : unit.shown.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      ++all;
      if (!wantsFlags(opportunity)) continue;
      ++count;
      if (!open) open = &opportunity;
    }
  }
  if (!open) return {};
  return {Message::Kind::warning,
          tr("%1 of %2 findings are not decided: it is not known how the file is compiled.").arg(count).arg(all),
          tr("How is it compiled?…"),
          [this, why = messageText(open->reason)] { askFlags(why); },
          {}};
}

/// What the analysis has to say about a file; no text: nothing.
Message MainWindow::messageAbout(const std::string& name) {
  const UnitFindings* unit = findings_.unit(name);
  if (!unit) return {};
  if (!unit->failure.isEmpty()) {
    return {Message::Kind::error, unit->failure, tr("Analyse again"), [this, name] { queue_->addFirst(name); }, {}};
  }
  // Errors after a missing header are mostly its work: it comes first.
  QString missing;
  for (const UnitSummary& summary : unit->shown.units) {
    if (missing.isEmpty() && !summary.missingHeaders.empty())
      missing = QString::fromStdString(summary.missingHeaders.front());
  }
  if (unit->errors.empty()) {
    if (missing.isEmpty()) return messageAboutFlags(*unit);
    return {Message::Kind::note,
            tr("%1 includes `%2`, which was not found and is skipped. Add its folder to the include folders.")
                .arg(nameOf(name), missing),
            tr("Settings…"),
            [this] { showSettings(); },
            {}};
  }
  const Diagnostic& first = unit->errors.front();
  const SourcePosition at = first.range.begin;
  const QString what = QString::fromStdString(first.message), button = tr("Go to line %1").arg(at.line);
  const auto go = [this, at] { navigation_->goTo(at); };
  if (unit->outdated) {
    return {Message::Kind::error,
            tr("%1, line %2: %3. The findings below are from the last good version, %4.")
                .arg(nameOf(at.file))
                .arg(at.line)
                .arg(what, unit->lastGood),
            button,
            go,
            {}};
  }
  const int more = static_cast<int>(unit->errors.size()) - 1;
  if (!missing.isEmpty())
    missing = tr("`%1` was not found and is skipped: add its folder to the include folders (Ctrl+,). ").arg(missing);
  return {Message::Kind::warning,
          missing + tr("%1, line %2: %3%4")
                        .arg(nameOf(at.file))
                        .arg(at.line)
                        .arg(what)
                        .arg(more > 0 ? tr(", and %n more.", nullptr, more) : QStringLiteral(".")),
          button,
          go,
          {}};
}

void MainWindow::showSelected() {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (!opportunity) return;
  statusBar()->showMessage(spokenFinding(*opportunity), 8000);
  navigation_->goTo(opportunity->range.begin);
}

void MainWindow::updateAll() {
  steps_->setHasFile(!pages_->editors().empty());
  updateSteps();
  updateStatus();
  updateTitle();
  const QString noPreview = flow_->whyNoPreview();
  evidence_->setActions(noPreview.isEmpty(), noPreview, noPreview.isEmpty() && !flow_->isVerifying(),
                        flow_->isVerifying() ? tr("A verification runs. Cancel it with Shift+Esc.") : noPreview);
  updateActions();
  pages_->preview().setOlder(flow_->isPreviewOlder());
  for (Workflow* workflow : workflows_) workflow->update();
}

void MainWindow::updateActions() {
  WindowActions& a = *actions_;
  const EditorPage* page = pages_->currentEditor();
  for (QAction* action : {a.save, a.saveAs, a.find, a.findNext, a.replace, a.goToDefinition, a.findReferences,
                          a.whyHere, a.actionsHere, a.splitEditor}) {
    action->setEnabled(page != nullptr);
  }
  const bool hasCode = pages_->currentCode() != nullptr;
  for (QAction* action : {a.cut, a.copy, a.paste, a.selectAll, a.goToLine, a.complete, a.addCursor, a.redo})
    action->setEnabled(hasCode);
  const bool own = hasCode && page == nullptr && pages_->currentCode()->isUndoAvailable();
  const QString undoes = own ? QString() : flow_->undoes();
  a.undo->setEnabled((hasCode || flow_->canUndo()) && !flow_->isWriting());
  a.undo->setText(undoes.isEmpty() ? WindowActions::tr("&Undo")
                                   : tr("&Undo: %1").arg(QString(undoes).replace('&', "&&")));
  a.closePage->setEnabled(pages_->count() > 0);
  const bool anyRuns =
      std::any_of(workflows_.begin(), workflows_.end(), [](const Workflow* workflow) { return workflow->isRunning(); });
  a.cancelRun->setEnabled(queue_->isRunning() || flow_->isVerifying() || flow_->isComposing() || anyRuns);
  a.runChecks->setEnabled(!selection_.file().empty() && page != nullptr && !checking_->isRunning());
  a.profile->setEnabled(profiles_->whyNot().isEmpty());
  a.ownVariant->setEnabled(!selection_.kernel().empty());
  a.noteFinding->setEnabled(findings_.find(selection_.finding()) != nullptr);
  a.setLaunch->setEnabled(!selection_.kernel().empty());
  a.observe->setEnabled(!selection_.file().empty() && !checking_->isRunning());
  a.scopeProgram->setEnabled(findings_.programs().size() > 1);
  a.closePreview->setEnabled(pages_->previewInFront());
  a.savePatch->setEnabled(flow_->isPreviewMeant());
  a.toBranch->setEnabled(flow_->whyNoApply().isEmpty());
  const bool any = findings_.areAny();
  for (QAction* action : {a.nextFinding, a.previousFinding}) action->setEnabled(any);
  a.chooseProgram->setEnabled(programs_->hasSeveral());
  a.goToSymbol->setEnabled(!pages_->editors().empty());
}

void MainWindow::updateSteps() {
  const std::string file = selection_.file();
  const UnitFindings* unit = findings_.unit(file);
  const bool running = queue_->isRunning() && queue_->current() == findings_.unitOf(file);
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
  } else if (unit && unit->stopped) {
    steps_->step(Step::analyse).setState("skipped", tr("stopped"), {});
  } else if (unit && unit->outdated) {
    steps_->step(Step::analyse).setState("warning", tr("last good %1").arg(unit->lastGood), {});
  } else if (unit && unit->hasResult) {
    steps_->step(Step::analyse).setState("identical", QString::fromStdString(durationText(unit->seconds)), {});
  } else {
    steps_->step(Step::analyse).setState("not-done", "F5", {});
  }
  const bool has = flow_->isPreviewMeant(), older = has && flow_->isPreviewOlder();
  const PreviewPage& page = pages_->preview();
  const QString noPreview = flow_->whyNoPreview();
  const int files = has ? static_cast<int>(page.preview().rewrite.files.size()) : 0;
  const int changes = has ? static_cast<int>(page.preview().steps.size()) : 0;
  steps_->step(Step::preview)
      .setState(older ? "warning"
                : has ? "identical"
                      : "not-done",
                !has          ? "F7"
                : older       ? tr("older text")
                : changes > 1 ? tr("%n changes", nullptr, changes)
                : files > 1   ? tr("%n files", nullptr, files)
                              : tr("1 rewrite"),
                has ? QString() : noPreview);
  const auto& verification = page.preview().verification;
  if (has && flow_->isVerifying()) {
    steps_->step(Step::verify).setState("running", flow_->progress(), {});
  } else if (older && verification) {
    steps_->step(Step::verify).setState("warning", tr("older text"), tr("Preview the rewrite again first."));
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
    const QString busy = flow_->isVerifying() ? tr("A verification runs. Cancel it with Shift+Esc.") : noPreview;
    steps_->step(Step::verify).setState("not-done", "F8", has ? QString() : busy);
  }
  measuring_->showOn(steps_->step(Step::measure));
  const QString noApply = flow_->whyNoApply();
  steps_->step(Step::apply)
      .setState("not-done", noApply.isEmpty() && page.mayApply() ? tr("Ctrl+Shift+Enter") : tr("after Verify"),
                noApply);
  steps_->fit();
}

void MainWindow::updateKernels() {
  QComboBox& box = steps_->kernels();
  QStringList names;
  for (const KernelSummary* kernel : findings_.kernelsIn(selection_.file()))
    names << QString::fromStdString(kernel->name);
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

/// The shape and the words of what runs or ran.
std::pair<const char*, QString> MainWindow::activity() const {
  if (flow_->isVerifying()) return {"running", tr("Verifying on the CPU engine %1").arg(flow_->progress()).trimmed()};
  for (const Workflow* workflow : workflows_) {
    if (workflow->isRunning()) return {"running", workflow->doing()};
  }
  if (queue_->isRunning()) return {"running", tr("Analysing %1").arg(nameOf(queue_->current()))};
  const UnitFindings* unit = findings_.unit(selection_.file());
  if (unit && !unit->failure.isEmpty()) return {"differs", tr("Not analysed")};
  if (unit && unit->stopped) return {"skipped", tr("Analysis stopped; F5 goes on")};
  if (unit && unit->outdated) return {"warning", tr("Errors in the text; findings of %1").arg(unit->lastGood)};
  if (unit && unit->hasResult)
    return {"identical", tr("Analysed in %1").arg(QString::fromStdString(durationText(unit->seconds)))};
  if (pages_->editors().empty()) return {"not-done", tr("No file open. Ctrl+O opens a file, Ctrl+Shift+O a folder.")};
  return {"not-done", tr("Not analysed")};
}

void MainWindow::updateStatus() {
  const UnitFindings* unit = findings_.unit(selection_.file());
  const auto [shape, words] = activity();
  status_->setState(shape, words);
  status_->setCounts(findings_.counts());
  QString headers;
  if (unit && !unit->shown.units.empty()) {
    headers = unit->shown.units.front().headers == "toolkit" ? tr("Clang 19, toolkit headers")
                                                             : tr("Clang 19, own CUDA headers");
    headers += tr(" · for %1").arg(chosenDevice(*settings_));
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
  for (QDockWidget* dock : {opportunitiesDock_.get(), evidenceDock_.get()}) {
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
