#include "views/window/key_table.h"

#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace warpwright::views {

KeyTable::KeyTable(std::vector<CommandKey> commands, QWidget* parent)
    : QWidget(parent), commands_(std::move(commands)) {
  setAccessibleName(tr("Commands and their keys"));
  auto* find = new QLineEdit(this);
  find->setPlaceholderText(tr("Find a command"));
  find->setAccessibleName(tr("Find a command"));
  list_ = new QTreeWidget(this);
  list_->setAccessibleName(tr("Commands"));
  list_->setHeaderLabels({tr("Command"), tr("Key")});
  list_->header()->setAccessibleName(tr("Columns of the commands"));
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  list_->setRootIsDecorated(false);
  for (const CommandKey& command : commands_) new QTreeWidgetItem(list_, {command.words, QString()});
  edit_ = new QKeySequenceEdit(this);
  edit_->setAccessibleName(tr("Key of the command"));
  for (QWidget* inside : edit_->findChildren<QWidget*>()) inside->setAccessibleName(tr("Press the key"));
  none_ = new QPushButton(tr("No key"), this);
  none_->setAccessibleName(tr("Take the key away"));
  usual_ = new QPushButton(tr("Usual key"), this);
  usual_->setAccessibleName(tr("Give the usual key back"));
  said_ = new QLabel(this);
  said_->setAccessibleName(tr("Who has the key"));
  said_->setWordWrap(true);
  auto* row = new QHBoxLayout;
  row->addWidget(edit_, 1);
  row->addWidget(none_);
  row->addWidget(usual_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 8, 0, 0);
  column->addWidget(find);
  column->addWidget(list_, 1);
  column->addLayout(row);
  column->addWidget(said_);
  connect(find, &QLineEdit::textChanged, this, &KeyTable::filter);
  connect(list_, &QTreeWidget::currentItemChanged, this, &KeyTable::showCurrent);
  connect(edit_, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& pressed) {
    // One stroke is a key: with what is pressed next another one begins.
    if (!showing_ && current() && !pressed.isEmpty()) give(current()->id, QKeySequence(pressed[0]));
  });
  connect(none_, &QPushButton::clicked, this, [this] {
    if (current()) give(current()->id, {});
  });
  connect(usual_, &QPushButton::clicked, this, [this] {
    if (current()) give(current()->id, current()->usual);
  });
  showKeys();
  list_->setCurrentItem(list_->topLevelItem(0));
}

CommandKey* KeyTable::current() {
  const int row = list_->indexOfTopLevelItem(list_->currentItem());
  return row < 0 ? nullptr : &commands_[static_cast<size_t>(row)];
}

void KeyTable::filter(const QString& words) {
  for (int row = 0; row < list_->topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = list_->topLevelItem(row);
    item->setHidden(!item->text(0).contains(words, Qt::CaseInsensitive) &&
                    !item->text(1).contains(words, Qt::CaseInsensitive));
  }
}

bool KeyTable::give(const QString& id, const QKeySequence& key) {
  const auto has = [&](const CommandKey& command) { return command.id != id && !key.isEmpty() && command.key == key; };
  const auto other = std::find_if(commands_.begin(), commands_.end(), has);
  const auto command = std::find_if(commands_.begin(), commands_.end(), [&](const auto& one) { return one.id == id; });
  const bool isFree = other == commands_.end() && command != commands_.end();
  if (isFree) command->key = key;
  showKeys();
  showCurrent();
  if (other != commands_.end())
    said_->setText(tr("%1 is the key of \"%2\". Take it away there first.")
                       .arg(key.toString(QKeySequence::NativeText), other->words));
  return isFree;
}

void KeyTable::showCurrent() {
  const CommandKey* command = current();
  showing_ = true;
  edit_->setKeySequence(command ? command->key : QKeySequence());
  showing_ = false;
  said_->clear();
  edit_->setEnabled(command != nullptr);
  none_->setEnabled(command && !command->key.isEmpty());
  usual_->setEnabled(command && command->key != command->usual);
}

/// What is not as usual is bold.
void KeyTable::showKeys() {
  for (size_t i = 0; i < commands_.size(); ++i) {
    QTreeWidgetItem* item = list_->topLevelItem(static_cast<int>(i));
    item->setText(1, commands_[i].key.toString(QKeySequence::NativeText));
    QFont font = list_->font();
    font.setBold(commands_[i].key != commands_[i].usual);
    item->setFont(1, font);
    item->setData(0, Qt::AccessibleTextRole,
                  commands_[i].key.isEmpty() ? tr("%1, no key").arg(commands_[i].words)
                                             : tr("%1, %2").arg(commands_[i].words, item->text(1)));
  }
}

}  // namespace warpwright::views
