/** A block of code of a Markdown document. */
const BLOCK = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;
const HEADING = /^#{1,6} +(.+)$/gm;
/** `[text](target)`; code is removed before. */
const LINK = /\[[^\]]*\]\(([^()\s]+)\)/g;

/** The commands of the `sh` blocks of a document, each on one line, without comments, `sudo` and variables before it. */
export function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(BLOCK)].filter(([, , language]) => language === "sh");
  return blocks.flatMap(([, , , code = ""]) =>
    code
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => line.replace(/(?:^|\s+)#.*$/, "").trim())
      .flatMap((line) => line.split(/\s(?:&&|\|)\s/))
      .map((command) => command.trim().replace(/^(?:sudo |[A-Z_]+=\S+ )+/, ""))
      .filter((command) => command !== ""),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(BLOCK, "").replaceAll(/`[^`\n]*`/g, "");
}

/** The targets of its links. */
export function linksIn(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(LINK)].map(([, target = ""]) => target);
}

/** The anchors of its headings, as GitHub makes them. */
export function anchorsIn(markdown: string): string[] {
  return [...markdown.replaceAll(BLOCK, "").matchAll(HEADING)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

/** The rows of the tables of a document whose first cell begins with code: each code in it, and the other cells. */
export function codeRowsIn(markdown: string): { readonly code: string; readonly cells: readonly string[] }[] {
  return markdown.split("\n").flatMap((line) => {
    const [, first = "", rest = ""] = /^\| (`[^|]*`[^|]*)\|(.*)\|$/.exec(line) ?? [];
    const cells = rest.split(" | ").map((cell) => cell.trim());
    return [...first.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => ({ code, cells }));
  });
}
