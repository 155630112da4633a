// REFUSES: 512
__global__ void wide(int* a) { a[threadIdx.x] = 1; }
int main() { wide<<<1, 1024>>>(nullptr); }
