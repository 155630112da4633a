#pragma once

#include <string>
#include <vector>

#include "core/capture/capture_file.h"

namespace warpwright {

/// Memory of an imagined launch: `input` is read, `result` written, `table` is a variable.
struct SampleMemory {
  std::string input, resultBefore, resultAfter, table;

  static SampleMemory ofSize(size_t bytes) {
    SampleMemory memory{std::string(bytes, '\0'), std::string(bytes, '\0'), std::string(bytes, '\0'), "variable"};
    for (size_t i = 0; i < bytes; ++i) {
      memory.input[i] = static_cast<char>(i * i >> 3);
      memory.resultAfter[i] = static_cast<char>(i * 7 + (i >> 8));
    }
    return memory;
  }
};

/// A capture of that memory; `writer` has stored it.
inline LaunchCapture sampleCapture(CaptureWriter& writer, const SampleMemory& memory) {
  LaunchCapture capture;
  capture.producer = "engine";
  capture.program = {
      "/p/main.cu", {"-DN=3"}, {"100", "a b"}, "/p", "sm_90", "none", {{"/p/main.cu", 0x0123456789abcdef}}};
  capture.kernel = {"scale", "_Z5scalePfi", "scale(float*, int)", {"/p/main.cu", 12, 1}, {8, 4}, 0};
  capture.at = {"/p/main.cu", 40, 3};
  capture.kernelLaunch = 2;
  capture.programLaunch = 5;
  capture.grid = {7, 1, 1};
  capture.block = {64, 2, 1};
  capture.dynamicSharedBytes = 256;
  capture.arguments = {{0, 8, std::string("\x00\x00\x10\x00\x00\x20\x00\x00", 8)},
                       {8, 4, std::string("\x03\x00\x00\x00", 4)}};
  const uint64_t size = memory.input.size();
  capture.memory.push_back({CapturedMemory::Kind::variable,
                            "table",
                            0x200000100000,
                            memory.table.size(),
                            0,
                            "",
                            {},
                            writer.store(memory.table),
                            writer.store(memory.table),
                            std::nullopt});
  capture.memory.push_back({CapturedMemory::Kind::device,
                            "input",
                            0x200001000000,
                            size,
                            0,
                            "float",
                            {"/p/main.cu", 30, 1},
                            writer.store(memory.input),
                            writer.store(memory.input),
                            std::nullopt});
  capture.memory.push_back({CapturedMemory::Kind::managed,
                            "result",
                            0x200001000000 + 2 * size,
                            size,
                            0,
                            "float",
                            {},
                            writer.store(memory.resultBefore),
                            writer.store(memory.resultAfter),
                            Tolerance{1e-6, 0.5}});
  capture.notes = {"a note"};
  return capture;
}

}  // namespace warpwright
