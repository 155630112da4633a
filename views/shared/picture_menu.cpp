#include "views/shared/picture_menu.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPixmap>
#include <QSaveFile>
#include <QWidget>

namespace warpwright::views {
namespace {

/// Twice as many dots as on the screen: for papers and slides.
QPixmap pixmapOf(QWidget& picture) {
  constexpr double dots = 2;
  QPixmap pixmap(picture.size() * dots);
  pixmap.setDevicePixelRatio(dots);
  picture.render(&pixmap);
  return pixmap;
}

QString cellOf(const QString& words) {
  return '"' + QString(words).replace('"', QStringLiteral("\"\"")) + '"';
}

}  // namespace

QString csvOf(const QAbstractItemModel& model) {
  QString csv;
  for (int row = -1; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
      cells << cellOf(row < 0 ? model.headerData(column, Qt::Horizontal).toString()
                              : model.index(row, column).data().toString());
    }
    csv += cells.join(',') + '\n';
  }
  return csv;
}

PictureMenu::PictureMenu(QWidget& picture, PictureWays ways)
    : QObject(&picture), picture_(picture), ways_(std::move(ways)) {
  picture.setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&picture, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    QMenu* menu = makeMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(picture_.mapToGlobal(at));
  });
}

QMenu* PictureMenu::makeMenu() {
  auto* menu = new QMenu(&picture_);
  menu->setAccessibleName(tr("Picture"));
  const bool has = !ways_.isThere || ways_.isThere();
  const auto add = [&](const QString& words, bool isPossible, auto run) {
    QAction* action = menu->addAction(words);
    action->setEnabled(has && isPossible);
    connect(action, &QAction::triggered, this, run);
  };
  add(tr("&Copy picture"), true, [this] { QApplication::clipboard()->setPixmap(pixmapOf(picture_)); });
  add(tr("Copy &figures"), bool(ways_.csv), [this] { QApplication::clipboard()->setText(ways_.csv()); });
  menu->addSeparator();
  add(tr("Save as &SVG…"), bool(ways_.saveSvg), [this] { save(tr("Pictures (*.svg)"), ".svg", ways_.saveSvg); });
  add(tr("Save as &PNG…"), true,
      [this] { save(tr("Pictures (*.png)"), ".png", [this](const QString& file) { return savePng(file); }); });
  add(tr("Save figures as CS&V…"), bool(ways_.csv),
      [this] { save(tr("Tables (*.csv)"), ".csv", [this](const QString& file) { return saveCsv(file); }); });
  return menu;
}

bool PictureMenu::savePng(const QString& file) const {
  return pixmapOf(picture_).save(file, "PNG");
}

bool PictureMenu::saveCsv(const QString& file) const {
  QSaveFile out(file);
  return out.open(QIODevice::WriteOnly) && out.write(ways_.csv().toUtf8()) >= 0 && out.commit();
}

void PictureMenu::save(const QString& kinds, const QString& ending,
                       const std::function<bool(const QString& file)>& write) {
  const QString file =
      QFileDialog::getSaveFileName(picture_.window(), tr("Save the picture"), ways_.fileName + ending, kinds);
  if (file.isEmpty() || write(file)) return;
  emit failed(file);
  QMessageBox::warning(picture_.window(), tr("Save the picture"),
                       tr("%1 cannot be written. Choose another place.").arg(file));
}

}  // namespace warpwright::views
