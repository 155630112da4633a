// SET: a[i]=cg
// The namespace has a function of that name; what is written calls CUDA's.
namespace own {
__device__ int __ldcg(const int* p) { return *p + 1; }
__global__ void copies(const int* a, int* o) {
  int i = threadIdx.x;
  o[i] = i < 7 ? 3:a[i];
}
}  // namespace own
int main() {
  int *a, *o;
  cudaMalloc(&a, 256);
  cudaMalloc(&o, 256);
  cudaMemset(a, 1, 256);
  own::copies<<<1, 64>>>(a, o);
}
