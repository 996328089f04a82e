declare module "subset-font" {
  /** The package ships no types; this is the part of its README that subset-fonts.mjs uses. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: "sfnt" | "woff2";
      variationAxes: Record<string, number | { min: number; max: number }>;
      keepFeatures: string[];
    },
  ): Promise<Buffer>;
}
