#define PER 8

__global__ void flat(const int *in, int *out, int n) {
  __shared__ int s[PER * 32];
  const int tid = threadIdx.x;
  for (int e = 0; e < PER; ++e) s[tid * PER + e] = in[e * 32 + tid];
  int last = 0;
  for (int e = 0; e < PER; ++e) {
    if (e < n) last += s[tid * PER + (in[e] & (PER - 1))] * (e + 1);
  }
  out[tid] = last;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  flat<<<1, 32>>>(in, out, 7);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
