#include "analysis/frontend/known_libraries.h"

#include <algorithm>
#include <cctype>

namespace warpwright::frontend {
namespace {

constexpr struct {
  std::string_view prefix, name;
} libraries[] = {{"cublas", "cuBLAS"},
                 {"cufft", "cuFFT"},
                 {"curand_mtgp32", "cuRAND's MTGP32"},
                 {"cusparse", "cuSPARSE"},
                 {"cusolver", "cuSOLVER"},
                 {"cudnn", "cuDNN"},
                 {"nppi", "NPP"},
                 {"npps", "NPP"},
                 {"npp", "NPP"},
                 {"nvjpeg", "nvJPEG"},
                 {"nvrtc", "NVRTC"},
                 {"nvml", "NVML"},
                 {"nccl", "NCCL"},
                 {"nvJitLink", "nvJitLink"},
                 {"thrust/", "Thrust"},
                 {"cub/", "CUB"},
                 {"mma.h", "matrix multiplication on tensor cores (mma.h)"},
                 {"cutlass/", "CUTLASS"},
                 {"cuda_gl_interop.h", "OpenGL"},
                 {"cudaGL.h", "OpenGL"},
                 {"GL/", "OpenGL"},
                 {"GLUT/", "OpenGL"},
                 {"GLES", "OpenGL ES"},
                 {"EGL/", "EGL"},
                 {"cudaEGL.h", "EGL"},
                 {"vulkan/", "Vulkan"},
                 {"GLFW/", "GLFW"},
                 {"mpi.h", "MPI"},
                 {"nvshmem", "NVSHMEM"},
                 {"optix", "OptiX"},
                 {"FreeImage.h", "FreeImage"},
                 {"nvsci", "NvSci"},
                 {"nvmedia", "NvMedia"},
                 {"cudla.h", "cuDLA"},
                 {"d3d", "Direct3D"},
                 {"dxgi", "Direct3D"},
                 {"cuda_d3d", "Direct3D"}};

/// How the names of a library's functions begin.
constexpr struct {
  std::string_view header, calls;
} callPrefixes[] = {{"cublas", "cublas"},
                    {"cufft", "cufft"},
                    {"curand", "curand"},
                    {"cusparse", "cusparse"},
                    {"cusolver", "cusolver"},
                    {"cudnn", "cudnn"},
                    {"npp", "npp"},
                    {"nvjpeg", "nvjpeg"},
                    {"nvrtc", "nvrtc"},
                    {"nvml", "nvml"},
                    {"nccl", "nccl"},
                    {"nvJitLink", "nvJitLink"},
                    {"cuda_gl_interop.h", "cudaGL"},
                    {"cuda_gl_interop.h", "cudaGraphics"},
                    {"cudaGL.h", "cuGL"},
                    {"GL/", "gl"},
                    {"GLUT/", "glut"},
                    {"EGL/", "egl"},
                    {"vulkan/", "vk"},
                    {"GLFW/", "glfw"},
                    {"mpi.h", "MPI_"},
                    {"nvshmem", "nvshmem"},
                    {"optix", "optix"},
                    {"FreeImage.h", "FreeImage_"},
                    {"nvsci", "NvSci"}};

}  // namespace

std::string libraryOfHeader(std::string_view header) {
  for (const auto& library : libraries) {
    if (header.substr(0, library.prefix.size()) == library.prefix) return std::string(library.name);
  }
  return "";
}

std::vector<LibraryCall> libraryCalls(std::string_view text, std::string_view header) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto belongs = [&](std::string_view word) {
    return std::any_of(std::begin(callPrefixes), std::end(callPrefixes), [&](const auto& one) {
      return header.starts_with(one.header) && word.size() > one.calls.size() && word.starts_with(one.calls);
    });
  };
  std::vector<LibraryCall> calls;
  unsigned line = 1;
  const auto skipTo = [&](size_t from, std::string_view end) {
    const size_t at = text.find(end, from);
    const size_t until = at == std::string_view::npos ? text.size() : at + end.size();
    line += static_cast<unsigned>(std::count(text.begin() + from, text.begin() + until, '\n'));
    return until;
  };
  for (size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//"))
      i = skipTo(i, "\n");
    else if (rest.starts_with("/*"))
      i = skipTo(i + 2, "*/");
    else if (rest[0] == '"') {
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i) i += text[i] == '\\';
      if (i < text.size() && text[i] == '"') ++i;
    } else if (isWord(rest[0])) {
      const size_t end = static_cast<size_t>(std::find_if_not(rest.begin(), rest.end(), isWord) - rest.begin());
      const size_t next = rest.find_first_not_of(" \t", end);
      const std::string_view word = rest.substr(0, end);
      const bool known =
          std::any_of(calls.begin(), calls.end(), [&](const LibraryCall& one) { return one.name == word; });
      if (next != std::string_view::npos && rest[next] == '(' && belongs(word) && !known)
        calls.push_back({std::string(word), line});
      i += end;
    } else {
      line += rest[0] == '\n';
      ++i;
    }
  }
  return calls;
}

}  // namespace warpwright::frontend
