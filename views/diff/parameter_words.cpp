#include "views/diff/parameter_words.h"

#include <QCoreApplication>

namespace warpwright::views {
namespace {

constexpr const char* context = "ParameterWords";

/// What passes say of their parameters and of values.
[[maybe_unused]] constexpr const char* said[] = {
    QT_TRANSLATE_NOOP("ParameterWords", "Merged into one"),
    QT_TRANSLATE_NOOP("ParameterWords", "Along"),
    QT_TRANSLATE_NOOP("ParameterWords", "Merged work lies"),
    QT_TRANSLATE_NOOP("ParameterWords", "Distance between them"),
    QT_TRANSLATE_NOOP("ParameterWords", "Order of loads"),
    QT_TRANSLATE_NOOP("ParameterWords", "Rounds loaded at once"),
    QT_TRANSLATE_NOOP("ParameterWords", "Rounds at once"),
    QT_TRANSLATE_NOOP("ParameterWords", "Kept in"),
    QT_TRANSLATE_NOOP("ParameterWords", "registers"),
    QT_TRANSLATE_NOOP("ParameterWords", "shared memory"),
    QT_TRANSLATE_NOOP("ParameterWords", "Rounds that are kept"),
    QT_TRANSLATE_NOOP("ParameterWords", "Rounds in one"),
    QT_TRANSLATE_NOOP("ParameterWords", "Elements a thread"),
    QT_TRANSLATE_NOOP("ParameterWords", "Threads a block"),
    QT_TRANSLATE_NOOP("ParameterWords", "Waves read ahead"),
    QT_TRANSLATE_NOOP("ParameterWords", "Threads in one go"),
    QT_TRANSLATE_NOOP("ParameterWords", "Groups between two looks"),
    QT_TRANSLATE_NOOP("ParameterWords", "Fetched for one thread in"),
    QT_TRANSLATE_NOOP("ParameterWords", "Rounds in one graph"),
    QT_TRANSLATE_NOOP("ParameterWords", "Data in"),
    QT_TRANSLATE_NOOP("ParameterWords", "interleaved"),
    QT_TRANSLATE_NOOP("ParameterWords", "side by side"),
    QT_TRANSLATE_NOOP("ParameterWords", "as launched"),
    QT_TRANSLATE_NOOP("ParameterWords", "a constant"),
    QT_TRANSLATE_NOOP("ParameterWords", "as written"),
    QT_TRANSLATE_NOOP("ParameterWords", "loads first"),
};

QString translated(const std::string& words) {
  return QCoreApplication::translate(context, words.c_str());
}

}  // namespace

QString parameterWords(const PassDescription& pass, const std::string& parameter) {
  return translated(parameterTitle(pass, parameter));
}

QString valueWords(const PassDescription& pass, const std::string& parameter, const std::string& value) {
  return translated(valueTitle(pass, parameter, value));
}

}  // namespace warpwright::views
