#include "views/diff/parameter_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <utility>

namespace warpwright::views {
namespace {

constexpr const char* context = "ParameterWords";

using Words = std::pair<const char*, const char*>;

constexpr Words names[] = {
    {"c_factor", QT_TRANSLATE_NOOP("ParameterWords", "Merged into one")},
    {"dimension", QT_TRANSLATE_NOOP("ParameterWords", "Along")},
    {"assignment", QT_TRANSLATE_NOOP("ParameterWords", "Merged work lies")},
    {"stride", QT_TRANSLATE_NOOP("ParameterWords", "Distance between them")},
    {"memory", QT_TRANSLATE_NOOP("ParameterWords", "Order of loads")},
    {"tile", QT_TRANSLATE_NOOP("ParameterWords", "Rounds loaded at once")},
    {"at_once", QT_TRANSLATE_NOOP("ParameterWords", "Rounds at once")},
    {"width", QT_TRANSLATE_NOOP("ParameterWords", "Elements a thread")},
    {"threads", QT_TRANSLATE_NOOP("ParameterWords", "Threads a block")},
    {"waves", QT_TRANSLATE_NOOP("ParameterWords", "Waves read ahead")},
    {"unroll_factor", QT_TRANSLATE_NOOP("ParameterWords", "Threads in one go")},
    {"batch_size", QT_TRANSLATE_NOOP("ParameterWords", "Groups between two looks")},
    {"skip_factor", QT_TRANSLATE_NOOP("ParameterWords", "Fetched for one thread in")},
    {"rounds", QT_TRANSLATE_NOOP("ParameterWords", "Rounds in one graph")},
    {"data", QT_TRANSLATE_NOOP("ParameterWords", "Data in")},
};
constexpr Words values[] = {
    {"interleaved", QT_TRANSLATE_NOOP("ParameterWords", "interleaved")},
    {"blocked", QT_TRANSLATE_NOOP("ParameterWords", "side by side")},
    {"read", QT_TRANSLATE_NOOP("ParameterWords", "as launched")},
    {"constant", QT_TRANSLATE_NOOP("ParameterWords", "a constant")},
    {"in_order", QT_TRANSLATE_NOOP("ParameterWords", "as written")},
    {"loads_first", QT_TRANSLATE_NOOP("ParameterWords", "loads first")},
};

template <size_t N>
QString wordsOf(const Words (&list)[N], const std::string& name) {
  const auto found =
      std::find_if(std::begin(list), std::end(list), [&](const Words& one) { return one.first == name; });
  return found == std::end(list) ? QString::fromStdString(name) : QCoreApplication::translate(context, found->second);
}

}  // namespace

QString parameterWords(const std::string& name) {
  return wordsOf(names, name);
}

QString valueWords(const std::string& value) {
  return wordsOf(values, value);
}

}  // namespace warpwright::views
