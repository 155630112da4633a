// SET: points[i]=cg
__global__ void k(const float4* points, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = points[i];
  out[i] = p.x * p.y + p.z * p.w;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
