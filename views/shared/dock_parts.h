#pragma once

#include <QString>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;
class QWidget;

namespace warpwright::views {

// What the docks are put together from. `name`: the accessible name. Everything made belongs to the widget it is made
// in.

/// Gives a widget the ground that the style sheet knows under `style`, "dockBody" or "dockBar".
void setGround(QWidget& widget, const QString& style, const QString& name);
QWidget* makeGround(QWidget* parent, const QString& style, const QString& name);

QLabel* makeLabel(QWidget* parent, const QString& name, const QString& words = {});
/// Words beside a field, less strong than what they name.
QLabel* makeFieldName(QWidget* parent, const QString& words, QWidget* field);
/// The words in the middle of a dock that has nothing to show.
QLabel* makeEmptyNote(QWidget* parent, const QString& name);
/// The lines below the figures of a dock that say when these hold.
QLabel* makeConditions(QWidget* parent, const QString& name);
QPushButton* makeButton(QWidget* parent, const QString& words, const QString& name);

/// Shows how far something is, 0 … 1; below 0: not known, for which the bar moves, or with `still` is half full.
void showProgress(QProgressBar& bar, double fraction, bool still);

/// The layout of a bar: margins around, fields beside each other.
QHBoxLayout* makeBarRow(QWidget* bar, int verticalMargin = 5);
/// Parts below each other, without margins and gaps.
QVBoxLayout* makeColumn(QWidget* of);

}  // namespace warpwright::views
