#define NT 32

__device__ void bump(int *p, int by) { *p = *p + by; }

__global__ void bumped(const int *in, int *out, int n) {
  __shared__ int s[4 * NT];
  for (int e = 0; e < n; ++e) s[e * NT + threadIdx.x] = in[e];
  bump(&s[(n - 1) * NT + threadIdx.x], threadIdx.x);
  for (int e = 0; e < n; ++e) out[e * NT + threadIdx.x] = s[e * NT + threadIdx.x];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  bumped<<<1, NT>>>(in, out, 4);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
