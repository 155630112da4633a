#include "app/cli/commands.h"

namespace warpwright::cli {

const std::vector<Command>& allCommands() {
  static const std::vector<Command> commands = {
      {"analyze", "Find what may move, with proof", addAnalyzeCommand, "Find and change",
       "  warpwright analyze src\n"
       "  warpwright analyze pathfinder.cu --only applicable -- -I include -DN=16"},
      {"rewrite", "Write the change of one finding", addRewriteCommand, "Find and change",
       "  warpwright rewrite pathfinder.cu --opportunity shared_to_register-12ab --diff\n"
       "  warpwright rewrite pathfinder.cu --opportunity thread_compaction-34cd --set factor=4 --output variant"},
      {"run", "Run a CUDA program on the processor, with checks if asked", addRunCommand, "Run and compare",
       "  warpwright run pathfinder.cu --check -- 100000 100 20\n"
       "  warpwright run pathfinder.cu --capture launch.wwcap --kernel dynproc_kernel -- 100000 100 20"},
      {"verify", "Run two programs on the same input and compare what they compute", addVerifyCommand,
       "Run and compare",
       "  warpwright verify pathfinder.cu --opportunity shared_to_register-12ab -- 100000 100 20\n"
       "  warpwright verify pathfinder.cu --against mine.cu --metrics -- 100000 100 20"},
      {"capture", "Run a program on a GPU and keep one launch with the memory it may touch", addCaptureCommand,
       "Run and compare",
       "  warpwright capture -o launch.wwcap --source pathfinder.cu --kernel dynproc_kernel -- ./pathfinder 100000 100 "
       "20\n"
       "  warpwright capture --list -- ./pathfinder 100000 100 20"},
      {"profile", "Run a program on a GPU and rank its kernels by the time they take", addProfileCommand,
       "Run and compare", "  warpwright profile --trace launches.json -- ./pathfinder 100000 100 20"},
      {"replay", "Run a captured launch again, with variants of its kernel, and compare all memory", addReplayCommand,
       "Run and compare",
       "  warpwright replay launch.wwcap --on cpu --variant mine.cu\n"
       "  warpwright replay launch.wwcap --on gpu --variant mine.cu --cache warm"},
      {"tune", "Write variants of a kernel, judge each on a captured launch, keep the best", addTuneCommand, "Measure",
       "  warpwright tune pathfinder.cu --kernel dynproc_kernel --on cpu --session p.wws -- 100000 100 20\n"
       "  warpwright tune pathfinder.cu --kernel dynproc_kernel --on gpu --session p.wws --capture launch.wwcap "
       "--budget 5m"},
      {"try", "Analyse, rewrite a copy, run both and write a report, in one go", addTryCommand, "Find and change",
       "  warpwright try pathfinder.cu -- 100000 100 20\n"
       "  warpwright try src --compiler-flag=-Iinclude --report report.html -- input.txt\n"
       "  warpwright try pathfinder.cu --on gpu --budget 45s -- 4000000 101 20"},
      {"report", "Write a session as a page, SARIF, a patch or JSON", addReportCommand, "Measure",
       "  warpwright report p.wws --output report.html\n"
       "  warpwright report p.wws --patch changes.patch --sarif findings.sarif"},
      {"import", "Take what Nsight Compute measured (ncu --csv) into a session", addImportCommand, "Measure",
       "  ncu --csv --page raw -i report.ncu-rep > original.csv\n"
       "  warpwright import original.csv --session s.wws"},
      {"compare", "Compare what two sessions measured, and fail on a regression if asked", addCompareCommand, "Measure",
       "  warpwright compare before.wws after.wws --fail-on-regression 3%"},
      {"occupancy", "Blocks and warps a multiprocessor can hold, and what limits them", addOccupancyCommand, "Models",
       "  warpwright occupancy --device H200 --block 256 --registers 40 --shared 8192"},
      {"cache-policy", "Solve a traffic-reduction graph: which loads to cache, which to bypass", addCachePolicyCommand,
       "Models", "  warpwright cache-policy pathfinder.cu --kernel dynproc_kernel --device H200 -- 100000 100 20"},
      {"partition", "Say which tasks of an irregular kernel should share a thread block", addPartitionCommand, "Models",
       "  warpwright partition matrix.mtx --tasks-per-block 256 --output blocks.txt\n"
       "  warpwright partition spmv.cu --kernel spmv --trace -- matrix.mtx"},
      {"preexec", "Write a program with which the CPU reads ahead of a kernel, for fused chips", addPreexecCommand,
       "Models",
       "  warpwright preexec pathfinder.cu --kernel dynproc_kernel --output ahead\n"
       "  warpwright preexec pathfinder.cu --kernel dynproc_kernel --model -- 100000 100 20"},
      {"lsp", "Show findings in editors: a language server on standard input and output", addLspCommand,
       "Editors and assistants", "  warpwright lsp"},
      {"mcp", "Give coding assistants tools: Model Context Protocol on standard input and output", addMcpCommand,
       "Editors and assistants", "  warpwright mcp --root /home/me/project"},
      {"doctor", "Say what was found on this machine, what is missing and what works", addDoctorCommand, "This machine",
       "  warpwright doctor"},
  };
  return commands;
}

}  // namespace warpwright::cli
