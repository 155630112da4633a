#include "views/diff/diff_view.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QSplitter>

#include "views/diff/diff_side.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

std::string plainNote(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c != '`') plain += c;
  }
  return plain;
}

}  // namespace

DiffView::DiffView(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("Difference"));
  auto* splitter = new QSplitter(this);
  splitter->setAccessibleName(tr("Before and after"));
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  left_ = new DiffSide(theme, true, splitter);
  right_ = new DiffSide(theme, false, splitter);
  splitter->addWidget(left_);
  splitter->addWidget(right_);
  splitter->setSizes({1000, 1000});
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(splitter);
  const auto link = [](QScrollBar* from, QScrollBar* to) {
    connect(from, &QScrollBar::valueChanged, to, &QScrollBar::setValue);
    connect(to, &QScrollBar::valueChanged, from, &QScrollBar::setValue);
  };
  link(left_->verticalScrollBar(), right_->verticalScrollBar());
  link(left_->horizontalScrollBar(), right_->horizontalScrollBar());
  connect(left_, &DiffSide::gapClicked, this, &DiffView::openGap, Qt::QueuedConnection);
  connect(right_, &DiffSide::gapClicked, this, &DiffView::openGap, Qt::QueuedConnection);
}

void DiffView::setFile(FileEdits edits, std::string before, std::string after) {
  edits_ = std::move(edits);
  before_ = std::move(before);
  after_ = std::move(after);
  open_.clear();
  current_ = 0;
  compose();
  showHunk(0);
}

void DiffView::setUnified(bool unified) {
  if (unified == unified_) return;
  unified_ = unified;
  compose();
  showHunk(current_);
}

void DiffView::compose() {
  const std::vector<std::string> before = splitLines(before_), after = splitLines(after_);
  lines_ = composeDiff(edits_, before_, after_, open_);
  std::vector<SideLine> left, right;
  hunks_.clear();
  bool inside = false;
  using Look = SideLine::Look;
  const auto textAt = [](const std::vector<std::string>& lines, int line) {
    return line >= 0 && line < static_cast<int>(lines.size()) ? lines[static_cast<size_t>(line)] : std::string();
  };
  std::vector<SideLine> waiting;  // added lines of a run of changes, for the unified view
  const auto flush = [&] {
    for (SideLine& line : waiting) left.push_back(std::move(line));
    waiting.clear();
  };
  for (const DiffLine& line : lines_) {
    const bool change = line.kind != DiffLine::Kind::same && line.kind != DiffLine::Kind::gap;
    if (!change || line.kind == DiffLine::Kind::note) flush();
    if (change && !inside) hunks_.push_back(static_cast<int>(left.size()));
    inside = change;
    if (line.kind == DiffLine::Kind::note || line.kind == DiffLine::Kind::gap) {
      const bool note = line.kind == DiffLine::Kind::note;
      const std::string text = (note ? "◆ " : "› ") + plainNote(line.text);
      left.push_back({note ? Look::note : Look::gap, text, 0, 0, {}});
      right.push_back({note ? Look::note : Look::gap, "", 0, 0, {}});
      continue;
    }
    const std::string a = textAt(before, line.left), b = textAt(after, line.right);
    if (line.kind == DiffLine::Kind::same) {
      left.push_back({Look::plain, a, line.left + 1, line.right + 1, {}});
      right.push_back({Look::plain, b, line.right + 1, 0, {}});
      continue;
    }
    std::pair<std::vector<WordSpan>, std::vector<WordSpan>> words;
    if (line.kind == DiffLine::Kind::changed) words = changedWords(a, b);
    if (unified_) {
      if (line.left >= 0) left.push_back({Look::removed, a, line.left + 1, 0, {}});
      if (line.right >= 0) waiting.push_back({Look::added, b, 0, line.right + 1, {}});
      continue;
    }
    left.push_back(line.left >= 0 ? SideLine{Look::removed, a, line.left + 1, 0, words.first}
                                  : SideLine{Look::filler, "", 0, 0, {}});
    right.push_back(line.right >= 0 ? SideLine{Look::added, b, line.right + 1, 0, words.second}
                                    : SideLine{Look::filler, "", 0, 0, {}});
  }
  flush();
  left_->setLines(std::move(left), unified_);
  right_->setVisible(!unified_);
  if (!unified_) right_->setLines(std::move(right), false);
}

void DiffView::openGap(int line) {
  // In the unified view rows and composed lines differ: gaps are counted instead.
  if (unified_) {
    const int clicked = left_->gapsUpTo(line);
    int seen = 0;
    for (const DiffLine& composed : lines_) {
      if (composed.kind == DiffLine::Kind::gap && ++seen == clicked) {
        open_.push_back(composed.gap);
        break;
      }
    }
  } else if (line < static_cast<int>(lines_.size()) && lines_[static_cast<size_t>(line)].gap >= 0) {
    open_.push_back(lines_[static_cast<size_t>(line)].gap);
  }
  const int top = left_->verticalScrollBar()->value();
  compose();
  left_->verticalScrollBar()->setValue(top);
}

void DiffView::showHunk(int hunk) {
  if (hunk < 0 || hunk >= hunkCount()) return;
  current_ = hunk;
  left_->scrollToLine(hunks_[static_cast<size_t>(hunk)]);
  if (!unified_) right_->scrollToLine(hunks_[static_cast<size_t>(hunk)]);
  emit hunkChanged(hunk);
}

std::string DiffView::textOf(bool left) const {
  return (left ? left_ : right_)->bytes().toStdString();
}

}  // namespace warpwright::views
