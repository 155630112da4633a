#include <QTest>

#include "analysis/analyzer/finding_cache.h"

using namespace warpwright;
using analysis::FindingCache;

class FindingCacheTest : public QObject {
  Q_OBJECT
 private slots:
  // A kernel that stands three lines further down: so does all that its findings name, and nothing else.
  void movesWhatFindingsName() {
    FindingCache::Key key;
    key.file = "/p/a.cu";
    key.firstLine = 10;
    Opportunity found;
    found.range = {{"/p/a.cu", 12, 3}, 14, 9};
    found.title = {"Remove the barrier at %1", lineText(13)};
    found.reason = {"%1 reads %2 bytes of what %3 wrote, at %4; line 11 stays.", linesText({12, 14, 20}), 16,
                    lineText(SourcePosition{"/p/b.cu", 5, 1}), lineText(SourcePosition{"/p/a.cu", 11, 2})};
    found.evidence = {{{"/p/a.cu", 12, 3}, {"as %1 does", Message("%1", lineText(11))}}, {{"/p/b.cu", 5, 1}, "b"}};
    found.assumptions = {{{"%1 at %2 stays inside", code("m"), lineText(12)}, "subscript=m@12"}};
    found.proofSeconds = 1;
    FindingCache cache;
    cache.keep(key, {found});
    key.firstLine = 13;
    const auto moved = cache.find(key);
    QVERIFY(moved && moved->size() == 1);
    const Opportunity& now = moved->front();
    QCOMPARE(now.range.begin.line, 15u);
    QCOMPARE(now.range.endLine, 17u);
    QCOMPARE(toText(now.title), std::string("Remove the barrier at line 16"));
    QCOMPARE(toText(now.reason),
             std::string("lines 15, 17 and 23 reads 16 bytes of what line 5 wrote, at line 14; line 11 stays."));
    QCOMPARE(now.evidence[0].at.line, 15u);
    QCOMPARE(toText(now.evidence[0].text), std::string("as line 14 does"));
    QCOMPARE(now.evidence[1].at.line, 5u);
    QCOMPARE(toText(now.assumptions[0].text), std::string("`m` at line 15 stays inside"));
    QCOMPARE(now.assumptions[0].check, std::string("subscript=m@15"));
    QCOMPARE(now.proofSeconds, 0.0);
    key.firstLine = 10;
    QVERIFY(cache.find(key)->front().reason == found.reason);
  }
};

QTEST_GUILESS_MAIN(FindingCacheTest)
#include "finding_cache_test.moc"
