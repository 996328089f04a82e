import type { Readable } from "node:stream";

/** The first match of the pattern's group in a program's output. @throws Error with the output if it ends before */
export function firstMatch(output: Readable, pattern: RegExp): Promise<string> {
  let written = "";
  return new Promise((resolve, reject) => {
    output.setEncoding("utf8").on("data", (part) => {
      written += String(part);
      const [, found] = pattern.exec(written) ?? [];
      if (found !== undefined) resolve(found);
    });
    output.on("close", () => reject(new Error(`The browser did not start: ${written}`)));
  });
}
