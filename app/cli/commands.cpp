#include "app/cli/commands.h"

namespace warpwright::cli {

const std::vector<Command>& allCommands() {
  static const std::vector<Command> commands = {
      {"analyze", "Find what may move, with proof", addAnalyzeCommand, "Find and change"},
      {"rewrite", "Write the change of one finding", addRewriteCommand, "Find and change"},
      {"run", "Run a CUDA program on the processor, with checks if asked", addRunCommand, "Run and compare"},
      {"verify", "Run two programs on the same input and compare what they compute", addVerifyCommand,
       "Run and compare"},
      {"capture", "Run a program on a GPU and keep one launch with the memory it may touch", addCaptureCommand,
       "Run and compare"},
      {"profile", "Run a program on a GPU and rank its kernels by the time they take", addProfileCommand,
       "Run and compare"},
      {"replay", "Run a captured launch again, with variants of its kernel, and compare all memory", addReplayCommand,
       "Run and compare"},
      {"tune", "Write variants of a kernel, judge each on a captured launch, keep the best", addTuneCommand, "Measure"},
      {"try", "Analyse, rewrite a copy, run both and write a report, in one go", addTryCommand, "Find and change"},
      {"report", "Write a session as a page, SARIF, a patch or JSON", addReportCommand, "Measure"},
      {"import", "Take what Nsight Compute measured (ncu --csv) into a session", addImportCommand, "Measure"},
      {"compare", "Compare what two sessions measured, and fail on a regression if asked", addCompareCommand,
       "Measure"},
      {"occupancy", "Blocks and warps a multiprocessor can hold, and what limits them", addOccupancyCommand, "Models"},
      {"cache-policy", "Solve a traffic-reduction graph: which loads to cache, which to bypass", addCachePolicyCommand,
       "Models"},
      {"partition", "Say which tasks of an irregular kernel should share a thread block", addPartitionCommand,
       "Models"},
      {"preexec", "Write a program with which the CPU reads ahead of a kernel, for fused chips", addPreexecCommand,
       "Models"},
      {"lsp", "Show findings in editors: a language server on standard input and output", addLspCommand,
       "Editors and assistants"},
      {"mcp", "Give coding assistants tools: Model Context Protocol on standard input and output", addMcpCommand,
       "Editors and assistants"},
      {"doctor", "Say what was found on this machine, what is missing and what works", addDoctorCommand,
       "This machine"},
  };
  return commands;
}

}  // namespace warpwright::cli
