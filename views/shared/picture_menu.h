#pragma once

#include <QObject>
#include <QString>
#include <functional>

class QAbstractItemModel;
class QMenu;
class QWidget;

namespace warpwright::views {

/// What a table shows, with its header, as CSV.
QString csvOf(const QAbstractItemModel& model);

/// How a picture is handed on.
struct PictureWays {
  QString fileName;                                  ///< without its ending
  std::function<bool(const QString& file)> saveSvg;  ///< false: it cannot be written; empty: there is no such drawing
  std::function<QString()> csv;                      ///< its figures, with a header; empty: it has none
  std::function<bool()> isThere;                     ///< there is a picture; empty: always
};

/// The menu of a picture, at the right mouse button and the menu key: copy it, copy its figures, save it as SVG or PNG,
/// save its figures as CSV. It belongs to the picture's widget.
class PictureMenu : public QObject {
  Q_OBJECT
 public:
  PictureMenu(QWidget& picture, PictureWays ways);

  /// Writes the picture as it stands on the screen, with twice its dots. False: it cannot be written.
  bool savePng(const QString& file) const;
  /// Writes its figures. False: it cannot be written.
  bool saveCsv(const QString& file) const;
  /// What can be done now, for tests and the menu. The caller owns it.
  QMenu* makeMenu();

 signals:
  void failed(const QString& file);

 private:
  void save(const QString& kinds, const QString& ending, const std::function<bool(const QString& file)>& write);

  QWidget& picture_;
  PictureWays ways_;
};

}  // namespace warpwright::views
