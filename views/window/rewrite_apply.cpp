#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

#include "core/base/hash.h"
#include "views/shared/code_text.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/analysis_queue.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"

namespace warpwright::views {
namespace {

/// Where the change begins in the text as it was before: a line from 1.
uint32_t firstLine(const Preview& preview, const std::string& file) {
  const std::string& before = preview.before.at(file);
  size_t first = before.size();
  for (const FileEdits& edits : preview.rewrite.files) {
    if (edits.file != file) continue;
    for (const TextEdit& edit : edits.edits) first = std::min<size_t>(first, edit.offset);
  }
  return static_cast<uint32_t>(std::count(before.begin(), before.begin() + static_cast<long>(first), '\n')) + 1;
}

}  // namespace

void RewriteFlow::apply() {
  if (whyNoApply().isEmpty() && mayWrite()) writeNow();
}

/// What is not verified asks first.
bool RewriteFlow::mayWrite() {
  const PreviewPage& page = pages_.preview();
  if (!page.mayApply()) {
    const bool differs = page.preview().verification.has_value();
    QMessageBox box(
        QMessageBox::NoIcon, differs ? tr("Apply although results differ?") : tr("Apply without verifying?"),
        differs ? tr("<b>The verification found different results.</b><br>Applying changes what the program computes.")
        : ownNumber(page.preview().steps)
            ? tr("<b>Not verified.</b><br>It is your own text: no proof and no run says that it computes the same.")
            : tr("<b>Not verified.</b><br>The proof says that nothing changes; no run has confirmed it."),
        QMessageBox::NoButton, pages_.window());
    QPushButton* go = box.addButton(tr("Apply, not verified"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() != go) return false;
  }
  return true;
}

void RewriteFlow::writeNow() {
  Applied applied{pages_.preview().preview(), {}, {}};
  // Texts with unsaved changes take the edits in their editor only: what the user has not saved is not saved for them.
  Rewrite onDisk{{}, applied.preview.rewrite.summary};
  for (const FileEdits& file : applied.preview.rewrite.files) {
    EditorPage* page = pages_.editor(file.file);
    if (file.creates) {  // an editor may still show a file of this name that is gone
      if (page && page->isModified())
        return stale(tr("%1 is open and not saved. Nothing was written.").arg(page->path().c_str()));
      onDisk.files.push_back(file);
      continue;
    }
    if (page && hashText(page->text()) != file.textHash) return stale();
    if (page) applied.inEditors.push_back(file.file);
    if (!page || !page->isModified()) onDisk.files.push_back(file);
  }
  writeJob_.run(
      [onDisk](std::stop_token) {
        return onDisk.files.empty() ? Result<AppliedRewrite>(AppliedRewrite{}) : writeRewrite(onDisk);
      },
      [this, applied = std::move(applied)](Result<AppliedRewrite> written) mutable {
        if (written.ok()) {
          applied.onDisk = std::move(*written);
          return finishApply(std::move(applied));
        }
        emit stateChanged();
        if (written.error().kind == ErrorKind::stale) {
          stale(QString::fromStdString(written.error().message));
        } else {
          messages_.post({Message::Kind::error,
                          QString::fromStdString(written.error().message),
                          tr("Apply again"),
                          [this] {
                            if (hasPreview_) pages_.setCurrentWidget(&pages_.preview());
                            apply();
                          },
                          {}});
        }
      });
  emit stateChanged();
}

void RewriteFlow::finishApply(Applied applied) {
  std::vector<std::string> edited;  // while it was written
  for (const FileEdits& file : applied.preview.rewrite.files) {
    EditorPage* page = pages_.editor(file.file);
    if (!page || file.creates) continue;
    const std::string text = page->text();
    // What was written may be on the screen already.
    const bool shown = text == applied.preview.after.at(file.file);
    if (!shown && text != applied.preview.before.at(file.file)) {
      edited.push_back(file.file);
      continue;
    }
    if (!shown) page->editor().applyEdits(file.edits);
    if (applied.onDisk.after.contains(file.file)) page->setSaved();
  }
  const std::string first =
      applied.preview.rewrite.files.empty() ? std::string() : applied.preview.rewrite.files[0].file;
  last_ = std::move(applied);
  // Another preview may have come meanwhile; of the same program it is of texts that are gone.
  if (hasPreview_ && pages_.preview().preview().key.unit == last_->preview.key.unit) {
    hasPreview_ = false;
    pages_.closePreview();
  }
  queue_.addFirst(last_->preview.key.unit);
  const QString state = last_->preview.verification && last_->preview.verification->identical ? tr("verified identical")
                                                                                              : tr("not verified");
  messages_.post({Message::Kind::ok, tr("Applied, %1: %2.").arg(state, messageText(last_->preview.opportunity.title)),
                  tr("Undo"), [this] { undo(); }, first});
  sayEdited(edited);
  emit this->applied(last_->preview);
  emit stateChanged();
}

void RewriteFlow::sayEdited(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    messages_.post({Message::Kind::warning,
                    tr("%1 was edited while it was written. Your text stays in the editor and differs from the file.")
                        .arg(QString::fromStdString(file)),
                    {},
                    {},
                    file});
  }
}

bool RewriteFlow::canUndo() const {
  if (!last_ || isWriting()) return false;
  for (const std::string& file : last_->inEditors) {
    EditorPage* page = pages_.editor(file);
    if (page && page->text() != last_->preview.after.at(file)) return false;
  }
  // In an editor that the change did not touch, what was typed there comes first.
  const EditorPage* front = pages_.currentEditor();
  return !front || !front->isModified() ||
         std::find(last_->inEditors.begin(), last_->inEditors.end(), front->path()) != last_->inEditors.end();
}

QString RewriteFlow::undoes() const {
  return canUndo() ? plainText(messageText(last_->preview.opportunity.title)) : QString();
}

bool RewriteFlow::undo() {
  if (!canUndo()) return false;
  const Applied back = *last_;
  writeJob_.run(
      [onDisk = back.onDisk](std::stop_token) { return onDisk.after.empty() ? Status() : undoRewrite(onDisk); },
      [this, back](Status undone) {
        if (!undone.ok()) {  // it may be asked for again: the disk was full, say
          messages_.post({Message::Kind::error, QString::fromStdString(undone.error().message), {}, {}, {}});
          emit stateChanged();
          return;
        }
        last_.reset();
        std::vector<std::string> edited;
        for (const std::string& file : back.inEditors) {
          EditorPage* page = pages_.editor(file);
          if (!page) continue;
          const std::string text = page->text();
          if (text != back.preview.after.at(file) && text != back.preview.before.at(file)) {
            edited.push_back(file);
            continue;
          }
          if (text == back.preview.after.at(file)) page->editor().undo();
          if (page->text() != back.preview.before.at(file)) {
            page->editor().replaceText(QByteArray::fromStdString(back.preview.before.at(file)));
          }
          if (back.onDisk.after.contains(file)) page->setSaved();
          // The editor leaves the cursor at the last of the places that it took back.
          page->editor().showLine(firstLine(back.preview, file));
        }
        queue_.addFirst(back.preview.key.unit);
        messages_.post({Message::Kind::note,
                        tr("Taken back: %1.").arg(messageText(back.preview.opportunity.title)),
                        {},
                        {},
                        back.preview.key.unit});
        sayEdited(edited);
        emit this->undone(back.preview);
        emit stateChanged();
      });
  emit stateChanged();
  return true;
}

}  // namespace warpwright::views
