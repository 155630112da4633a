#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace warpwright::views {

/// One entry of a quick list: a command, a file, a kernel.
struct QuickEntry {
  QString name, detail;
  bool enabled = true;
  std::function<void()> run;
};

/// A field and a list below it: typed words narrow the list, Enter runs the first.
class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  CommandPalette(const QString& title, std::vector<QuickEntry> entries, QWidget* parent);
  void run(int row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void narrow(const QString& words);
  std::vector<QuickEntry> entries_;
  QLineEdit* words_;
  QListWidget* list_;
};

}  // namespace warpwright::views
