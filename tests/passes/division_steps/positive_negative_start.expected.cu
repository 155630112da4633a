// Below zero, remainders are none that follow from one another in this way: rounds divide.
__global__ void centred(int *out, int n, int width) {
  const int k_first = -n;
  const bool k_stepped = k_first >= 0 && k_first < n && width > 0;
  int k_remainder = k_stepped ? k_first % width : 0;
  int k_quotient = k_stepped ? k_first / width : 0;
  for (int k = k_first; k < n; ++k) { out[k + n] += (k_stepped ? k_remainder : k % width) + 10 * ((k_stepped ? k_quotient : k / width));
    if (k_stepped) {
      if (++k_remainder == width) {
        k_remainder = 0;
        ++k_quotient;
      }
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) centred<<<1, 1>>>(out, 60, width);
  return cudaDeviceSynchronize();
}
