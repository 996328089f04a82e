/**
 * Has browsers compile the scripts of the first screen whole, on another thread, while they arrive. Otherwise each function
 * is compiled when it is first called, and the page waits. Chromium knows this comment since version 136; to others it says
 * nothing. Measured with the processor four times slowed down: docs/decisions/0036-the-page-arrives-with-its-data.md.
 */

const HINT = "//# allFunctionsCalledOnLoad\n";
/** The files of which a first visit calls most functions. Compiled functions take memory, so the others have no hint. */
const FIRST_FILES = ["index", "signed-in-area", "login-screen"];

/** @returns {import("vite").Plugin} */
export function hintCompiling() {
  return {
    name: "hint-compiling",
    apply: "build",
    generateBundle: {
      // After all else: the hint counts in the first line only.
      order: "post",
      handler(_, bundle) {
        for (const name of FIRST_FILES) {
          const chunk = Object.values(bundle).find((file) => file.type === "chunk" && file.name === name);
          if (chunk?.type !== "chunk") throw new Error(`the page has no file ${name}`);
          chunk.code = HINT + chunk.code;
        }
      },
    },
  };
}
