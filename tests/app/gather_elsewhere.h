#pragma once

#include <QFile>
#include <QTest>

#include "core/base/file.h"
#include "tests/app/command.h"
#include "tests/app/gather_program.h"

namespace warpwright {

inline void putText(const QString& folder, const QString& name, const std::string& text) {
  QVERIFY(writeFileAtomically((folder + "/" + name).toStdString(), text).ok());
}

/// Makes main.cu in the folder, its variants same.cu, wrong.cu, broken.cu (does not compile) and endless.cu, and
/// a.wwcap, a captured launch of it.
inline void captureGather(const QString& folder) {
  const std::string start = "int sum = 0, k = 0;", end = "out[i] = tile[threadIdx.x];";
  putText(folder, "main.cu", gatherProgram);
  putText(folder, "same.cu", gatherWith(end, "out[i] = sum;"));
  putText(folder, "wrong.cu", gatherWith(end, "out[i] = sum + (i == 7);"));
  putText(folder, "broken.cu", gatherWith(start, "int sum = 0, k = 0"));
  putText(folder, "endless.cu", gatherWith(start, start + " for (volatile int* w = seen; *w >= 0;) ;"));
  const Answer captured = callWarpwright({"run", "main.cu", "--cuda", "none", "--quiet", "--capture", "a.wwcap",
                                          "--kernel", "gather", "--launch-index", "1"},
                                         folder, {}, 240000);
  QVERIFY2(captured.code == 0, captured.error.c_str());
}

/// What was judged at `target` is known here afterwards, in the same session, and agrees with what is judged here.
inline void tuneHereAndAt(const QString& target, const QString& folder) {
  QVERIFY(QFile::copy(QString(SAMPLE) + "/grid_path.cu", folder + "/grid_path.cu"));
  const auto tune = [&](const QString& on, const QString& budget) {
    return callWarpwright({"tune", "grid_path.cu", "--kernel", "descend", "--on", on, "--session", "t.wws", "--cuda",
                           "none", "--format", "json", "--budget", budget, "--", "2000", "11", "5"},
                          folder, {}, 240000);
  };
  const Answer here = tune("cpu", "0s"), there = tune(target, "10s"), again = tune("cpu", "0s");
  QVERIFY2(here.code == 0 && there.code == 0 && again.code == 0, (here.error + there.error + again.error).c_str());
  QVERIFY2(there.value()["judged_now"] > 0, there.output.c_str());
  // A variant that was judged there is known here, by its counts.
  QVERIFY(again.value()["judged_now"] == 0 && again.value()["variants"] == there.value()["variants"]);
  QVERIFY(there.value()["variants"].size() > 1 && there.value()["variants"][1].contains("score"));
  QVERIFY(there.value()["variants"][0] == here.value()["variants"][0]);
}

}  // namespace warpwright
