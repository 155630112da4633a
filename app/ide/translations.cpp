#include "app/ide/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <cstring>

namespace {

/// What Qt itself says in dialogs and menus of fields: its own translations are a package that may not be there.
[[maybe_unused]] constexpr const char* saidByQt[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),        QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),      QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),     QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),          QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),          QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
    QT_TRANSLATE_NOOP("QLineEdit", "Delete"),         QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"), QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All"),
};

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
