#ifndef NETWORK_H
#define NETWORK_H
#define WIDTH 16
#define HEIGHT 16

#ifdef __cplusplus
extern "C" {
#endif

float* make_units(int count, int seed);
float train_on_gpu(const float* input, float* weights, int in, int hidden);

#ifdef __cplusplus
}
#endif
#endif
