#include "views/shared/style_sheet.h"

#include <QRegularExpression>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

// @token@ stands for the colour of a token, @arrow@ for the drawing of a chevron.
constexpr const char* sheet = R"css(
QMainWindow, QDialog, QMessageBox { background: @window@; }
QMainWindow::separator { background: @line@; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent@; }
QSplitter::handle { background: @line@; }
QMenuBar { background: @window@; padding: 1px 6px; min-height: 24px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @select@; }
QMenu { background: @surface@; border: 1px solid @control@; padding: 4px; }
QMenu::item { padding: 4px 28px 4px 24px; border-radius: 4px; }
QMenu::item:selected { background: @select@; }
QMenu::item:disabled { color: @muted@; }
QMenu::separator { height: 1px; background: @line@; margin: 4px 8px; }
QToolTip { background: @surface@; color: @text@; border: 1px solid @control@; padding: 4px; }

QToolBar { background: @window@; border: 0; border-bottom: 1px solid @line@; spacing: 4px; padding: 2px 8px; }
QToolBar::separator { background: @line@; width: 1px; margin: 6px 8px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 3px 7px; min-height: 22px; }
QToolBar QToolButton:hover:enabled, QToolButton[flat="true"]:hover { background: @select@; }
QToolBar QToolButton:focus { border: 1px solid @accent@; }
QToolBar#bottomStrip { border-bottom: 0; border-top: 1px solid @line@; padding: 0; }
QToolBar#bottomStrip QToolButton { border-radius: 0; border-right: 1px solid @line@; padding: 2px 12px; margin: 0;
  color: @muted@; }
QToolBar#bottomStrip QToolButton:focus { border: 1px solid @accent@; }

