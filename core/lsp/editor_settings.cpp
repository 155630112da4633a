#include "core/lsp/editor_settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpwright::lsp {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

class Reader {
 public:
  Reader(const json& options, Words& problems) : options_(options), problems_(problems) {}

  const json* find(const char* name) {
    known_.emplace_back(name);
    const auto found = options_.find(name);
    return found == options_.end() || found->is_null() ? nullptr : &*found;
  }
  void read(const char* name, bool& value) {
    if (const json* found = find(name)) found->is_boolean() ? void(value = *found) : complain(name, "true or false");
  }
  void read(const char* name, std::string& value) {
    if (const json* found = find(name))
      found->is_string() ? void(value = found->get<std::string>()) : complain(name, "a string");
  }
  bool read(const char* name, Words& value) {
    const json* found = find(name);
    if (!found) return false;
    const bool isList =
        found->is_array() && std::all_of(found->begin(), found->end(), [](const json& one) { return one.is_string(); });
    if (isList)
      value = found->get<Words>();
    else
      complain(name, "a list of strings");
    return isList;
  }
  void complainOfOthers() {
    for (const auto& [name, value] : options_.items()) {
      if (std::find(known_.begin(), known_.end(), name) == known_.end())
        problems_.push_back("Warpwright has no option `" + name + "`.");
    }
  }
  void complain(const std::string& name, const std::string& wanted) {
    problems_.push_back("The option `" + name + "` of Warpwright takes " + wanted + ".");
  }

 private:
  const json& options_;
  Words& problems_;
  Words known_;
};

}  // namespace

EditorSettings settingsFromJson(const json& options, Words& problems) {
  EditorSettings settings;
  if (options.is_null()) return settings;
  if (!options.is_object()) {
    problems.emplace_back("The options of Warpwright are no object.");
    return settings;
  }
  Reader reader(options, problems);
  Words shown, passes;
  if (reader.read("show", shown)) {
    settings.showsTrades = false;
    for (const std::string& one : shown) {
      bool* const shows = one == "trades"    ? &settings.showsTrades
                          : one == "unknown" ? &settings.showsUnknown
                          : one == "refused" ? &settings.showsRefused
                                             : nullptr;
      if (shows)
        *shows = true;
      else
        reader.complain("show", "`trades`, `unknown` and `refused`, not `" + one + "`");
    }
  }
  reader.read("errors", settings.showsErrors);
  reader.read("flags", settings.flags);
  reader.read("launches", settings.launches);
  reader.read("arguments", settings.arguments);
  if (reader.read("passes", passes)) settings.passes = passes;
  reader.read("arch", settings.arch);
  reader.read("device", settings.device);
  reader.read("cuda", settings.toolkit);
  reader.read("program", settings.program);
  reader.complainOfOthers();
  return settings;
}

}  // namespace warpwright::lsp
