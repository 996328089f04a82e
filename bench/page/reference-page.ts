import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { listenOnLoopback } from "../loopback.ts";

/** Bodies by path, compressed with brotli. */
type Files = Map<string, Buffer>;

export interface ReferencePage {
  readonly url: string;
  readonly stop: () => void;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

/**
 * Builds a page of this folder with the product's own tools, and serves it from memory.
 * @param data more files, by path, as text
 */
export async function startReferencePage(
  name: "bare" | "mini-month",
  data: Readonly<Record<string, string>> = {},
): Promise<ReferencePage> {
  const files = await buildPage(join(import.meta.dirname, name));
  for (const [path, text] of Object.entries(data)) files.set(path, compress(Buffer.from(text)));
  const server = createServer(({ url = "/" }, response) => {
    const path = url === "/" ? "/index.html" : url;
    const body = files.get(path);
    if (body === undefined) return void response.writeHead(404).end();
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    response
      .writeHead(200, { "content-type": type, "content-encoding": "br", "content-length": body.length })
      .end(body);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function buildPage(root: string): Promise<Files> {
  const outDir = await mkdtemp(join(tmpdir(), "diapason-reference-"));
  try {
    await build({
      configFile: false,
      root,
      logLevel: "error",
      plugins: [react()],
      build: { outDir, emptyOutDir: true },
    });
    const files: Files = new Map();
    for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(path.slice(outDir.length), compress(await readFile(path)));
    }
    return files;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

function compress(content: Buffer): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}
