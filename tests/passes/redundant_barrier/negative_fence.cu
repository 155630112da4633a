// UNKNOWN: memory fence at line 6
__global__ void kernel(const int *in, int *out, int n) {
  int unused = 0;
  int t = threadIdx.x;
  out[t] = in[t];
  __threadfence();
  __syncthreads();
  out[t] += 1;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
