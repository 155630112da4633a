#include "views/editor/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "views/editor/code_editor.h"
#include "views/shared/theme.h"

namespace warpwright::views {

FindBar::FindBar(CodeEditor& editor, Theme& theme, QWidget* parent) : QWidget(parent), editor_(editor) {
  setObjectName("actionRow");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Find and replace"));
  const auto field = [this](const QString& name) {
    auto* edit = new QLineEdit(this);
    edit->setPlaceholderText(name);
    edit->setAccessibleName(name);
    edit->setMaximumWidth(300);
    return edit;
  };
  const auto button = [this](const QString& name, const QString& tip) {
    auto* tool = new QToolButton(this);
    tool->setText(name);
    tool->setToolTip(tip);
    tool->setAccessibleName(tip);
    tool->setProperty("chip", true);
    return tool;
  };
  words_ = field(tr("Find"));
  replacement_ = field(tr("Replace with"));
  matchCase_ = button("Aa", tr("Match case"));
  matchCase_->setCheckable(true);
  auto* previous = button(tr("Previous"), tr("Find the previous place (Shift+Enter)"));
  auto* next = button(tr("Next"), tr("Find the next place (Enter)"));
  replace_ = button(tr("Replace"), tr("Replace this place and find the next"));
  all_ = button(tr("Replace all"), tr("Replace every place; one undo takes it back"));
  answer_ = new QLabel(this);
  answer_->setAccessibleName(tr("What was found"));
  answer_->setProperty("muted", true);
  auto* close = new QToolButton(this);
  close->setProperty("flat", true);
  close->setAccessibleName(tr("Close find and replace"));
  close->setToolTip(tr("Close (Esc)"));
  const auto draw = [close, &theme] { close->setIcon(theme.icon("close", "muted")); };
  draw();
  connect(&theme, &Theme::changed, close, draw);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 6, 6, 6);
  row->setSpacing(6);
  for (QWidget* widget :
       std::initializer_list<QWidget*>{words_, matchCase_, previous, next, replacement_, replace_, all_}) {
    row->addWidget(widget, qobject_cast<QLineEdit*>(widget) ? 1 : 0);
  }
  row->addWidget(answer_, 1);
  row->addWidget(close);
  connect(previous, &QToolButton::clicked, this, [this] { step(-1); });
  connect(next, &QToolButton::clicked, this, [this] { step(+1); });
  connect(replace_, &QToolButton::clicked, this, &FindBar::replaceOne);
  connect(all_, &QToolButton::clicked, this, [this] { answer_->setText(tr("%n replaced", nullptr, replaceAll())); });
  connect(close, &QToolButton::clicked, this, [this] {
    hide();
    editor_.setFocus();
  });
  hide();
}

void FindBar::open(bool replacing) {
  for (QWidget* widget : std::initializer_list<QWidget*>{replacement_, replace_, all_}) widget->setVisible(replacing);
  if (editor_.hasSelectedText() && !editor_.selectedText().contains('\n')) words_->setText(editor_.selectedText());
  answer_->clear();
  show();
  words_->setFocus();
  words_->selectAll();
}

bool FindBar::step(int direction) {
  if (words_->text().isEmpty()) return false;
  int line = -1, column = -1, lastLine = -1, lastColumn = -1;
  if (editor_.hasSelectedText())
    editor_.getSelection(&line, &column, &lastLine, &lastColumn);
  else
    editor_.getCursorPosition(&lastLine, &lastColumn), line = lastLine, column = lastColumn;
  const bool forward = direction > 0;
  const bool found = editor_.findFirst(words_->text(), false, matchCase_->isChecked(), false, true, forward,
                                       forward ? lastLine : line, forward ? lastColumn : column);
  answer_->setText(found ? QString() : tr("Does not occur"));
  return found;
}

void FindBar::replaceOne() {
  const Qt::CaseSensitivity sense = matchCase_->isChecked() ? Qt::CaseSensitive : Qt::CaseInsensitive;
  if (editor_.selectedText().compare(words_->text(), sense) == 0) editor_.replaceSelectedText(replacement_->text());
  step(+1);
}

int FindBar::replaceAll() {
  if (words_->text().isEmpty()) return 0;
  const QByteArray wanted = words_->text().toUtf8(), with = replacement_->text().toUtf8();
  const QByteArray text = editor_.bytes();
  // Bytes of ASCII words compare without case by their lower form; other words must match as they are.
  const QByteArray hay = matchCase_->isChecked() ? text : text.toLower();
  const QByteArray needle = matchCase_->isChecked() ? wanted : wanted.toLower();
  std::vector<TextEdit> edits;
  for (qsizetype at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.size())) {
    edits.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(needle.size()), with.toStdString(), {}});
  }
  if (!edits.empty()) editor_.applyEdits(edits);
  return static_cast<int>(edits.size());
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    hide();
    editor_.setFocus();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    step(event->modifiers() & Qt::ShiftModifier ? -1 : +1);
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace warpwright::views
