#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::fuzz {

/// One way by which bytes that nobody here wrote come in. Whatever they are, `take` comes back: with no crash, no
/// exception, no leak and in less than ten seconds.
struct Target {
  const char* name;  ///< of its folder below tests/fuzz/corpus
  void (*take)(std::string_view bytes);
  std::vector<std::string> (*seeds)() = nullptr;  ///< made by code, where a text cannot be kept; null: none
};

/// All of them.
const std::vector<Target>& targets();

// Files that a user names.
void takeCapture(std::string_view bytes);
std::vector<std::string> captureSeeds();
void takeSession(std::string_view bytes);
std::vector<std::string> sessionSeeds();
void takeDevice(std::string_view bytes);
void takeGraph(std::string_view bytes);
void takeTrafficGraph(std::string_view bytes);
void takePtx(std::string_view bytes);
void takeNcuTable(std::string_view bytes);
void takeBaseline(std::string_view bytes);
void takeProfile(std::string_view bytes);

// Files of a project.
void takeCompileDatabase(std::string_view bytes);
void takeFolderFlags(std::string_view bytes);
void takeMakefile(std::string_view bytes);
void takeSettings(std::string_view bytes);

// What other processes say.
void takeDocument(std::string_view bytes);
std::vector<std::string> documentSeeds();
void takeTrace(std::string_view bytes);
std::vector<std::string> traceSeeds();
void takeRequests(std::string_view bytes);
void takeEditorMessages(std::string_view bytes);
void takeAssistantMessages(std::string_view bytes);

}  // namespace warpwright::fuzz
