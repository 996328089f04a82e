export * as API from "./api-paths.ts";

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Tail}`
  ? `${Head}${string}${Filled<Tail>}`
  : Path;

/** `path` with the names in braces replaced, in their order. */
export function fillPath<Path extends string>(path: Path, ...values: readonly string[]): Filled<Path> {
  const left = [...values];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? "")) as Filled<Path>;
}
