#include <QTest>
#include <QXmlStreamReader>

#include "core/report/report_input.h"
#include "core/report/tuning_course.h"
#include "tests/core/report/tuned_report.h"
#include "tests/support/described_passes.h"

using namespace warpwright;

namespace {

TuningOutcome outcome(const std::string& change, std::optional<double> score, const std::string& verdict = {}) {
  TuningOutcome made;
  if (!change.empty()) made.steps = {{change, {}}};
  made.accepted = score.has_value();
  made.score = score;
  if (score && !verdict.empty()) made.scoreLow = *score - 1, made.scoreHigh = *score + 1;
  if (!score) made.reason = "Results differ in `out`.";
  made.verdict = verdict;
  return made;
}

/// A tuning that judges the original, something worse, something that differs, something better and the best.
TuningTable tableOf(bool isTime = false) {
  const std::string faster = isTime ? "FASTER" : "", same = isTime ? "SAME" : "";
  TuningHistory history;
  history.add(outcome("", 100));
  history.add(outcome("worse", 120, same));
  history.add(outcome("differs", {}));
  history.add(outcome("better", 90, faster));
  history.add(outcome("low, but not sure", 70, same));
  history.add(outcome("best", 80, faster));
  history.add(outcome("later", 85, faster));
  return tuningTable(
      {"k", "cpu", "sm_90", isTime ? gpuTime : "engine/accesses", isTime ? "ms" : "accesses", "once", ""}, history, {},
      describedPasses(), {});
}

bool isXml(const std::string& elements) {
  QXmlStreamReader reader("<svg>" + QString::fromStdString(elements) + "</svg>");
  while (!reader.atEnd()) reader.readNext();
  return !reader.hasError();
}

size_t countOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

class TuningCourseTest : public QObject {
  Q_OBJECT
 private slots:
  void pointsStandInTheOrderJudged() {
    const TuningTable table = tableOf();
    QCOMPARE(table.rows[0].name, std::string("low, but not sure"));  // the best first
    const TuningCourse course = courseOf(table);
    QCOMPARE(course.points.size(), size_t(7));
    std::vector<std::string> names;
    for (const TuningCourse::Point& point : course.points) {
      QCOMPARE(point.order, names.size() + 1);
      QCOMPARE(table.rows[point.row].order, point.order);
      names.push_back(point.name);
    }
    QCOMPARE(names, (std::vector<std::string>{"Original", "worse", "differs", "better", "low, but not sure", "best",
                                              "later"}));
    QVERIFY(course.points[0].isOriginal);
    QVERIFY(!course.points[2].value);
    QVERIFY(course.points[4].isBest);
    QCOMPARE(course.summary, std::string("6 variants in the order judged; the best is number 5, low, but not sure"));
  }

  void theBestSoFarIsWhatTuningCallsBest() {
    const auto bestOf = [](const TuningCourse& course) {
      std::vector<double> best;
      for (const TuningCourse::Point& point : course.points) best.push_back(point.best.value_or(0));
      return best;
    };
    QCOMPARE(bestOf(courseOf(tableOf())), (std::vector<double>{100, 100, 100, 90, 70, 70, 70}));
    // Of times, only what is surely faster leads: the line ends at the best of the table.
    const TuningCourse times = courseOf(tableOf(true));
    QCOMPARE(bestOf(times), (std::vector<double>{100, 100, 100, 90, 90, 80, 80}));
    QVERIFY(times.points[5].isBest && times.points[5].led && !times.points[4].led);
    QCOMPARE(times.axis, std::string("Median time, ms"));
  }

