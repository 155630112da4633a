// REFUSES: No read of global memory outside of its loops
struct View { const float* data; int length; };
__global__ void copy(View view, float* b) { b[blockIdx.x * 256 + threadIdx.x] = view.data[blockIdx.x * 256 + threadIdx.x]; }
int main() { copy<<<1 << 16, 256>>>(View(), 0); }
