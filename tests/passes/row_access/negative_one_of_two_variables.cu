// REFUSES: passes the same memory for `table` and `y`
// Another namespace has a variable of the same name, to which no launch leads.
namespace other {
__device__ int table[1024];
}
namespace own {
__device__ int table[1024];
}

__global__ void row(int* y, int n) {
  for (int k = 0; k < n; ++k) {
    y[threadIdx.x * 64 + k] = 2 * own::table[threadIdx.x * 64 + k];
  }
}

int main() {
  int* p;
  cudaGetSymbolAddress((void**)&p, own::table);
  row<<<1, 8>>>(p + 1, 40);
  cudaDeviceSynchronize();
}
