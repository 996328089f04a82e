/** SVG paths of the answer signs: the square, lines, and shapes cut out of the square. The answer page draws them too. */
export const ANSWER_FRAME =
  "M5.2 1h5.6A4.2 4.2 0 0 1 15 5.200v5.600a4.2 4.2 0 0 1-4.2 4.200H5.200A4.2 4.2 0 0 1 1 10.800V5.200A4.2 4.2 0 0 1 5.2 1Z";
export const ANSWER_MARKS = { present: "m4.9 8.3 2.2 2.2 4-4.5", absent: "m5.6 5.6 4.8 4.800m0-4.8-4.8 4.8" } as const;
export const ANSWER_CUTS = {
  present:
    "M5.47 7.630L7.06 9.210L10.59 5.170A.95 .95 0 0 1 12.01 6.430L7.81 11.230A.95 .95 0 0 1 6.43 11.270L4.13 8.970A.95 .95 0 0 1 5.47 7.630Z",
  absent:
    "M10.83 9.560A.9 .9 0 0 1 9.56 10.830L8 9.270L6.44 10.830A.9 .9 0 0 1 5.17 9.560L6.73 8L5.17 6.440A.9 .9 0 0 1 6.44 5.170L8 6.730L9.56 5.170A.9 .9 0 0 1 10.83 6.440L9.27 8Z",
} as const;
