// Rewrites in a user's style: the golden cases of all passes, in a project with a .clang-format. What is written is
// what is written without it, token by token; lines that the rewrite leaves alone stay; and the compiler has nothing
// against it.

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/analyzer/analysis.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/passes/all_passes.h"
#include "analysis/rewrite/style/formatting.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/finding/rewrite.h"
#include "test_data.h"

using namespace warpwright;

namespace {

/// Every so many cases, the compiler reads the result, too.
constexpr int readOneOf = 8;

constexpr const char* styles[] = {"BasedOnStyle: Google\n",
                                  "BasedOnStyle: LLVM\nBreakBeforeBraces: Allman\nUseTab: Always\nIndentWidth: 4\n"
                                  "TabWidth: 4\nColumnLimit: 60\n"};

std::vector<std::string> tokensOf(const std::string& text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus17 = language.CUDA = language.Bool = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());
  std::vector<std::string> tokens;
  clang::Token token;
  for (bool isDirective = false; !lexer.LexFromRawLexer(token);) {
    if (token.isAtStartOfLine() && (isDirective || token.is(clang::tok::hash))) tokens.emplace_back("\n");
    if (token.isAtStartOfLine()) isDirective = token.is(clang::tok::hash);
    tokens.push_back(text.substr(static_cast<size_t>(lexer.getBufferLocation() - text.data()) - token.getLength(),
                                 token.getLength()));
  }
  return tokens;
}

/// The text without any blanks: what is written of it, comments too.
std::string inkOf(std::string text) {
  for (size_t at = text.find("\\\n"); at != std::string::npos; at = text.find("\\\n", at)) text.erase(at, 2);
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  return text;
}

/// The lines of a text that another one has, too.
std::vector<int> linesKept(const std::string& text, const std::string& other) {
  std::vector<int> lines;
  for (const DiffRow& row : diffRows(text, other)) {
    if (row.kind == DiffRow::Kind::same) lines.push_back(row.left);
  }
  return lines;
}

}  // namespace

class FormattedRewritesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  frontend::UnitParser parser_{[] {
    frontend::ParseOptions options;
    options.headers = frontend::HeaderMode::own;
    options.deviceIr = false;
    return options;
  }()};
  int cases_ = 0, changed_ = 0;

  // The project has the case and what it includes, in a folder of the case's own.
  std::string projectOf(const QString& name, const QString& file) {
    const QString project = folder_.filePath(name);
    if (!QDir().mkpath(project + "/.git") || !QFile::copy(file, project + "/a.cu")) return "";
    for (const QFileInfo& one : QFileInfo(file).dir().entryInfoList({"*.inc"}, QDir::Files)) {
      QFile::copy(one.filePath(), project + "/" + one.fileName());
    }
    return project.toStdString();
  }

  void compiles(const std::string& file, const std::string& text) {
    parser_.setOpenTexts({{file, text}});
    frontend::CompileCommand command;
    command.file = file;
    command.folder = "/";
    const Result<frontend::ParsedUnit> unit = parser_.parse(command, {});
    QVERIFY2(unit.ok(), unit.ok() ? "" : unit.error().message.c_str());
    QVERIFY2(unit->summary().errors.empty(), text.c_str());
  }

  // One text, written without and with a style, of the text before it.
  void agree(const std::string& before, const std::string& plain, const std::string& inStyle) {
    const std::string shown = unifiedDiff(plain, inStyle, "plain", "in style");
    QVERIFY2(tokensOf(inStyle) == tokensOf(plain), shown.c_str());
    QVERIFY2(inkOf(inStyle) == inkOf(plain), shown.c_str());
    const std::vector<int> kept = linesKept(before, inStyle);
    for (const int line : linesKept(before, plain)) {
      QVERIFY2(std::find(kept.begin(), kept.end(), line) != kept.end(), shown.c_str());
    }
  }

 private slots:
  void cases_data() {
    QTest::addColumn<QString>("file");
    for (const auto& pass : passes::allPasses()) {
      const QDir cases(QString(WARPWRIGHT_TEST_DATA) + "/passes/" + QString::fromStdString(pass->about().id));
      for (const QString& name : cases.entryList({"positive_*.expected.cu"}, QDir::Files, QDir::Name)) {
        const QString bare = name.chopped(static_cast<int>(qstrlen(".expected.cu")));
        QTest::newRow(qPrintable(cases.dirName() + "/" + bare)) << cases.filePath(bare + ".cu");
      }
    }
  }
  void cases() {
    QFETCH(QString, file);
    const std::string project = projectOf(QString::number(++cases_), file), path = project + "/a.cu";
    const std::string before = *readFile(path), plain = *readFile(file.chopped(3).toStdString() + ".expected.cu");
    const std::vector<TextEdit> edits = editsBetween(path, before, plain).edits;
    for (const char* style : styles) {
      QVERIFY(writeFileAtomically(project + "/.clang-format", style).ok());
      const Result<std::string> inStyle =
          applyEdits({path, hashText(before), rewrite::formatted(path, before, edits, {})}, before);
      QVERIFY2(inStyle.ok(), inStyle.ok() ? "" : inStyle.error().message.c_str());
      agree(before, plain, *inStyle);
      if (QTest::currentTestFailed()) return;
      changed_ += *inStyle != plain;
      if (cases_ % readOneOf == 0) compiles(path, *inStyle);
      if (QTest::currentTestFailed()) return;
    }
  }

  void mostAreFormatted() {
    if (cases_ > 0) QVERIFY2(changed_ > cases_, qPrintable(QString("%1 of %2").arg(changed_).arg(cases_)));
  }

  // The whole way, from the finding to the text that was read again for host and device.
  void analyzer_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"shared_to_global/positive_neighbours", "thread_compaction/positive_neighbour_stencil"}) {
      QTest::newRow(name) << name;
    }
  }
  void analyzer() {
    QFETCH(QString, name);
    const QString file = QString(WARPWRIGHT_TEST_DATA) + "/passes/" + name + ".cu";
    const std::string project = projectOf("analyzed_" + name.section('/', 0, 0), file), path = project + "/a.cu";
    const std::string before = *readFile(path);
    analysis::AnalyzeOptions options;
    options.parse.headers = frontend::HeaderMode::own;
    options.passes = {name.section('/', 0, 0).toStdString()};
    analysis::Analyzer analyzer(options);
    const Result<AnalysisResult> result = analyzer.analyze({path}, {}, {});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    const auto& findings = result->kernels.front().opportunities;
    const auto isApplicable = [](const Opportunity& one) { return one.verdict == VerdictKind::applicable; };
    const auto finding = std::find_if(findings.begin(), findings.end(), isApplicable);
    QVERIFY(finding != findings.end());
    std::vector<std::string> written;
    for (const char* style : {"DisableFormat: true\n", styles[1]}) {
      QVERIFY(writeFileAtomically(project + "/.clang-format", style).ok());
      const Result<Rewrite> rewrite = analyzer.rewrite(path, finding->id, {}, {});
      QVERIFY2(rewrite.ok(), rewrite.ok() ? "" : rewrite.error().message.c_str());
      written.push_back(*applyEdits(rewrite->files.at(0), before));
    }
    QVERIFY(written[0] != written[1]);
    agree(before, written[0], written[1]);
  }
};

QTEST_GUILESS_MAIN(FormattedRewritesTest)
#include "formatted_rewrites_test.moc"
