__global__ void guarded(const int *in, int *out, int n) {
  int keep;
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  if (threadIdx.x % 2 == 0) keep = in[i];
  if (threadIdx.x % 2 == 0 && in[i] > 3) out[i] = keep;
}

void launch(const int *in, int *out) { guarded<<<10, 64>>>(in, out, 600); }
