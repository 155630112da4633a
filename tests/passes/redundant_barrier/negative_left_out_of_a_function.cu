// UNKNOWN: Line 5 of negative_left_out_of_a_function.cu is left out here
// What the kernel calls is compiled with other flags, too.
__device__ int get(const int *s, int t) {
#ifdef NEIGHBOUR
  return s[t ^ 1];
#else
  return s[t];
#endif
}

template <class T>
__device__ T from(const T *s, int t) {
  return get(s, t);
}

__global__ void kernel(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = from(s, t);
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
