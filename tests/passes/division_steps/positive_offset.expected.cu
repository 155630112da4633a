// A number that stays the same is added first.
__global__ void rotate(int *out, const int *in, int n, int at) {
  const bool k_stepped = 0 < n && n > 0 && at >= 0 && at <= 2147483646ULL && n <= 2147483646ULL - at;
  int k_remainder = k_stepped ? at % n : 0;
  int k_quotient = k_stepped ? at / n : 0;
  for (int k = 0; k < n; ++k) {
    out[k] += in[(k_stepped ? k_remainder : (k + at) % n)] * (at + k) / n;
    out[k] += (k_stepped ? k_quotient : (at + k) / n);
    if (k_stepped) {
      if (++k_remainder == n) {
        k_remainder = 0;
        ++k_quotient;
      }
    }
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
