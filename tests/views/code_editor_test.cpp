#include <Qsci/qscilexercpp.h>
#include <sys/stat.h>

#include <QLineEdit>
#include <QSignalSpy>

#include "views/editor/code_editor.h"
#include "views/editor/completion.h"
#include "views/editor/document.h"
#include "views/editor/editor_page.h"
#include "views/editor/find_bar.h"
#include "views/shared/findings.h"
#include "views/shared/theme.h"
#include "views_fixture.h"

using namespace warpwright;
using namespace warpwright::views;
using namespace warpwright::views::testing;

class EditorTest : public QObject {
  Q_OBJECT

 private:
  Theme* theme_ = nullptr;

  static std::vector<EditorFinding> findings() {
    std::vector<EditorFinding> list;
    const AnalysisResult answer = answerFor("/p/a.cu", kernelText);
    for (const Opportunity& opportunity : answer.kernels[0].opportunities) {
      list.push_back({{"/p/a.cu", opportunity.id}, opportunity});
    }
    return list;
  }
  static int styleAt(CodeEditor& editor, const char* text) {
    editor.SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
    const auto at = editor.bytes().indexOf(text);
    return static_cast<int>(editor.SendScintilla(QsciScintilla::SCI_GETSTYLEAT, static_cast<unsigned long>(at)));
  }

 private slots:
  void initTestCase() {
    listenToQt();
    theme_ = new Theme(this);
    theme_->choose(ThemeKind::light);
  }
  void cleanup() { VERIFY_QT_IS_QUIET(); }

  void cudaWordsHaveTheirOwnClasses() {
    CodeEditor editor(*theme_);
    editor.load("__global__ void f(float* a) { if (a) __syncthreads(); return; } // word\n");
    QCOMPARE(styleAt(editor, "__global__"), int(QsciLexerCPP::GlobalClass));
    QCOMPARE(styleAt(editor, "__syncthreads"), int(QsciLexerCPP::GlobalClass));
    QCOMPARE(styleAt(editor, "float"), int(QsciLexerCPP::KeywordSet2));
    QCOMPARE(styleAt(editor, "return"), int(QsciLexerCPP::Keyword));
    QCOMPARE(styleAt(editor, "// word"), int(QsciLexerCPP::CommentLine));
  }

  void marksAndNotesStandAtTheirLines() {
    CodeEditor editor(*theme_);
    editor.load(QByteArray::fromStdString(kernelText));
    editor.setFindings(findings(), {{Diagnostic::Severity::error, {{"/p/a.cu", 5, 1}, 5, 4}, "expected ';'"}});
    QCOMPARE(editor.markersAtLine(1), 1u << 1);
    QCOMPARE(editor.markersAtLine(2), 1u << 0);
    QCOMPARE(editor.markersAtLine(4), 1u << 3);
    QVERIFY(editor.noteAt(3).contains("Keep result in a register."));
    QVERIFY(editor.noteAt(3).contains("Estimate 1.03–1.07×"));
    QVERIFY(editor.noteAt(2).contains("prev stays shared"));
    QVERIFY(editor.noteAt(5).contains("expected ';'"));
    editor.setNotesShown(false);
    QCOMPARE(editor.noteAt(3), QString());
    editor.setFindings({}, {});
    QCOMPARE(editor.markersAtLine(2), 0u);
  }

  void marksMoveWithTypedLines() {
    CodeEditor editor(*theme_);
    editor.load(QByteArray::fromStdString(kernelText));
    editor.setFindings(findings(), {});
    QSignalSpy moved(&editor, &CodeEditor::linesMoved);
    editor.insertAt("// new\n// lines\n", 2, 0);
    QCOMPARE(moved.size(), 1);
    QCOMPARE(moved[0][0].toUInt(), 3u);
    QCOMPARE(moved[0][1].toInt(), 2);
    QCOMPARE(editor.findingsAt(5).size(), size_t(1));
    QCOMPARE(editor.findingsAt(5)[0]->opportunity.subject, std::string("result"));
    QCOMPARE(editor.markersAtLine(4), 1u << 0);
    QVERIFY(editor.noteAt(5).contains("Keep result"));
    editor.undo();
    QCOMPARE(editor.findingsAt(3).size(), size_t(1));
  }

