#pragma once

#include <string>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"
#include "core/report/heat.h"
#include "views/editor/code_view.h"
#include "views/editor/load_marks.h"
#include "views/shared/selection.h"

namespace warpwright::views {

/// A finding as the editor marks it.
struct EditorFinding {
  FindingKey key;
  Opportunity opportunity;
  bool isAlternative = false;  ///< a trade that another finding of the line speaks for: in menus and tool tips only
  bool isQuiet = false;        ///< a trade, or about loads that are marked themselves: only its mark is shown
};

/// The source editor: verdict shapes, line numbers, change bar and folding in its margins, underlines, notes between
/// the lines. Marks, underlines and notes move with the text until the next answer replaces them.
class CodeEditor : public CodeView {
  Q_OBJECT
 public:
  explicit CodeEditor(Theme& theme, QWidget* parent = nullptr);

  /// Replaces all marks, underlines and notes.
  void setFindings(std::vector<EditorFinding> findings, std::vector<Diagnostic> errors);
  /// Replaces what stands at the loads.
  void setLoads(std::vector<EditorLoad> loads);
  std::vector<const EditorLoad*> loadsAt(uint32_t line) const { return loads_.at(line); }
  /// What is said where the mouse rests in a line (from 1); empty: nothing.
  QString toolTipAt(uint32_t line) const;
  /// Which lines (from 1) differ from what was opened, and are saved or not.
  void setChangedLines(const std::vector<int>& saved, const std::vector<int>& unsaved);
  /// Fills the heat margin; an empty map takes it away. Values move with their lines until the next one.
  void setHeat(const HeatMap& heat);
  /// What the heat margin says beside a line (from 1); empty: nothing.
  QString heatAt(uint32_t line) const;
  void setNotesShown(bool shown);
  bool notesShown() const { return notesShown_; }
  /// Marks the lines that carry the reasons of the selected finding.
  void setEvidenceLines(const std::vector<uint32_t>& lines);
  /// Carries the edits out as one undo step; marks outside them stay. Requires: made for this text.
  void applyEdits(const std::vector<TextEdit>& edits);
  /// Replaces the text as one undo step.
  void replaceText(const QByteArray& text);
  /// Findings whose subject stands in that line (from 1), as they were given last and moved since.
  std::vector<const EditorFinding*> findingsAt(uint32_t line) const;
  /// Lists what can stand at the cursor; by itself after three letters of a word. False: nothing can.
  bool complete(bool asked = true);
  /// The cursor at the next place of the selected word as well; the first call selects the word it stands in.
  void addNextCursor();
  /// The cursor still stands where loading left it, and nothing was typed.
  bool isUntouched() const;
  /// Text of the annotations below a line (from 1), for tests.
  QString noteAt(uint32_t line) const;

 signals:
  /// The text changed by typing, undo or edits (not by loading).
  void edited();
  /// Everything from `line` (from 1) on moved by `delta` lines.
  void linesMoved(uint32_t line, int delta);
  void findingClicked(const warpwright::views::FindingKey& key);

 protected:
  void restyle() override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void setUpMargins();
  void restyleHeat();
  void setUpIndicators();
  void releaseKeys();
  void markFindings();
  void markNotes();
  void markLaunches();
  void underline(int indicator, const SourceRange& range, const std::string& subject);
  void onModified(int position, int type, int linesAdded);
  void onMarginClick(int line);
  void onLoadsClick(int line);
  void onDwell(int position, int x, int y);
  void onTyped(int character);
  void showSignature();
  std::string wordBefore(int position) const;

  std::vector<EditorFinding> findings_;
  std::vector<Diagnostic> errors_;
  LoadMarks loads_;
  bool notesShown_ = true;
  bool loading_ = false;

 public:
  /// Loads a text: no undo step, no `edited`.
  void load(const QByteArray& text);
};

}  // namespace warpwright::views
