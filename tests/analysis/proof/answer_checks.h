#pragma once

#include <QTest>

#include <string>

#include "analysis/proof/proof.h"

namespace warpwright::testing {

/// Everything an answer says, for failure messages and searches.
inline std::string textOf(const proof::Answer& answer) {
  std::string text = answer.kind == proof::Answer::Kind::holds      ? "holds: "
                     : answer.kind == proof::Answer::Kind::violated ? "violated: "
                                                                    : "unknown: ";
  text += toText(answer.reason);
  for (const Evidence& evidence : answer.evidence)
    text += "\n  line " + std::to_string(evidence.at.line) + ": " + toText(evidence.text);
  for (const Assumption& assumption : answer.assumptions)
    text += "\n  if " + toText(assumption.text) + " [" + toString(assumption.check) + "]";
  return text;
}

}  // namespace warpwright::testing

#define IS(answer, expected)                                           \
  QVERIFY2((answer).kind == warpwright::proof::Answer::Kind::expected, \
           qPrintable(QString::fromStdString(warpwright::testing::textOf(answer))))
#define SAYS(answer, what)                                                      \
  QVERIFY2(warpwright::testing::textOf(answer).find(what) != std::string::npos, \
           qPrintable(QString::fromStdString(warpwright::testing::textOf(answer))))
#define DOES_NOT_SAY(answer, what)                                              \
  QVERIFY2(warpwright::testing::textOf(answer).find(what) == std::string::npos, \
           qPrintable(QString::fromStdString(warpwright::testing::textOf(answer))))
