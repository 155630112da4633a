#pragma once

#include <QObject>
#include <functional>
#include <vector>

class QAction;
class QDockWidget;
class QMainWindow;
class QTabBar;
class QToolBar;
class QWidget;

namespace warpwright::views {

class StripButton;
class Theme;

/// The docks below the editor, and the strip with their names that stands there while all of them are closed. A dock is
/// an empty frame until it is seen for the first time: the window starts without them.
class BottomDocks : public QObject {
  Q_OBJECT
 public:
  using Make = std::function<QWidget*(QWidget* parent)>;
  BottomDocks(QMainWindow& window, Theme& theme);
  ~BottomDocks() override;

  /// Adds a dock that `make` fills when it is first seen. `key` shows it, as does its name in the strip.
  QDockWidget* add(const QString& name, const QString& objectName, const QString& key, Make make);
  const std::vector<QDockWidget*>& docks() const { return docks_; }
  QDockWidget* dock(const QString& objectName) const;
  /// What is in it, made now if need be.
  QWidget& content(const QString& objectName);
  /// Shows it in front and gives it the focus; the others come with it as tabs where none was open.
  void show(const QString& objectName);
  void closeAll();
  bool anyOpen() const;
  /// Puts all of them below: each list is a group of tabs, groups stand side by side, the first of a list in front.
  /// Docks that no list names join the first group.
  void arrange(const std::vector<QStringList>& groups, bool open);
  /// A number beside the name in the strip and on the tab; -1: none.
  void setCount(const QString& objectName, int count);
  /// Whether the strip may be there at all: not before a file is open.
  void setStripWanted(bool wanted) {
    stripWanted_ = wanted;
    refresh();
  }
  /// Strip, tabs and title bars as the docks are now.
  void refresh();

 signals:
  /// The dock came into sight, or may have.
  void seen(const QString& objectName);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Entry {
    QDockWidget* dock = nullptr;
    Make make;
    StripButton* button = nullptr;
    QString name;
  };
  Entry* find(const QString& objectName);
  void fill(Entry& entry);
  void later();
  void dress(QTabBar& tabs);
  void placeClose(QTabBar& tabs);
  void closeGroup(const QTabBar& tabs);

  QMainWindow& window_;
  Theme& theme_;
  QToolBar* strip_;
  std::vector<Entry> entries_;
  std::vector<QDockWidget*> docks_;  // owned
  bool waiting_ = false, stripWanted_ = false;
};

}  // namespace warpwright::views
