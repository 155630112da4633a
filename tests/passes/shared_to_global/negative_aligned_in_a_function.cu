// REFUSES: takes an address for a multiple of 16 bytes
__device__ int4 four(const int* from) {
  return *(const int4*)from;
}

// The slice of the second block begins at byte 264.
static __global__ void kernel(const int* in, int* out) {
  __shared__ int all[66];
  all[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int4 v = four(all + threadIdx.x / 4 * 4);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v.x + v.y * 3 + v.z * 5 + v.w * 7;
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
