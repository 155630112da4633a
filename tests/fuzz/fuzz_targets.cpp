#include "tests/fuzz/fuzz_targets.h"

namespace warpwright::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      {"capture", takeCapture, captureSeeds},
      {"session", takeSession, sessionSeeds},
      {"device", takeDevice},
      {"graph", takeGraph},
      {"traffic_graph", takeTrafficGraph},
      {"ptx", takePtx},
      {"ncu_table", takeNcuTable},
      {"baseline", takeBaseline},
      {"profile", takeProfile},
      {"compile_database", takeCompileDatabase},
      {"folder_flags", takeFolderFlags},
      {"makefile", takeMakefile},
      {"settings", takeSettings},
      {"document", takeDocument, documentSeeds},
      {"trace", takeTrace, traceSeeds},
      {"requests", takeRequests},
      {"editor", takeEditorMessages},
      {"assistant", takeAssistantMessages},
  };
  return all;
}

}  // namespace warpwright::fuzz
