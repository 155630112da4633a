// Whether the product is too large is only asked where the loop divides by it.
__global__ void columns(int *out, long long n, int width, int height, int depth) {
  for (long long i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const long long w = i % width;
    const long long h = (i / width) % height;
    const long long d = i / width / height % depth;
    const long long c = i / (width * height * depth);
    out[i] += (int)(w + 10 * h + 100 * d + 1000 * c);
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 900 * sizeof(int));
  for (int i = 0; i < 900; ++i) out[i] = 0;
  columns<<<2, 32>>>(out, 900, 5, 4, 3);
  columns<<<2, 32>>>(out, 900, 1, 2, 7);
  columns<<<2, 32>>>(out, 900, -5, 4, 3);
  return cudaDeviceSynchronize();
}
