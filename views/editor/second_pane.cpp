#include "views/editor/second_pane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <filesystem>

#include "views/editor/code_editor.h"
#include "views/editor/editor_page.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"

namespace warpwright::views {

SecondPane::SecondPane(Theme& theme, QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Second pane"));
  QWidget* bar = makeGround(this, "editorBar", tr("File of the second pane"));
  files_ = new QComboBox(bar);
  files_->setAccessibleName(tr("File of the second pane"));
  auto* close = new QToolButton(bar);
  close->setProperty("flat", true);
  close->setIcon(theme.icon("close", "muted"));
  close->setAccessibleName(tr("Close the second pane"));
  close->setToolTip(tr("Close the second pane"));
  connect(&theme, &Theme::changed, close, [close, &theme] { close->setIcon(theme.icon("close", "muted")); });
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 4, 10, 4);
  row->addWidget(files_);
  row->addStretch(1);
  row->addWidget(close);
  editor_ = new CodeEditor(theme, this);
  editor_->setAccessibleName(tr("Text of the second pane"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(editor_, 1);
  setFocusProxy(editor_);
  connect(close, &QToolButton::clicked, this, &SecondPane::closeRequested);
  connect(files_, &QComboBox::activated, this, [this](int at) { emit chosen(pages_[static_cast<size_t>(at)]); });
}

void SecondPane::setPages(std::vector<EditorPage*> pages, EditorPage* shown) {
  EditorPage* before = this->shown();
  pages_ = std::move(pages);
  files_->clear();
  for (size_t i = 0; i < pages_.size(); ++i) {
    files_->addItem(QString::fromStdString(std::filesystem::path(pages_[i]->path()).filename().string()));
    files_->setItemData(static_cast<int>(i), QString::fromStdString(pages_[i]->path()), Qt::ToolTipRole);
    if (pages_[i] == shown) files_->setCurrentIndex(static_cast<int>(i));
  }
  if (shown && shown != before) editor_->setDocument(shown->editor().document());
}

EditorPage* SecondPane::shown() const {
  const int at = files_->currentIndex();
  return at >= 0 && at < static_cast<int>(pages_.size()) ? pages_[static_cast<size_t>(at)] : nullptr;
}

}  // namespace warpwright::views
