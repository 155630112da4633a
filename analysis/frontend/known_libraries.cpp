#include "analysis/frontend/known_libraries.h"

namespace warpwright::frontend {

std::string libraryOfHeader(std::string_view header) {
  static constexpr struct { std::string_view prefix, name; } libraries[] = {
      {"cublas", "cuBLAS"}, {"cufft", "cuFFT"}, {"curand.h", "cuRAND's host functions"}, {"curand_mtgp32", "cuRAND's MTGP32"},
      {"cusparse", "cuSPARSE"}, {"cusolver", "cuSOLVER"}, {"cudnn", "cuDNN"}, {"nppi", "NPP"}, {"npps", "NPP"},
      {"npp", "NPP"}, {"nvjpeg", "nvJPEG"}, {"nvrtc", "NVRTC"}, {"nvml", "NVML"}, {"nccl", "NCCL"}, {"nvJitLink", "nvJitLink"},
      {"thrust/", "Thrust"}, {"cub/", "CUB"}, {"mma.h", "matrix multiplication on tensor cores (mma.h)"},
      {"cutlass/", "CUTLASS"}, {"cuda_gl_interop.h", "OpenGL"}, {"cudaGL.h", "OpenGL"}, {"GL/", "OpenGL"}, {"GLUT/", "OpenGL"},
      {"GLES", "OpenGL ES"}, {"EGL/", "EGL"}, {"cudaEGL.h", "EGL"}, {"vulkan/", "Vulkan"}, {"GLFW/", "GLFW"},
      {"mpi.h", "MPI"}, {"nvshmem", "NVSHMEM"}, {"optix", "OptiX"}, {"FreeImage.h", "FreeImage"}, {"nvsci", "NvSci"},
      {"nvmedia", "NvMedia"}, {"cudla.h", "cuDLA"}, {"d3d", "Direct3D"}, {"dxgi", "Direct3D"}, {"cuda_d3d", "Direct3D"}};
  for (const auto& library : libraries) {
    if (header.substr(0, library.prefix.size()) == library.prefix) return std::string(library.name);
  }
  return "";
}

}  // namespace warpwright::frontend
