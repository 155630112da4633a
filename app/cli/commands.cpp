#include "app/cli/commands.h"

namespace warpwright::cli {

const std::vector<Command>& allCommands() {
  static const std::vector<Command> commands = {
      {"analyze", "Find what may move, with proof", addAnalyzeCommand},
      {"rewrite", "Write the change of one finding", addRewriteCommand},
      {"run", "Run a CUDA program on the processor, with checks if asked", addRunCommand},
      {"verify", "Run two programs on the same input and compare what they compute", addVerifyCommand},
      {"capture", "Run a program on a GPU and keep one launch with the memory it may touch", addCaptureCommand},
      {"profile", "Run a program on a GPU and rank its kernels by the time they take", addProfileCommand},
      {"replay", "Run a captured launch again, with variants of its kernel, and compare all memory", addReplayCommand},
      {"tune", "Write variants of a kernel, judge each on a captured launch, keep the best", addTuneCommand},
      {"try", "Analyse, rewrite a copy, run both and write a report, in one go", addTryCommand},
      {"report", "Write a session as a page, SARIF, a patch or JSON", addReportCommand},
      {"occupancy", "Blocks and warps a multiprocessor can hold, and what limits them", addOccupancyCommand},
      {"cache-policy", "Solve a traffic-reduction graph: which loads to cache, which to bypass", addCachePolicyCommand},
      {"partition", "Say which tasks of an irregular kernel should share a thread block", addPartitionCommand},
      {"preexec", "Write a program with which the CPU reads ahead of a kernel, for fused chips", addPreexecCommand},
      {"lsp", "Show findings in editors: a language server on standard input and output", addLspCommand},
      {"mcp", "Give coding assistants tools: Model Context Protocol on standard input and output", addMcpCommand},
      {"doctor", "Say what was found on this machine, what is missing and what works", addDoctorCommand},
  };
  return commands;
}

}  // namespace warpwright::cli
