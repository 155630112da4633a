// SET: image[y*width+x]=cg
__global__ void k(const unsigned char* image, int width, int* out) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = __ldcg(&image[y * width + x]);
}

int main() {
  k<<<4, 128>>>(nullptr, 64, nullptr);
  return 0;
}
