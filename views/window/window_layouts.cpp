#include "views/window/window_layouts.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QTimer>
#include <algorithm>

#include "views/window/bottom_docks.h"

namespace warpwright::views {
namespace {

// States of a version that had other docks are not taken.
constexpr int stateVersion = 4;
constexpr const char* widthsKey = "layouts/widths";
constexpr const char* names[] = {"edit", "measure", "graphs"};

/// What the design says for windows of 1280 × 800, 1440 × 900 and 1920 × 1080.
struct Sizes {
  int project, opportunitiesWidth, opportunitiesHeight, graphs;
};
Sizes sizesFor(const QSize& window) {
  Sizes sizes = window.width() < 1360   ? Sizes{196, 372, 272, 560}
                : window.width() < 1680 ? Sizes{232, 430, 338, 690}
                                        : Sizes{260, 480, 420, 820};
  // A wide window may be low: the editor keeps some lines.
  const int room = window.height() - 26 - 40 - 25;
  sizes.graphs = std::min(sizes.graphs, std::max(200, room - 140));
  return sizes;
}

}  // namespace

WindowLayouts::WindowLayouts(QMainWindow& window, Sides sides, BottomDocks& bottom, QSettings& settings)
    : QObject(&window), window_(window), sides_(sides), bottom_(bottom), settings_(settings) {
  const QString last = settings.value("layout", "edit").toString();
  // The measuring page, which the layout Measure is for, comes when it is asked for.
  for (const Kind kind : {edit, graphs}) {
    if (last == names[kind]) current_ = kind;
  }
}

QString WindowLayouts::key(Kind kind) const {
  return QString("layouts/") + names[kind];
}

void WindowLayouts::start() {
  if (started_) return;
  started_ = true;
  bottom_.setStripWanted(true);
  if (!restore()) build();
  readWidths();
}

void WindowLayouts::show(Kind kind) {
  save();
  current_ = kind;
  settings_.setValue("layout", names[kind]);
  if (!started_) return start();
  if (!restore()) build();
  restoreWidths();
}

void WindowLayouts::save() {
  if (!started_) return;
  settings_.setValue(key(current_), window_.saveState(stateVersion));
  if (project_ > 0 && opportunities_ > 0) settings_.setValue(widthsKey, QVariantList{project_, opportunities_});
}

/// A page may have taken room of theirs when the rest was kept: widths are kept by themselves.
void WindowLayouts::readWidths() {
  const QVariantList kept = settings_.value(widthsKey).toList();
  if (kept.size() == 2) {
    project_ = kept[0].toInt();
    opportunities_ = kept[1].toInt();
    return QTimer::singleShot(0, this, &WindowLayouts::restoreWidths);
  }
  // They have their widths once they are laid out.
  QTimer::singleShot(0, this, [this] { QTimer::singleShot(0, this, &WindowLayouts::takeWidths); });
}

void WindowLayouts::takeWidths() {
  if (current_ != edit) return;
  if (sides_.project->isVisible() && !sides_.project->isFloating()) project_ = sides_.project->width();
  if (sides_.opportunities->isVisible() && !sides_.opportunities->isFloating())
    opportunities_ = sides_.opportunities->width();
}

void WindowLayouts::restoreWidths() {
  if (current_ != edit) return;
  QList<QDockWidget*> docks;
  QList<int> widths;
  for (const auto& [dock, width] : {std::pair(sides_.project, project_), {sides_.opportunities, opportunities_}}) {
    if (width <= 0 || !dock->isVisible() || dock->isFloating() || dock->width() == width) continue;
    docks << dock;
    widths << width;
  }
  if (!docks.isEmpty()) window_.resizeDocks(docks, widths, Qt::Horizontal);
}

void WindowLayouts::reset() {
  settings_.remove("layouts");
  current_ = edit;
  settings_.setValue("layout", names[edit]);
  started_ = true;
  project_ = opportunities_ = 0;
  build();
  readWidths();
}

bool WindowLayouts::restore() {
  const QByteArray state = settings_.value(key(current_)).toByteArray();
  const Qt::DockWidgetArea left = current_ == edit ? Qt::LeftDockWidgetArea : Qt::BottomDockWidgetArea;
  const Qt::DockWidgetArea right = current_ == edit ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea;
  window_.setCorner(Qt::BottomLeftCorner, left);
  window_.setCorner(Qt::BottomRightCorner, right);
  if (state.isEmpty() || !window_.restoreState(state, stateVersion)) return false;
  bottom_.refresh();
  return true;
}

void WindowLayouts::build() {
  for (QDockWidget* dock : {sides_.project, sides_.opportunities, sides_.evidence}) dock->setFloating(false);
  sides_.project->setVisible(current_ == edit);
  sides_.opportunities->setVisible(current_ == edit);
  sides_.evidence->setVisible(current_ == edit);
  if (current_ != graphs) bottom_.arrange({}, false);
  if (current_ == graphs) bottom_.arrange({{"reuseLoads"}, {"reuseTasks"}}, true);
  bottom_.refresh();
  size();
  // Docks that were just shown have their place only after the next layout.
  QTimer::singleShot(0, this, &WindowLayouts::size);
}

void WindowLayouts::size() {
  const Sizes sizes = sizesFor(window_.size());
  window_.resizeDocks({sides_.project, sides_.opportunities}, {sizes.project, sizes.opportunitiesWidth},
                      Qt::Horizontal);
  if (current_ == edit) {
    const int below = std::max(200, window_.height() - 120 - sizes.opportunitiesHeight);
    window_.resizeDocks({sides_.opportunities, sides_.evidence}, {sizes.opportunitiesHeight, below}, Qt::Vertical);
    return;
  }
  QDockWidget *first = bottom_.dock("reuseLoads"), *second = bottom_.dock("reuseTasks");
  if (current_ == graphs && first && second) {
    window_.resizeDocks({first}, {sizes.graphs}, Qt::Vertical);
    window_.resizeDocks({first, second}, {window_.width() * 3 / 8, window_.width() * 5 / 8}, Qt::Horizontal);
  }
}

}  // namespace warpwright::views