  void eachPointSaysItsFigures() {
    const TuningCourse times = courseOf(tableOf(true));
    QCOMPARE(
        times.points[3].words,
        std::string("4 of 7, better: 90.00 (89.00–91.00) ms, 1.11× against the original, FASTER; the best so far"));
    QCOMPARE(times.points[5].words.substr(times.points[5].words.size() - 15), std::string("the best of all"));
    QCOMPARE(times.points[2].words, std::string("3 of 7, differs: Results differ in out."));
    const std::string csv = courseCsv(times);
    QVERIFY(csv.starts_with("order,variant,value,low,high,best_so_far\n1,\"Original\",100,,,100\n"));
    QVERIFY(csv.find("3,\"differs\",,,,100\n") != std::string::npos);
    QVERIFY(csv.find("4,\"better\",90,89,91,90\n") != std::string::npos);
  }

  void thePictureIsToScale() {
    const TuningCourse course = courseOf(tableOf(true));
    constexpr double width = 400, height = 240;
    const std::vector<CourseMark> marks = courseMarks(course, width, height);
    QCOMPARE(marks.size(), course.points.size());
    for (size_t i = 1; i < marks.size(); ++i) QVERIFY(marks[i].x > marks[i - 1].x);
    for (const CourseMark& mark : marks) QVERIFY(mark.x > 0 && mark.x < width && mark.y > 0 && mark.y < height);
    // Less is lower, in proportion; what could not be used is below everything.
    QVERIFY(marks[4].y > marks[5].y && marks[5].y > marks[0].y && marks[0].y > marks[1].y);
    QVERIFY(std::abs((marks[4].y - marks[0].y) - 1.5 * (marks[4].y - marks[3].y) * 1.0) < 1e-6);
    for (size_t i = 0; i < marks.size(); ++i) QVERIFY(i == 2 || marks[2].y > marks[i].y + 5);
    const std::string svg = courseSvg(course, width, height, fileInk(Theme::light));
    QVERIFY(isXml(svg));
    QCOMPARE(countOf(svg, "<circle"), size_t(5));
    QCOMPARE(countOf(svg, "<rect"), size_t(1));
    QCOMPARE(countOf(svg, "best so far"), size_t(1));
  }

  void oneValueHasAPicture() {
    for (const double value : {0.0, 1e-3, 5.0, 4e12}) {
      TuningHistory history;
      history.add(outcome("", value));
      const TuningCourse course =
          courseOf(tuningTable({"k", "cpu", "", "engine/accesses", "", "", ""}, history, {}, describedPasses(), {}));
      QCOMPARE(course.points.size(), size_t(1));
      const CourseMark mark = courseMarks(course, 300, 200)[0];
      QVERIFY(mark.x > 70 && mark.x < 290 && mark.y > 10 && mark.y < 180);
      const std::string svg = courseSvg(course, 300, 200, fileInk(Theme::light));
      QVERIFY(isXml(svg) && svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
    }
  }

  void tablesWithoutAnOrderHaveNone() {
    TuningTable old = tableOf();
    for (TuningRow& row : old.rows) row.order = 0;
    QVERIFY(courseOf(old).isEmpty());
    QVERIFY(courseMarks(courseOf(old), 300, 200).empty());
    QVERIFY(courseOf({}).isEmpty());
    // What no figure was taken of tells nothing.
    TuningHistory history;
    history.add(outcome("differs", {}));
    QVERIFY(courseOf(tuningTable({}, history, {}, describedPasses(), {})).isEmpty());
  }

  void theOrderIsKeptInSessions() {
    const TuningTable table = tableOf(true);
    const Result<TuningTable> again = tuningTableFromJson(toJson(table));
    QVERIFY(again.ok());
    QCOMPARE(courseCsv(courseOf(*again)), courseCsv(courseOf(table)));
    QVERIFY(toJson(table).dump().find("\"led\":true") != std::string::npos);
  }

  void theReportHasThePicture() {
    ReportInput input = tunedReport();
    QVERIFY(htmlReport(input).find("How the tuning went") == std::string::npos);
    TuningTable table = tableOf(true);
    table.rows[1].name = "a < b";
    input.tunings = {table};
    const std::string html = htmlReport(input);
    QVERIFY(html.find("How the tuning went") != std::string::npos);
    QVERIFY(html.find("best so far") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TuningCourseTest)
#include "tuning_course_test.moc"
