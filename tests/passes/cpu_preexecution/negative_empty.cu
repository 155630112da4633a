// REFUSES: it touches no global memory
__global__ void nothing(int) {}
int main() { nothing<<<1, 32>>>(0); }
