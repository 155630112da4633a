// Files of a project that say how it is compiled and looked at.
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/folder_flags.h"
#include "analysis/frontend/makefile_flags.h"
#include "analysis/frontend/project_settings.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/input_file.h"

namespace warpwright::fuzz {

void takeCompileDatabase(std::string_view bytes) {
  inputFile("project/.git/HEAD", "ref: refs/heads/main\n");
  inputFile("project/a.cu", "#include \"b.cu\"\n__global__ void k(int* p) { *p = 1; }\n");
  inputFile("project/b.cu", "");
  inputFile("project/flags.txt", "-DRESPONSE @flags.txt");
  const std::filesystem::path database = inputFile("project/compile_commands.json", bytes);
  (void)frontend::findUnits(database, {"-DMINE"});
}

void takeFolderFlags(std::string_view bytes) {
  const std::filesystem::path source = inputFile("flags/src/a.cu", "__global__ void k(int* p) { *p = 1; }\n");
  inputFile("flags/compile_flags.txt", bytes);
  const std::filesystem::path settings = inputFile("flags/.clangd", bytes);
  (void)frontend::FolderFlags().of(source, settings.parent_path());
}

void takeMakefile(std::string_view bytes) {
  const std::filesystem::path source = inputFile("made/src/a.cu", "__global__ void k(int* p) { *p = 1; }\n");
  inputFile("made/more.mk", "FLAGS += -DMORE\n");
  inputFile("made/Makefile", bytes);
  const std::filesystem::path root = source.parent_path().parent_path();
  (void)frontend::MakefileFlags().of(source, root);
  if (Result<makefile::CompileWays> ways = makefile::CompileWays::read(root / "Makefile", root); ways.ok())
    (void)ways->executables();
}

void takeSettings(std::string_view bytes) {
  const std::filesystem::path folder = inputFile("settings/.warpwright.toml", bytes).parent_path();
  (void)frontend::settingsFor(folder, folder);
}

}  // namespace warpwright::fuzz
