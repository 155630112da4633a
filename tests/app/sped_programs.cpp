// Prints what `try --on gpu --format json` says of whole programs, a line each: for the test of schemas.
#include "tests/app/sped_programs.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/try_gpu_text.h"

int main() {
  for (const warpwright::ProgramSpeedup& one : warpwright::spedPrograms())
    std::printf("%s\n", warpwright::cli::speedupJson(one, one.isChanged() ? "main-faster.patch" : "").dump().c_str());
  return 0;
}