  /// Several edits may begin at one place, as where an argument is added behind another that is replaced: the editor
  /// writes what is written to the disk.
  void editsAtOnePlaceStandInTheirOrder() {
    const std::string text = "f(a);\n";
    const FileEdits edits{"/p/a.cu", hashText(text), {{2, 0, "x, ", ""}, {2, 0, "y, ", ""}, {2, 1, "b", ""}}};
    const Result<std::string> onDisk = applyEdits(edits, text);
    QVERIFY(onDisk.ok());
    QCOMPARE(*onDisk, std::string("f(x, y, b);\n"));
    CodeEditor editor(*theme_);
    editor.load({QByteArray::fromStdString(text)});
    editor.applyEdits(edits.edits);
    QCOMPARE(editor.bytes().toStdString(), *onDisk);
    editor.undo();
    QCOMPARE(editor.bytes().toStdString(), text);
  }

  void editsAreOneUndoStep() {
    CodeEditor editor(*theme_);
    editor.load(QByteArray::fromStdString(kernelText));
    const Rewrite rewrite = rewriteOf("/p/a.cu", kernelText);
    editor.applyEdits(rewrite.files[0].edits);
    QCOMPARE(editor.bytes().toStdString(), *applyEdits(rewrite.files[0], kernelText));
    editor.undo();
    QCOMPARE(editor.bytes().toStdString(), kernelText);
    QVERIFY(!editor.isUndoAvailable());
    QVERIFY(!editor.isModified());
  }

  void bytesThatAreNotUtf8Survive() {
    QTemporaryDir folder;
    const std::string text = "// caf\xe9 \xff\r\nint x;\r\n";
    write(folder.filePath("a.cu"), text);
    const Result<LoadedText> loaded = loadText(folder.filePath("a.cu").toStdString());
    QVERIFY(loaded.ok());
    QVERIFY(!loaded->isUtf8);
    QVERIFY(loaded->windowsLines);
    CodeEditor editor(*theme_);
    editor.load(loaded->bytes);
    QCOMPARE(editor.bytes().toStdString(), text);
  }

  void filesThatAreNoTexts() {
    QTemporaryDir folder;
    write(folder.filePath("binary.cu"), std::string("ELF\0\1\2", 6));
    const Result<LoadedText> binary = loadText(folder.filePath("binary.cu").toStdString());
    QVERIFY(!binary.ok());
    QVERIFY(binary.error().message.find("is not a text") != std::string::npos);
    QVERIFY(!loadText(folder.path().toStdString()).ok());
    QVERIFY(!loadText("/nowhere/at/all.cu").ok());
    write(folder.filePath("empty.cu"), "");
    const Result<LoadedText> empty = loadText(folder.filePath("empty.cu").toStdString());
    QVERIFY(empty.ok());
    QVERIFY(empty->bytes.isEmpty() && empty->isUtf8);
  }

  void unsavedTextIsKeptAside() {
    QTemporaryDir folder;
    const RecoveryStore store((folder.path() + "/recovery").toStdString());
    QVERIFY(store.keep("/p/a.cu", "unsaved").ok());
    QCOMPARE(store.keptFor("/p/a.cu", "on disk").size(), size_t(1));
    QCOMPARE(store.keptFor("/p/a.cu", "on disk")[0].bytes, QByteArray("unsaved"));
    QVERIFY(store.keptFor("/p/a.cu", "unsaved").empty());
    QVERIFY(store.keptFor("/p/b.cu", "").empty());
    store.drop("/p/a.cu");
    QVERIFY(store.keptFor("/p/a.cu", "on disk").empty());
  }

