#pragma once

#include <QtGlobal>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/finding/pass_description.h"
#include "test_data.h"

namespace warpwright {

/// What the passes say of themselves, for tests that do not link them: tests/passes/descriptions.json, which
/// test_pass_list holds against the passes.
inline const PassDescriptions& describedPasses() {
  static const PassDescriptions passes = [] {
    const Result<std::string> text = readFile(std::string(WARPWRIGHT_TEST_DATA) + "/passes/descriptions.json");
    if (!text.ok()) qFatal("%s", text.error().message.c_str());
    const auto read = passesFromJson(nlohmann::json::parse(*text));
    if (!read.ok()) qFatal("%s", read.error().message.c_str());
    return *read;
  }();
  return passes;
}

}  // namespace warpwright
