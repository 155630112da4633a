// SET: c_factor=2 dimension=x assignment=interleaved
// Which instance of the kernel it is, the host's template settles.
template <class T>
__global__ void kernel(const T *in, T *out) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * (blockDim.x * 2) + thread_x;
    out[i] = in[i] + 1;
  }
}

template <class T>
void run(const T *in, T *out) {
  kernel<<<4, 256 / 2>>>(in, out);
}

void all(const float *f, float *g, const double *d, double *e) {
  run(f, g);
  run(d, e);
}
