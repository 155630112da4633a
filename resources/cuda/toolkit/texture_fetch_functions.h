// Clang 19 includes this header; CUDA 13 no longer has it.
