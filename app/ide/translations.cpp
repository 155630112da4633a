#include "app/ide/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <cstring>

namespace {

/// Qt's tools know classes by their last name where they stand in a namespace that is written in one piece.
class ByLastName final : public QTranslator {
 public:
  using QTranslator::QTranslator;
  QString translate(const char* context, const char* text, const char* about, int number) const override {
    const QString found = QTranslator::translate(context, text, about, number);
    const char* colon = std::strrchr(context, ':');
    return found.isNull() && colon ? QTranslator::translate(colon + 1, text, about, number) : found;
  }
};

}  // namespace

void installTranslations(QCoreApplication& application) {
  auto* own = new ByLastName(&application);
  if (!own->load(QLocale(), "warpwright", "_", ":/translations")) return;  // it belongs to the application
  QCoreApplication::installTranslator(own);
  auto* ofQt = new QTranslator(&application);
  if (ofQt->load(QLocale(), "qtbase", "_", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(ofQt);
}
