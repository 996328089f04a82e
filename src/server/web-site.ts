import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Context, Hono } from "hono";
import type { AppEnv } from "./auth/request-context.ts";

/** One file of the built page in the forms it was compressed to at build time (`FILE.br`, `FILE.gz`). */
interface SiteFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
}

type Encoding = "br" | "gzip";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
};

const ENCODED_SUFFIX: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" };
/** Names in /assets carry a digest of what is inside: they never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
const PAGE = "/index.html";

/** Reads the built page into memory: under a megabyte, read once, served without touching the disk. */
function readSite(root: string): ReadonlyMap<string, SiteFile> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const encodedForm = (path: string, encoding: Encoding) => {
    const encodedPath = path + ENCODED_SUFFIX[encoding];
    return known.has(encodedPath) ? readFileSync(encodedPath) : undefined;
  };
  const originals = paths.filter((path) => !Object.values(ENCODED_SUFFIX).includes(extname(path)));
  return new Map(
    originals.map((path) => {
      const plain = readFileSync(path);
      const file: SiteFile = {
        type: TYPES[extname(path)] ?? "application/octet-stream",
        etag: createHash("sha256").update(plain).digest("base64url").slice(0, 22),
        plain,
        br: encodedForm(path, "br"),
        gzip: encodedForm(path, "gzip"),
      };
      return [`/${relative(root, path).split(sep).join("/")}`, file];
    }),
  );
}

/**
 * The encodings that the browser takes: named, and not refused by a quality of zero (RFC 9110 §12.5.3). Read without a
 * pattern, which somebody's thousands of spaces would keep busy.
 */
function acceptedEncodings(header: string): ReadonlySet<string> {
  const offers = header
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  const accepted = offers.filter(([, quality = "q=1"]) => Number(quality.replace("q=", "")) > 0);
  return new Set(accepted.map(([name = ""]) => name));
}

function pickForm(file: SiteFile, header: string): { body: Buffer<ArrayBuffer>; encoding: Encoding | null } {
  const accepted = acceptedEncodings(header);
  if (file.br !== undefined && accepted.has("br")) return { body: file.br, encoding: "br" };
  if (file.gzip !== undefined && accepted.has("gzip")) return { body: file.gzip, encoding: "gzip" };
  return { body: file.plain, encoding: null };
}

function isUnchanged(context: Context, etag: string): boolean {
  const tags = (context.req.header("if-none-match") ?? "").split(",");
  const known = new Set(tags.map((tag) => tag.trim().replace(/^W\//, "")));
  return known.has(etag) || known.has("*");
}

function answerFile(context: Context, file: SiteFile, caching: string): Response {
  const { body, encoding } = pickForm(file, context.req.header("accept-encoding") ?? "");
  const etag = `"${file.etag}${encoding === null ? "" : `-${encoding}`}"`;
  context.header("cache-control", caching);
  context.header("etag", etag);
  context.header("vary", "accept-encoding");
  if (isUnchanged(context, etag)) return context.body(null, 304);
  context.header("content-type", file.type);
  context.header("content-length", String(body.length));
  if (encoding !== null) context.header("content-encoding", encoding);
  return context.body(body);
}

function readSiteIfBuilt(root: string): ReadonlyMap<string, SiteFile> {
  try {
    return readSite(root);
  } catch {
    return new Map();
  }
}

/** Serves the built page in `root`: its files, and the page itself for every path that is a screen's. */
export function addWebSite(app: Hono<AppEnv>, root: string): void {
  const site = readSiteIfBuilt(root);
  app.get("*", (context) => {
    const { path } = context.req;
    const file = site.get(path);
    if (file !== undefined) return answerFile(context, file, path.startsWith("/assets/") ? IMMUTABLE : REVALIDATE);
    const page = site.get(PAGE);
    if (page === undefined)
      return context.text("The page is not built: run `npm run build`, or use `npm run dev`.\n", 503);
    // A file that is gone is no screen: a browser must not take the page for a script.
    if (path.startsWith("/assets/")) return context.text("Not found\n", 404);
    return answerFile(context, page, REVALIDATE);
  });
}
