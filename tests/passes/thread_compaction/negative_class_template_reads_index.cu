// REFUSES: line 14 calls `operator()`, which reads threadIdx.x and is a member function
struct Same {
  __device__ int operator()(int value) const { return value; }
};
struct Lane {
  __device__ int operator()(int value) const { return value + threadIdx.x; }
};

template <class Operation>
struct Rows {
  static __global__ void kernel(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Operation operation;
    int first = operation(in[0]);
    out[i] = in[i] + first;
  }
};

// Only the second of its instantiations looks at the index.
void launch(const int* in, int* out) {
  Rows<Same>::kernel<<<2, 64>>>(in, out);
  Rows<Lane>::kernel<<<2, 64>>>(in, out);
}
