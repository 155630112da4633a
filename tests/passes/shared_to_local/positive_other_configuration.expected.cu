#define NT 32
#define IN_SHARED 1

// The other side of the switch has a local array already.
__global__ void configured(const int *in, int *out, int pick) {
#if IN_SHARED
  int v[2];
  v[0] = in[threadIdx.x];
  v[1] = in[threadIdx.x + 1];
#else
  int v[2];
  v[0] = in[threadIdx.x];
  v[1] = in[threadIdx.x + 1];
#endif
#if IN_SHARED
  out[threadIdx.x] = v[pick];
#else
  out[threadIdx.x] = v[pick];
#endif
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  configured<<<1, NT>>>(in, out, 1);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
