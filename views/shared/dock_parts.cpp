#include "views/shared/dock_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpwright::views {

void setGround(QWidget& widget, const QString& style, const QString& name) {
  widget.setObjectName(style);
  widget.setAttribute(Qt::WA_StyledBackground);
  widget.setAccessibleName(name);
}

QWidget* makeGround(QWidget* parent, const QString& style, const QString& name) {
  auto* made = new QWidget(parent);
  setGround(*made, style, name);
  return made;
}

QLabel* makeLabel(QWidget* parent, const QString& name, const QString& words) {
  auto* made = new QLabel(words, parent);
  made->setAccessibleName(name);
  return made;
}

QLabel* makeFieldName(QWidget* parent, const QString& words, QWidget* field) {
  QLabel* made = makeLabel(parent, words, words);
  made->setProperty("muted", true);
  made->setBuddy(field);
  return made;
}

QLabel* makeEmptyNote(QWidget* parent, const QString& name) {
  QLabel* made = makeLabel(parent, name);
  made->setAlignment(Qt::AlignCenter);
  made->setWordWrap(true);
  made->setMargin(24);
  made->setProperty("muted", true);
  return made;
}

QLabel* makeConditions(QWidget* parent, const QString& name) {
  QLabel* made = makeLabel(parent, name);
  made->setObjectName("dockBar");
  made->setProperty("muted", true);
  made->setContentsMargins(12, 5, 12, 5);
  made->setWordWrap(true);
  return made;
}

QPushButton* makeButton(QWidget* parent, const QString& words, const QString& name) {
  auto* made = new QPushButton(words, parent);
  made->setAccessibleName(name);
  return made;
}

void showProgress(QProgressBar& bar, double fraction, bool still) {
  constexpr int whole = 1000;
  const bool isKnown = fraction >= 0;
  bar.setRange(0, isKnown || still ? whole : 0);
  bar.setValue(isKnown ? qRound(fraction * whole) : whole / 2);
}

QHBoxLayout* makeBarRow(QWidget* bar, int verticalMargin) {
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, verticalMargin, 12, verticalMargin);
  row->setSpacing(8);
  return row;
}

QVBoxLayout* makeColumn(QWidget* of) {
  auto* column = new QVBoxLayout(of);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  return column;
}

}  // namespace warpwright::views
