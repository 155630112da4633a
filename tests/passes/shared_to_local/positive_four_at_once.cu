__global__ void pick(const int *in, int *out) {
  __shared__ __align__(16) int s[64 * 4];
  int t = threadIdx.x;
  for (int j = 0; j < 4; ++j) s[t * 4 + j] = in[4 * t + j];
  int4 all = *reinterpret_cast<int4 *>(&s[t * 4]);
  out[t] = all.x + 2 * all.y + 3 * all.z + all.w + s[t * 4 + (in[t] & 3)];
}

void launch(const int *in, int *out) {
  pick<<<1, 64>>>(in, out);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) {
    in[i] = i * 37 % 101 + 1;
    out[i] = 0;
  }
  launch(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
