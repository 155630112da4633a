// What variables of a Makefile are at its end, against what GNU make says of the same text, and what is turned down.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "analysis/makefile/make_reader.h"
#include "core/base/file.h"

using namespace warpwright;
using makefile::Makefile;
using makefile::readMakefile;

class MakeReaderTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  std::string path(const char* name) const { return folder_->filePath(name).toStdString(); }
  std::string write(const char* name, const std::string& text) {
    const std::string file = path(name);
    [&] { QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(file)).path())); }();
    [&] { QVERIFY(writeFileAtomically(file, text).ok()); }();
    return file;
  }
  Result<Makefile> read(const std::string& text) {
    return readMakefile(write("project/Makefile", text), path("project"));
  }
  /// The value of $(x), with "?" where something is not known, or what is wrong.
  QString valueOfX(const std::string& text) {
    Result<Makefile> made = read(text);
    if (!made.ok()) return QString::fromStdString(made.error().message);
    const std::string value = made->values.expand("$(x)");
    QString shown;
    for (size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '\x01') i = value.find('\x02', i);
      shown += value[i] == '\x02' ? QString("?") : QString(QChar(value[i]));
    }
    return shown;
  }

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void knowsValues_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* text, const char* value) { QTest::newRow(text) << text << value; };
    row("x = a b", "a b");
    row("y = 1\nx = $(y)\ny = 2", "2");
    row("y = 1\nx := $(y)\ny = 2", "1");
    row("y = 1\nx ::= $(y)\ny = 2", "1");
    row("x = 1\nx ?= 2", "1");
    row("x ?= 2", "2");
    row("y = 1\nx = a\nx += $(y)\ny = 2", "a 2");
    row("y = 1\nx := a\nx += $(y)\ny = 2", "a 1");
    row("x += a", "a");
    row("y=1\nx=${y}$(y)", "11");
    row("y=1\nx=$y$$y", "1$y");
    row("x = a \\\n    b \\\n\tc", "a b c");
    row("x = a # no", "a ");
    row("x = a\\#b", "a#b");
    row("x = 'a b' \"c\"", "'a b' \"c\"");
    row("x=http://a:80/b", "http://a:80/b");
    row("override x = 1\nx = 2", "1");
    row("export x = 3", "3");
    row("define x\na\nb\nendef", "a\nb");
    row("define x =\ndefine y\nendef\nendef", "define y\nendef");
    row("x=1\nundefine x", "");
    row("x = 1\r\n", "1");
    row("n = y\ny = 4\nx = $($(n))", "4");
    row("s = a.cu b/c.cu d\nx = $(s:.cu=.o)", "a.o b/c.o d");
    row("s = a.cu b/c.cu d\nx = $(s:%.cu=o/%.o)", "o/a.o o/b/c.o d");
    row("x = $(subst sm_,,sm_60) $(patsubst %.c,%.o,a.c b.h)", "60 a.o b.h");
    row("x = $(addprefix -I,a b)$(addsuffix /x,c)", "-Ia -Ibc/x");
    row("x = $(filter %.c,a.c b.h) $(filter-out %.c,a.c b.h) $(sort b a b)", "a.c b.h a b");
    row("x = $(dir a/b c) $(notdir a/b c) $(suffix a.b c) $(basename a/b.c)", "a/ ./ b c .b a/b");
    row("x = $(word 2,a b c)$(words a b)$(firstword a b)$(lastword a b)$(wordlist 2,3,a b c)", "b2abb c");
    row("x = $(if a,b,c)$(if ,b,c)$(or ,a)$(and a,)$(strip  a  b )", "bcaa b");
    row("x = $(foreach i,1 2,-D$(i))", "-D1 -D2");
    row("f = $(2)-$(1)\nx = $(call f,a,b)", "b-a");
    row("$(eval x = 5)", "5");
    row("define f\n$(1) = $(2)\nendef\n$(eval $(call f,x,6))", "6");
    row("x = $(findstring a,bac)$(join a b,1 2)", "aa1 b2");
    row("x = $(origin y)$(origin CC)$(origin x)$(flavor x)", "undefineddefaultfilerecursive");
    row("x = $(CC) $(CXX) $(EXTRA_CFLAGS)", "cc g++ ");
    row("ifeq (a,a)\nx = 1\nelse\nx = 2\nendif", "1");
    row("ifneq (a,a)\nx = 1\nelse\nx = 2\nendif", "2");
    row("ifeq 'a' \"a\"\nx = 1\nendif", "1");
    row("y = no\nifeq ($(y),yes)\nx = 1\nelse ifeq ($(y),no)\nx = 2\nelse\nx = 3\nendif", "2");
    row("y = \nifdef y\nx = 1\nelse ifndef y\nx = 2\nendif", "2");
    row("ifdef z\nifeq (a\nx = 1\nendif\nendif\nx = 2", "2");
    row("ifeq (1,1)\nifeq (1,2)\nx = 1\nelse\nx = 2\nendif\nelse\nx = 3\nendif # end", "2");
    row("  ifeq ($(strip a ),a)\n  x = 1\n  endif", "1");
    row("a: x = 1\nx = 2", "2");
    row("a:\n\tx = 1\nx = 2", "2");
    row("\tx = 1", "1");  // no rule came before
  }
  void knowsValues() {
    QFETCH(QString, text);
    QFETCH(QString, value);
    QCOMPARE(valueOfX(text.toStdString()), value);
  }

  void saysWhatIsNotKnown_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* text, const char* value) { QTest::newRow(text) << text << value; };
    row("x = a $(shell nproc) b", "a ? b");
    row("x != nproc", "?");
    row("x = $(x)", "?");
    row("x = $(y)\ny = a $(x)", "a ?");
    row("x = $(strange a,b)c", "?c");
    row("x = $(HOME)/a", "?/a");
    row("x = a $(y", "a ?");
    row("y := $(shell date)\nx = -D$(y) $(addprefix -I,$(y) b) $(filter a%,ab $(y))", "-D? -I? -Ib ab ?");
    row("y := $(shell date)\nx = $(words $(y)) $(word 1,$(y) a) $(lastword $(y) a)", "? ? a");
    // Whether a line counts decides whether its value is known.
    row("x = 1\nifeq ($(shell date),a)\nx = 2\nendif", "?");
    row("x = 1\nifeq ($(shell date),a)\nelse\nx += 2\nendif", "1 ?");
    row("x = 1\nifdef HOME\nx = 2\nendif", "?");
    row("ifeq (a,a)\nx = 1\nelse ifeq ($(shell date),a)\nx = 2\nendif", "1");
    // What is not read may have set anything, also what nobody else sets.
    row("y = 1\ninclude ../outside.mk\nx = $(y)$(z)", "??");
    row("include $(shell ls)\nx = 1$(z)", "1?");
    row("include none.mk\nx = $(z)", "?");
    row("-include none.mk\nx = $(z)", "");
    row("$(strange a)\nx = 1$(z)", "1?");
    row("$(shell echo y) = 1\nx = $(z)", "?");
  }
  void saysWhatIsNotKnown() {
    QFETCH(QString, text);
    QFETCH(QString, value);
    write("outside.mk", "y = 2\n");
    QCOMPARE(valueOfX(text.toStdString()), value);
  }

  void turnsDownWhatMakeDoesNotTake_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* text, const char* said) { QTest::newRow(text) << text << said; };
    row("x = 1\nifeq (a,a)\nx = 2", "has no `endif`");
    row("x = 1\nendif", "line 2: this conditional");
    row("else", "line 1: this conditional");
    row("ifeq (a,a)\nelse\nelse\nendif", "line 3: this conditional");
    row("ifeq a b\nendif", "line 1: this conditional");
    row("define x\na", "has no `endef`");
    row("a b c", "line 1: this is neither a rule nor a variable");
    row("include Makefile", "includes itself");
    row("include a.mk", "includes itself");
  }
  void turnsDownWhatMakeDoesNotTake() {
    QFETCH(QString, text);
    QFETCH(QString, said);
    write("project/a.mk", "include b.mk\n");
    write("project/b.mk", "include a.mk\n");
    const QString value = valueOfX(text.toStdString());
    QVERIFY2(value.contains(said), qPrintable(value));
  }

  void readsIncludedFilesOfTheProject() {
    write("project/make/common.mk", "y = $(CURDIR)\nz = 1\n");
    write("project/make/more.mk", "z += 2\n");
    QCOMPARE(valueOfX("include make/*.mk\nx = $(z) $(notdir $(MAKEFILE_LIST))"),
             QString("1 2 Makefile common.mk more.mk"));
    QCOMPARE(valueOfX("include $(CURDIR)/make/common.mk\nx = $(y)").toStdString(), path("project"));
    // A link out of the project is not followed.
    write("outside.mk", "y = 2\n");
    QVERIFY(QFile::link(folder_->filePath("outside.mk"), folder_->filePath("project/link.mk")));
    QCOMPARE(valueOfX("-include link.mk\nx = $(y)"), QString("?"));
  }

  void looksForFilesOfTheProjectOnly() {
    write("project/a.cu", "");
    write("project/src/b.cu", "");
    write("other/c.cu", "");
    QVERIFY(QFile::link(folder_->filePath("other"), folder_->filePath("project/link")));
    QCOMPARE(valueOfX("x = $(wildcard *.cu src/*.cu ../other/*.cu link/*.cu none.cu)"), QString("a.cu src/b.cu"));
  }

  void staysSmallWhateverTheTextIs() {
    std::string doubled = "a0 = aaaaaaaaaaaaaaaa\n";
    for (int i = 1; i < 60; ++i) {
      const std::string before = "$(a" + std::to_string(i - 1) + ")";
      doubled += "a" + std::to_string(i) + " = " + before + before + "\n";
    }
    QVERIFY(valueOfX(doubled + "x = $(a59)\n").size() < 100'000'000);
    QVERIFY(valueOfX(doubled + "x := $(a59)\n").contains('?'));
    QCOMPARE(valueOfX("x = " + std::string(500'000, 'a')).size(), 500'000);
    QVERIFY(valueOfX("x = " + std::string(10'000'000, 'a')).contains("larger than"));
    QVERIFY(valueOfX("x = " + std::string(300'000, '$') + "(").size() < 400'000);
    std::string nested;
    for (int i = 0; i < 100'000; ++i) nested += "$(";
    QVERIFY(valueOfX("x = " + nested).contains('?'));
    QVERIFY(valueOfX("x = " + nested + std::string(100'000, ')')).contains('?'));
    QVERIFY(valueOfX(std::string(100'000, '\\') + "\nx = 1").size() < 1000);
    QVERIFY(valueOfX("f = $(call f,$(1)a)\nx = $(call f,b)").contains('?'));
    QVERIFY(!valueOfX("define f\n$$(eval $$(f))\nendef\n$(eval $(f))\nx = 1").isEmpty());
    QVERIFY(valueOfX(std::string("x = \0 1", 7)).contains("not a text file"));
  }
};

QTEST_GUILESS_MAIN(MakeReaderTest)
#include "make_reader_test.moc"
