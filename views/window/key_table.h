#pragma once

#include <QKeySequence>
#include <QString>
#include <QWidget>
#include <vector>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace warpwright::views {

/// A command and its key.
struct CommandKey {
  QString id;     ///< the same in every language
  QString words;  ///< as people read it
  QKeySequence key, usual;
};

/// All commands with their keys, each of which can be given another one.
class KeyTable : public QWidget {
  Q_OBJECT
 public:
  explicit KeyTable(std::vector<CommandKey> commands, QWidget* parent = nullptr);

  /// With the keys that they were given.
  const std::vector<CommandKey>& commands() const { return commands_; }
  /// Gives the command of that id the key; false: another command has it, which is said.
  bool give(const QString& id, const QKeySequence& key);

 private:
  void filter(const QString& words);
  void showCurrent();
  void showKeys();
  CommandKey* current();

  std::vector<CommandKey> commands_;
  QTreeWidget* list_;
  QKeySequenceEdit* edit_;
  QPushButton *none_, *usual_;
  QLabel* said_;
  bool showing_ = false;
};

}  // namespace warpwright::views
