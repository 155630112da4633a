// SET: image[y*width+x]=cg
__global__ void k(const unsigned char* image, int width, int* out) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = __ldcg(&image[y * width + x]) + 1;
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<unsigned char>(1024), 128, filled<int>(1024));
  return cudaDeviceSynchronize();
}