  void savingWhatCannotBeSaved() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.cu");
    write(path, kernelText);
    ::chmod(path.toStdString().c_str(), 0444);
    Findings findings;
    Selection selection;
    const RecoveryStore store((folder.path() + "/recovery").toStdString());
    EditorPage page(*loadText(path.toStdString()), *theme_, findings, selection, store);
    QVERIFY(page.isReadOnly());
    page.editor().insertAt("// mine\n", 0, 0);
    QVERIFY(page.isModified());
    bool answered = false;
    page.save([&](const Status& written) {
      answered = true;
      QVERIFY(!written.ok());
    });
    QTRY_VERIFY(answered);
    // Nothing is lost: not the file, not the text, and the text lies aside too.
    QCOMPARE(read(path), kernelText);
    QVERIFY(page.isModified());
    QTRY_COMPARE(store.keptFor(page.path(), QByteArray::fromStdString(kernelText)).size(), size_t(1));
    ::chmod(path.toStdString().c_str(), 0644);
    answered = false;
    page.save([&](const Status& written) {
      answered = true;
      QVERIFY(written.ok());
    });
    QTRY_VERIFY(answered);
    QCOMPARE(read(path), "// mine\n" + kernelText);
    QVERIFY(!page.isModified());
    QVERIFY(store.keptFor(page.path(), "x").empty());
  }

  void anotherProgramsTextIsNotOverwritten() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.cu");
    write(path, kernelText);
    Findings findings;
    Selection selection;
    EditorPage page(*loadText(path.toStdString()), *theme_, findings, selection,
                    RecoveryStore((folder.path() + "/r").toStdString()));
    page.editor().insertAt("// mine\n", 0, 0);
    write(path, "// theirs\n");
    std::optional<Status> answer;
    page.save([&](const Status& written) { answer = written; });
    QTRY_VERIFY(answer.has_value());
    QVERIFY(!answer->ok());
    QVERIFY(answer->error().kind == ErrorKind::stale);
    QCOMPARE(read(path), std::string("// theirs\n"));
    answer.reset();
    page.save([&](const Status& written) { answer = written; }, true);
    QTRY_VERIFY(answer.has_value());
    QCOMPARE(read(path), "// mine\n" + kernelText);
  }

  void findAndReplace() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.cu");
    write(path, kernelText);
    Findings findings;
    Selection selection;
    EditorPage page(*loadText(path.toStdString()), *theme_, findings, selection,
                    RecoveryStore((folder.path() + "/r").toStdString()));
    FindBar& bar = page.findBar();
    bar.open(true);
    bar.words().setText("RESULT");
    QVERIFY(bar.step(+1));
    QCOMPARE(page.editor().selectedText(), QString("result"));
    int line = 0, column = 0;
    page.editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 2);
    QVERIFY(bar.step(+1));
    page.editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 6);
    QVERIFY(bar.step(-1));
    page.editor().getCursorPosition(&line, &column);
    QCOMPARE(line, 2);
    bar.replacement().setText("kept");
    QCOMPARE(bar.replaceAll(), 3);
    QVERIFY(page.text().find("result") == std::string::npos);
    page.editor().undo();
    QCOMPARE(page.text(), kernelText);
    bar.words().setText("nowhere");
    QVERIFY(!bar.step(+1));
  }

  void changeBarTellsSavedFromUnsaved() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.cu");
    write(path, kernelText);
    Findings findings;
    Selection selection;
    EditorPage page(*loadText(path.toStdString()), *theme_, findings, selection,
                    RecoveryStore((folder.path() + "/r").toStdString()));
    page.editor().insertAt("// mine\n", 0, 0);
    QTRY_COMPARE(page.editor().markersAtLine(0), 1u << 5);
    bool saved = false;
    page.save([&](const Status& written) { saved = written.ok(); });
    QTRY_VERIFY(saved);
    QTRY_COMPARE(page.editor().markersAtLine(0), 1u << 4);
  }

  void everyThemeRestyles() {
    CodeEditor editor(*theme_);
    editor.load(QByteArray::fromStdString(kernelText));
    for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::highContrast, ThemeKind::light}) {
      theme_->choose(kind);
      const long back = editor.SendScintilla(QsciScintilla::SCI_STYLEGETBACK,
                                             static_cast<unsigned long>(QsciScintilla::STYLE_DEFAULT));
      const QColor paper(static_cast<int>(back & 0xff), static_cast<int>((back >> 8) & 0xff),
                         static_cast<int>((back >> 16) & 0xff));
      QCOMPARE(paper, theme_->color("surface"));
    }
  }

  void severalFindingsInALineShareItsMark() {
    CodeEditor editor(*theme_);
    editor.load("a\nb\n__shared__ int result[4];\n");
    const auto finding = [](VerdictKind verdict) {
      EditorFinding made;
      made.opportunity = makeOpportunity("f.cu", "result", 3, verdict);
      return made;
    };
    editor.setFindings({finding(VerdictKind::refused), finding(VerdictKind::applicable), finding(VerdictKind::refused)},
                       {});
    // The shape of what can be done, alone; the reason of both refusals once.
    QCOMPARE(editor.markersAtLine(2), 1u);
    QCOMPARE(editor.noteAt(3).count("stays shared"), 1);
    QCOMPARE(editor.noteAt(3).count('\n'), 1);
  }

  void heatStandsBesideItsLines() {
    views::Theme theme;
    CodeEditor editor(theme);
    editor.load("a\nb\nc\nd\n");
    const HeatMap heat = heatOfCounts("Memory accesses, engine", "f.cu", {{1, 10}, {2, 60}, {3, 30}, {4, 0.1}});
    QCOMPARE(heat.lines.size(), size_t(3));
    QCOMPARE(heat.lines[1].level, 5);
    QCOMPARE(heatWords(heat, heat.lines[1]), std::string("Heat of line 2: 60 percent, Memory accesses, engine"));
    editor.setHeat(heat);
    QCOMPARE(editor.heatAt(2), QString("60 %"));
    QCOMPARE(editor.heatAt(4), QString());
    QVERIFY(editor.marginWidth(3) > 0);
    // It moves with its line.
    editor.insertAt("new\n", 0, 0);
    QCOMPARE(editor.heatAt(3), QString("60 %"));
    editor.setHeat({});
    QCOMPARE(editor.marginWidth(3), 0);
    QCOMPARE(editor.heatAt(3), QString());
  }

  void completesWhatIsInScopeAndWhatCudaGives() {
    CodeEditor editor(*theme_);
    const std::string text =
        "float scale(float from, int times) {\n  return from * times;\n}\n"
        "__global__ void thin(const float* source, int count) {\n"
        "  const int column = threadIdx.x;\n"
        "  // columbus is only mentioned\n"
        "  float other = source[col];\n"
        "}\n"
        "__global__ void next(int colour) {}\n";
    editor.load(QByteArray::fromStdString(text));
    const auto names = [&](const std::string& prefix, const std::string& before) {
      QStringList list;
      for (const Completion& one : completionsAt(text, text.find(before) + before.size(), prefix))
        list << QString::fromStdString(one.name);
      return list.join(' ');
    };
    QCOMPARE(names("col", "source[col"), QString("column"));  // not of another function, not of a comment
    QCOMPARE(names("sca", "source["), QString("scale"));
    QVERIFY(names("__shfl", "source[").contains("__shfl_xor_sync"));
    QCOMPARE(names("threadI", "source["), QString("threadIdx"));
    QCOMPARE(signatureOf(text, "scale"), std::string("float scale(float from, int times)"));
    QVERIFY(signatureOf(text, "atomicCAS").starts_with("T atomicCAS(T* address, T compare"));
    QCOMPARE(callAround("a = atomicCAS(&x[f(1, 2)], ", 27).argument, 1);
    QCOMPARE(callAround("a = atomicCAS(&x[f(1, 2)], ", 27).name, std::string("atomicCAS"));
    QVERIFY(callAround("a = 1;", 6).name.empty());
    // In the editor the list comes by itself after three letters, and by the command at once.
    editor.resize(600, 300);
    editor.show();
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    editor.setCursorPosition(6, 26);  // behind source[col
    QVERIFY(editor.SendScintilla(QsciScintilla::SCI_AUTOCACTIVE) == 0);
    QTest::keyClicks(&editor, "u");
    QVERIFY(editor.SendScintilla(QsciScintilla::SCI_AUTOCACTIVE) == 1);
    QTest::keyClick(&editor, Qt::Key_Return);
    QVERIFY(editor.text(6).contains("source[column]"));
    editor.insertAt("  atomicAdd", 6, 0);
    editor.setCursorPosition(6, 11);
    QTest::keyClicks(&editor, "(");
    QVERIFY(editor.SendScintilla(QsciScintilla::SCI_CALLTIPACTIVE) == 1);
  }

  void typesAtSeveralPlaces() {
    CodeEditor editor(*theme_);
    editor.load("int a = b;\nint c = b;\nint bb = b;\n");
    editor.setCursorPosition(0, 8);
    for (int i = 0; i < 3; ++i) editor.addNextCursor();
    editor.show();
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    QTest::keyClicks(&editor, "x");
    QCOMPARE(editor.bytes(), QByteArray("int a = x;\nint c = x;\nint bb = x;\n"));
  }
};

QTEST_MAIN(EditorTest)
#include "code_editor_test.moc"