QStatusBar { background: @window@; border-top: 1px solid @line@; min-height: 24px; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { padding: 0 4px; color: @muted@; }
QStatusBar QLabel[shape="true"] { padding: 0 0 0 4px; margin: 0; }
QStatusBar QLabel[after="true"] { padding: 0 6px 0 0; margin: 0; }
QStatusBar QLabel[strong="true"] { color: @text@; }

QTabWidget::pane { border: 0; }
QTabWidget#pages::tab-bar { left: 0; }
QTabBar { background: @window@; }
QTabBar::tab { background: @window@; color: @muted@; padding: 5px 10px 5px 10px; min-height: 17px;
  border-top: 2px solid transparent; border-right: 1px solid @line@; border-bottom: 1px solid @line@; }
QTabBar::tab:selected { background: @surface@; color: @text@; border-top: 2px solid @accent@;
  border-bottom: 1px solid @surface@; }
QTabBar::tab:hover:!selected { color: @text@; }
QTabBar QToolButton { background: transparent; border: 0; }
QTabBar QToolButton:hover { background: @select@; border-radius: 4px; }

QDockWidget { border: 0; }
QWidget#dockTitle { background: @raised@; border-bottom: 1px solid @line@; }
QWidget#dockTitle QLabel { font-weight: 600; }
QWidget#dockBody { background: @surface@; }
QWidget#editorBar { background: @surface@; border-bottom: 1px solid @line@; }
QWidget#dockInner { background: @raised@; }
QLabel#tableHead { background: @raised@; border-bottom: 1px solid @line@; }
QWidget#dockBar { background: @raised@; border-bottom: 1px solid @line@; }
QMainWindow > QTabBar { background: @window@; border-bottom: 1px solid @line@; }
QWidget#verdictStrip { background: @tint-refused@; border-top: 1px solid @line@; }
QWidget#actionRow { background: @raised@; border-top: 1px solid @line@; }
QWidget#parameterRow, QWidget#facts { background: @raised@; border-bottom: 1px solid @line@; }
QWidget#fact { border-right: 1px solid @line@; }
QLabel[muted="true"] { color: @muted@; }
QToolButton[flat="true"] { border: 1px solid transparent; border-radius: 4px; padding: 1px; min-width: 20px;
  min-height: 20px; }
QToolButton[flat="true"]:focus { border: 1px solid @accent@; }

QAbstractScrollArea { border: 0; }
QTreeView, QTableView, QPlainTextEdit { border: 1px solid transparent; }
QTreeView, QTableView, QListView, QPlainTextEdit { background: @surface@; outline: 0;
  selection-background-color: @select@; selection-color: @text@; }
QDialog QListView { border: 1px solid @control@; border-radius: 4px; }
QTreeView::item { border: 0; padding: 0; }
QTreeView::item:hover { background: @current-line@; }
QTreeView::item:selected { background: @select@; color: @text@; }
QTreeView:focus, QTableView:focus, QPlainTextEdit:focus { border: 1px solid @accent@; }
QHeaderView { background: @raised@; }
QHeaderView::section { background: @raised@; color: @muted@; font-weight: 600; border: 0;
  border-bottom: 1px solid @line@; padding: 3px 8px; }
QTreeView QHeaderView::section { padding: 3px 18px 3px 8px; }
QHeaderView::down-arrow { image: url(@arrow@); width: 10px; height: 10px; subcontrol-position: center right;
  right: 4px; }
QHeaderView::up-arrow { image: url(@up@); width: 10px; height: 10px; subcontrol-position: center right; right: 4px; }
QTreeView::branch { background: transparent; }
QTreeView::branch:selected { background: @select@; }
QTreeView::branch:has-children:closed { image: url(@expand@); }
QTreeView::branch:has-children:open { image: url(@arrow@); }

QPushButton { background: @surface@; color: @text@; border: 1px solid @control@; border-radius: 4px;
  padding: 3px 11px; min-height: 18px; }
QPushButton:hover:enabled { background: @current-line@; border-color: @accent@; }
QPushButton:pressed { background: @select@; }
QPushButton:focus { border: 2px solid @accent@; padding: 2px 10px; }
QPushButton:disabled { color: @muted@; border-color: @line@; }
QPushButton[primary="true"] { background: @accent@; color: @onaccent@; border: 1px solid @accent@; font-weight: 600; }
QPushButton[primary="true"]:hover:enabled, QPushButton[primary="true"]:pressed { background: @accent@;
  border-color: @text@; }
QPushButton[primary="true"]:focus { border: 2px solid @text@; }
QPushButton[primary="true"]:disabled { background: @window@; color: @muted@; border-color: @line@; }
QPushButton[large="true"] { min-height: 28px; padding: 4px 18px; font-size: 110%; }
QPushButton[list="true"] { padding-right: 24px; }
QPushButton::menu-indicator { image: url(@arrow@); width: 12px; height: 12px; subcontrol-position: center right;
  right: 7px; }
QPushButton[link="true"] { background: transparent; border: 1px solid transparent; color: @accent@; text-align: left; }
QPushButton[link="true"]:focus { border: 1px solid @accent@; }

QLineEdit { background: @surface@; color: @text@; border: 1px solid @control@; border-radius: 4px;
  padding: 2px 6px; min-height: 20px; selection-background-color: @select@; selection-color: @text@; }
QLineEdit:focus { border: 2px solid @accent@; padding: 1px 5px; }
QAbstractSpinBox { background: @surface@; color: @text@; border: 1px solid @control@; border-radius: 4px;
  padding: 2px 4px; min-height: 18px; }
QAbstractSpinBox:focus { border: 2px solid @accent@; padding: 1px 3px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; background: transparent; width: 16px; }
QAbstractSpinBox::up-arrow { image: url(@up@); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url(@arrow@); width: 9px; height: 9px; }
QComboBox { background: @surface@; color: @text@; border: 1px solid @control@; border-radius: 4px;
  padding: 2px 8px; min-height: 18px; }
QComboBox:focus { border: 2px solid @accent@; padding: 1px 7px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(@arrow@); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @surface@; border: 1px solid @control@;
  selection-background-color: @select@; }

QToolButton[chip="true"] { background: @surface@; border: 1px solid @control@; border-radius: 4px; padding: 2px 6px;
  min-height: 18px; font-weight: 600; color: @muted@; }
QToolButton[chip="true"]:checked { background: @select@; border-color: @accent@; color: @text@; }
QToolButton[chip="true"]:focus { border: 2px solid @accent@; padding: 1px 5px; }
QToolButton[segment="true"] { background: @surface@; border: 1px solid @control@; padding: 2px 10px; min-height: 18px;
  color: @text@; }
QToolButton[segment="true"]:checked { background: @accent@; border-color: @accent@; color: @onaccent@;
  font-weight: 600; }
QToolButton[segment="true"]:focus { border: 2px solid @text@; padding: 1px 9px; }

QLabel#passName { border: 1px solid @line@; border-radius: 4px; padding: 1px 6px; color: @muted@; }
QProgressBar { background: @line@; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent@; border-radius: 3px; }
QCheckBox { spacing: 6px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @control@; border-radius: 3px;
  background: @surface@; }
QCheckBox::indicator:focus { border: 2px solid @accent@; width: 12px; height: 12px; }
QCheckBox::indicator:checked { image: url(@check@); }

QScrollBar:vertical { background: @surface@; width: 12px; margin: 0; }
QScrollBar:horizontal { background: @surface@; height: 12px; margin: 0; }
QScrollBar::handle { background: @line@; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @control@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: @surface@; }

QFrame#message { border: 0; border-bottom: 1px solid @line@; }
QFrame#message[kind="error"] { background: @tint-error@; }
QFrame#message[kind="warning"] { background: @tint-unknown@; }
QFrame#message[kind="note"] { background: @tint-refused@; }
QFrame#message[kind="ok"] { background: @tint-ok@; }
QFrame#notice { background: @surface@; border: 1px solid @line@; border-radius: 4px; }
QWidget#welcome, QWidget#welcomeLeft { background: @surface@; }
QWidget#welcomeRight { background: @raised@; border-left: 1px solid @line@; }
QFrame#rule { background: @line@; border: 0; max-height: 1px; min-height: 1px; }
)css";

/// Where all words are of one colour, outlines tell what is switched off.
const char* const contrastSheet = R"css(
QPushButton:disabled, QPushButton[primary="true"]:disabled { border: 1px dashed @muted@; color: #a8a8a8;
  font-weight: 400; }
QToolButton[segment="true"]:disabled, QComboBox:disabled, QLineEdit:disabled { border: 1px dashed @muted@;
  color: #a8a8a8; }
)css";

}  // namespace

QString styleSheet(const Theme& theme) {
  QString text = QString::fromUtf8(sheet);
  if (theme.isHighContrast()) text += QString::fromUtf8(contrastSheet);
  text.replace("@arrow@", theme.drawnFile("next", "muted"));
  text.replace("@up@", theme.drawnFile("previous", "muted"));
  text.replace("@check@", theme.drawnFile("check", "text"));
  text.replace("@expand@", theme.drawnFile("expand", "muted"));
  static const QRegularExpression token("@([a-z-]+)@");
  QString result;
  qsizetype from = 0;
  for (auto matches = token.globalMatch(text); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    result += QStringView(text).mid(from, match.capturedStart() - from);
    result += theme.color(match.captured(1).toStdString()).name();
    from = match.capturedEnd();
  }
  result += QStringView(text).mid(from);
  return result;
}

}  // namespace warpwright::views
