#include <stdio.h>
#include <stdlib.h>

#include "network.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: train <num of input elements>\n");
    return 1;
  }
  const int in = atoi(argv[1]), hidden = WIDTH;
  if (in % HEIGHT != 0) {
    fprintf(stderr, "The number of input points must be divided by 16\n");
    return 1;
  }
  float* input = make_units(in, 3);
  float* weights = make_units(in * hidden, 7);
  printf("error %.6f\n", train_on_gpu(input, weights, in, hidden));
  float sum = 0;
  for (int i = 0; i < in * hidden; ++i) sum += weights[i];
  printf("weights %.4f\n", sum);
  free(input);
  free(weights);
  return 0;
}
