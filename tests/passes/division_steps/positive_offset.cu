// A number that stays the same is added first.
__global__ void rotate(int *out, const int *in, int n, int at) {
  for (int k = 0; k < n; ++k) {
    out[k] += in[(k + at) % n] * (at + k) / n;
    out[k] += (at + k) / n;
  }
}

int main() {
  int *out, *in;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMallocManaged(&in, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i + 1, out[i] = 0;
  for (int at = 0; at < 150; at += 7) rotate<<<1, 1>>>(out, in, 50, at);
  rotate<<<1, 1>>>(out, in, 50, 2147483600);
  return cudaDeviceSynchronize();
}
