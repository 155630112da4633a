// SET: points[i].w=cg
__global__ void k(const float4* points, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = points[i].w + points[i].x;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
