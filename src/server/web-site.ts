import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Context, Hono } from "hono";
import { FRONT_DOOR_FILE } from "#contract/front-door.ts";
import { ANSWER_PAGE_FILE, LINKED_PAGES } from "#contract/paths.ts";
import type { AppEnv } from "./api/operation-route.ts";
import { encodingOf, isKnown } from "./api/stored-response.ts";
import { type PageScripts, readPageScripts } from "./visit/page-template.ts";
import { createVisitedPages, type PagesDependencies } from "./visit/visited-pages.ts";

/** One file of the built page, with the versions compressed at build time (`FILE.br`, `FILE.gz`). */
interface SiteFile {
  readonly type: string;
  /** The header `cache-control`. */
  readonly caching: string;
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
}

/** Changes the HTML of a built page before it is served: the demo adds a notice. */
type EditPage = (page: string) => string;

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

/** For files in /assets, whose names contain a hash of their contents. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
/** For a page whose address holds a token. */
const NOT_STORED = "no-store";
const PAGE = "/index.html";

/** Reads the built page into memory (under 1 MB), so that serving it needs no disk access. */
function readSite(root: string, editPage: EditPage | undefined): ReadonlyMap<string, SiteFile> {
  const contents = new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(root, file).split(sep).join("/")}`, readFileSync(file)]),
  );
  const originals = [...contents].filter(([path]) => ![".br", ".gz"].includes(extname(path)));
  return new Map(
    originals.map(([path, built]) => {
      const isEdited = editPage !== undefined && extname(path) === ".html";
      const plain = isEdited ? Buffer.from(editPage(built.toString())) : built;
      const file: SiteFile = {
        type: TYPES[extname(path)] ?? "application/octet-stream",
        caching: path.startsWith("/assets/") ? IMMUTABLE : REVALIDATE,
        etag: hash("sha256", plain, "base64url").slice(0, 22),
        plain,
        // The compressed files contain the page as built, without the edit.
        br: isEdited ? undefined : contents.get(`${path}.br`),
        gzip: isEdited ? undefined : contents.get(`${path}.gz`),
      };
      return [path, file];
    }),
  );
}

function respondWithFile(context: Context, file: SiteFile, caching = file.caching): Response {
  const wanted = encodingOf(context.req.header("accept-encoding") ?? "");
  const compressed = wanted === "identity" ? undefined : file[wanted];
  const encoding = compressed === undefined ? "identity" : wanted;
  const body = compressed ?? file.plain;
  const etag = `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  context.header("cache-control", caching);
  context.header("etag", etag);
  context.header("vary", "accept-encoding");
  if (isKnown(context, etag)) return context.body(null, 304);
  context.header("content-type", file.type);
  context.header("content-length", String(body.length));
  if (encoding !== "identity") context.header("content-encoding", encoding);
  return context.body(body);
}

function readSiteIfBuilt(root: string, editPage: EditPage | undefined): ReadonlyMap<string, SiteFile> {
  try {
    return readSite(root, editPage);
  } catch {
    return new Map();
  }
}

/**
 * Whether a path names a file rather than a screen. A missing file gets 404, not the page. The only screens whose path
 * may contain a dot are those of events, in the id.
 */
function isFilePath(path: string): boolean {
  if (path.startsWith("/assets/")) return true;
  return !path.startsWith(LINKED_PAGES.events) && (/\.[^/]*$/.test(path) || path.includes("/."));
}

const NOT_BUILT = "The page is not built: run `npm run build`, or use `npm run dev`.\n";
/** A build takes less than this, in seconds. */
const UNTIL_BUILT = { "retry-after": "60" };
/** Read by the server only, and not served. */
const PAGE_SCRIPTS = "/page-scripts.json";

/** The built page, read once for a process. */
export interface WebSite {
  readonly files: ReadonlyMap<string, SiteFile>;
  readonly scripts: PageScripts;
}

/** @param editPage `undefined`: pages are sent as they were built */
export function readWebSite(webRoot: string, editPage: EditPage | undefined): WebSite {
  const files = readSiteIfBuilt(webRoot, editPage);
  const scripts = readPageScripts(files.get(PAGE_SCRIPTS)?.plain.toString());
  return { files: new Map([...files].filter(([path]) => path !== PAGE_SCRIPTS)), scripts };
}

/** Serves the scripts, styles and icons that pages load, but no page: the front door writes its own pages. */
export function addPageFiles(app: Hono<AppEnv>, { files }: WebSite): void {
  for (const path of ["/assets/*", "/favicon.svg", "/page-start.js"]) {
    app.get(path, async (context, next) => {
      const file = files.get(context.req.path);
      return file === undefined ? next() : respondWithFile(context, file);
    });
  }
}

type Visits = Omit<PagesDependencies, "html" | "scripts">;

/** Serves the files of the built page. For each path that names no file, sends the page with its first screen. */
export function addWebSite(app: Hono<AppEnv>, { files, scripts }: WebSite, visits: Visits): void {
  const page = files.get(PAGE);
  const respondWithPage = page && createVisitedPages({ ...visits, html: page.plain.toString(), scripts });
  // Usually the page's script sends the sign-in form. If a browser posts it without the script, the form is shown again.
  app.post(LINKED_PAGES.login, (context) => context.redirect(LINKED_PAGES.login, 303));
  app.get("*", async (context) => {
    const { path } = context.req;
    // The front door's page is part of the build, but plannings do not serve it.
    const file = path === FRONT_DOOR_FILE ? undefined : files.get(path);
    if (file !== undefined) return respondWithFile(context, file);
    if (page === undefined || respondWithPage === undefined) return context.text(NOT_BUILT, 503, UNTIL_BUILT);
    const answerPage = path === LINKED_PAGES.answer ? files.get(ANSWER_PAGE_FILE) : undefined;
    // The page of an answer link is the same for everybody, so no session is read.
    if (answerPage !== undefined) return respondWithFile(context, answerPage, NOT_STORED);
    if (isFilePath(path)) return context.text("Not found\n", 404);
    // If the data of the first screen cannot be read, the page is sent as built.
    return (await respondWithPage(context)) ?? respondWithFile(context, page);
  });
}
