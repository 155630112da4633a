#include "views/window/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

namespace warpwright::views {

CommandPalette::CommandPalette(const QString& title, std::vector<QuickEntry> entries, QWidget* parent)
    : QDialog(parent), entries_(std::move(entries)) {
  setWindowTitle(title);
  setAccessibleName(title);
  setAttribute(Qt::WA_DeleteOnClose);
  words_ = new QLineEdit(this);
  words_->setPlaceholderText(title);
  words_->setAccessibleName(tr("Words to look for"));
  list_ = new QListWidget(this);
  list_->setAccessibleName(tr("Matches"));
  list_->setUniformItemSizes(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(words_);
  column->addWidget(list_, 1);
  words_->installEventFilter(this);
  connect(words_, &QLineEdit::textChanged, this, &CommandPalette::narrow);
  connect(words_, &QLineEdit::returnPressed, this, [this] { run(list_->currentRow()); });
  connect(list_, &QListWidget::itemActivated, this, [this] { run(list_->currentRow()); });
  narrow({});
  resize(560, 420);
  if (parent) move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 80)));
}

void CommandPalette::narrow(const QString& words) {
  list_->clear();
  const QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
  for (size_t i = 0; i < entries_.size(); ++i) {
    const QuickEntry& entry = entries_[i];
    bool matches = true;
    for (const QString& word : wanted) matches &= (entry.name + ' ' + entry.detail).contains(word, Qt::CaseInsensitive);
    if (!matches) continue;
    auto* item = new QListWidgetItem(entry.detail.isEmpty() ? entry.name : entry.name + "    " + entry.detail, list_);
    item->setData(Qt::UserRole, static_cast<qulonglong>(i));
    if (!entry.enabled) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
  }
  list_->setCurrentRow(0);
}

void CommandPalette::run(int row) {
  QListWidgetItem* item = list_->item(row);
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  const auto action = entries_[item->data(Qt::UserRole).toULongLong()].run;
  accept();
  if (action) action();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == words_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (step != 0) {
      list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, std::max(0, list_->count() - 1)));
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace warpwright::views
