/** A file that a page fetched. */
export interface FetchedFile {
  /** The path of its address. */
  readonly path: string;
  /** Bytes of the body as sent. */
  readonly bytes: number;
}

export function isFont({ path }: FetchedFile): boolean {
  return path.endsWith(".woff2");
}

export function isScript({ path }: FetchedFile): boolean {
  return path.endsWith(".js");
}

export function bytesOf(files: readonly FetchedFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
