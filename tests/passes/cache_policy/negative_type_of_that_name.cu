// REFUSES: there is no __ldcg for `mine::float4`
namespace mine {
struct float4 {
  float x, y, z, w;
};
}  // namespace mine
__global__ void take(const mine::float4* from, float* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mine::float4 v = from[i];
  to[i] = v.x + v.w;
}
int main() { take<<<4, 64>>>(nullptr, nullptr); }
