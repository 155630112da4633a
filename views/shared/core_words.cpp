#include "views/shared/core_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/base/number_text.h"

namespace warpwright::views {
namespace {

/// What the core says that the window shows as it is.
[[maybe_unused]] constexpr const char* said[] = {
    QT_TRANSLATE_NOOP("Core", "Accesses"),
    QT_TRANSLATE_NOOP("Core", "accesses"),
    QT_TRANSLATE_NOOP("Core", "Estimated cost"),
    QT_TRANSLATE_NOOP("Core", "relative cost"),
    QT_TRANSLATE_NOOP("Core", "Time"),
    QT_TRANSLATE_NOOP("Core", "fewer"),
    QT_TRANSLATE_NOOP("Core", "more"),
    QT_TRANSLATE_NOOP("Core", "equal"),
    QT_TRANSLATE_NOOP("Core", "Original"),
    QT_TRANSLATE_NOOP("Core", "Bring atomic updates of a block together"),
    QT_TRANSLATE_NOOP("Core", "Merge thread blocks"),
    QT_TRANSLATE_NOOP("Core", "Change the size of blocks"),
    QT_TRANSLATE_NOOP("Core", "Cache policy of loads"),
    QT_TRANSLATE_NOOP("Core", "Pre-execution on the CPU"),
    QT_TRANSLATE_NOOP("Core", "Load once, in front of a loop"),
    QT_TRANSLATE_NOOP("Core", "Step quotients and remainders along a loop"),
    QT_TRANSLATE_NOOP("Core", "End searches early"),
    QT_TRANSLATE_NOOP("Core", "Leave out blocks without work"),
    QT_TRANSLATE_NOOP("Core", "Keep what a later loop loads again"),
    QT_TRANSLATE_NOOP("Core", "Load before waiting"),
    QT_TRANSLATE_NOOP("Core", "Move elements of several rounds at once"),
    QT_TRANSLATE_NOOP("Core", "Prefetch of coming blocks into L2"),
    QT_TRANSLATE_NOOP("Core", "Launch loop as a graph"),
    QT_TRANSLATE_NOOP("Core", "Remove a redundant barrier"),
    QT_TRANSLATE_NOOP("Core", "Copy lookup tables to shared memory"),
    QT_TRANSLATE_NOOP("Core", "Move threads' arrays to shared memory"),
    QT_TRANSLATE_NOOP("Core", "Shared array to global memory"),
    QT_TRANSLATE_NOOP("Core", "Shared array to local memory"),
    QT_TRANSLATE_NOOP("Core", "Shared array to registers"),
    QT_TRANSLATE_NOOP("Core", "Make parameters constants"),
    QT_TRANSLATE_NOOP("Core", "Reorder tasks"),
    QT_TRANSLATE_NOOP("Core", "Merge threads"),
    QT_TRANSLATE_NOOP("Core", "Load what threads share once, into shared memory"),
    QT_TRANSLATE_NOOP("Core", "Unroll loops by another number"),
    QT_TRANSLATE_NOOP("Core", "Move neighbouring elements as vectors"),
    QT_TRANSLATE_NOOP("Core", "Exchange inside a warp"),
    QT_TRANSLATE_NOOP("Core", "applicable"),
    QT_TRANSLATE_NOOP("Core", "refused"),
    QT_TRANSLATE_NOOP("Core", "unknown"),
    QT_TRANSLATE_NOOP("Core", "identical"),
    QT_TRANSLATE_NOOP("Core", "differs"),
    QT_TRANSLATE_NOOP("Core", "not done yet"),
    QT_TRANSLATE_NOOP("Core", "CPU engine of this computer"),
    QT_TRANSLATE_NOOP("Core", "counts, not times: measure on the GPU before you keep a variant"),
    QT_TRANSLATE_NOOP("Core", "registers: estimated"),
    QT_TRANSLATE_NOOP("Core", "registers: ptxas"),
};

QString word(const QString& text) {
  return QCoreApplication::translate("Core", text.toUtf8().constData());
}

}  // namespace

QString counted(uint64_t number, const QString& one, const QString& many) {
  return (number == 1 ? one : many).arg(QString::fromStdString(countText(number)));
}

QString coreWords(const std::string& words) {
  const QString separator = QStringLiteral(" · ");
  QStringList parts = QString::fromStdString(words).split(separator);
  for (QString& part : parts) part = word(part);
  return parts.join(separator);
}

}  // namespace warpwright::views
