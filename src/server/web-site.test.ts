import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { newEnvironment, removeData, startTestServer, type TestServer } from "#test/support/server/test-server.ts";

const PAGE = "<!doctype html><title>Diapason</title>";
const SCRIPT = "export const answer = 42;";

let environment: Record<string, string>;
let webRoot: string;
let server: TestServer;

beforeAll(async () => {
  environment = await newEnvironment("sqlite");
  webRoot = await mkdtemp(join(tmpdir(), "diapason-page-"));
  await mkdir(join(webRoot, "assets"));
  await writeFile(join(webRoot, "index.html"), PAGE);
  await writeFile(join(webRoot, "assets/app-1a2b.js"), SCRIPT);
  await writeFile(join(webRoot, "assets/app-1a2b.js.br"), brotliCompressSync(SCRIPT));
  await writeFile(join(webRoot, "assets/app-1a2b.js.gz"), gzipSync(SCRIPT));
  await mkdir(join(webRoot, "icons"));
  await writeFile(join(webRoot, "icons/192.png"), "PNG");
  await writeFile(join(webRoot, "manifest.webmanifest"), "{}");
  await writeFile(join(webRoot, "sw.js"), SCRIPT);
  await writeFile(join(webRoot, "favicon.svg"), "<svg/>");
  await writeFile(join(webRoot, "../secret.txt"), "outside");
  server = await startTestServer(environment, { webRoot });
});
afterAll(async () => {
  await server.stop();
  await removeData(environment);
  await rm(webRoot, { recursive: true });
});

test.each(["/", "/login", "/events/1f0c", "/events/a.b", "/any/path", "/create-event?date=2026-11-24"])(
  "%s is the page, to be asked for again each time",
  async (path) => {
    const answer = await server.client().get(path);
    expect([answer.status, answer.text]).toEqual([200, PAGE]);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("no-cache");
  },
);

test("a file with a digest in its name is kept for ever", async () => {
  const answer = await server.client().get("/assets/app-1a2b.js");
  expect([answer.status, answer.text]).toEqual([200, SCRIPT]);
  expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test.each([
  ["/sw.js", "text/javascript; charset=utf-8"],
  ["/manifest.webmanifest", "application/manifest+json; charset=utf-8"],
  ["/icons/192.png", "image/png"],
  ["/favicon.svg", "image/svg+xml; charset=utf-8"],
])("%s, whose name never changes, is asked for again each time", async (path, type) => {
  const { status, headers } = await server.client().get(path);
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, type, "no-cache"]);
  expect(headers["content-security-policy"]).toMatch(/manifest-src 'self'; worker-src 'self'/);
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", undefined],
  ["BR ; Q=0, GZip ; Q=0.1", "gzip"],
  ["", undefined],
])("to a browser that takes %j it goes as %s", async (accepted, encoding) => {
  const { headers } = await server.client().get("/assets/app-1a2b.js", { "accept-encoding": accepted });
  expect(headers["content-encoding"]).toBe(encoding);
  expect(headers["vary"]).toBe("accept-encoding");
});

// Parsed with a regular expression, each header blocked the server for 0.25 s: all 60 took three times this limit.
const PATIENCE_MS = 5000;
test(
  "a header that was made to be slow to read keeps nobody waiting",
  async () => {
    const header = { "accept-encoding": `br${" ".repeat(15_000)}gzip` };
    // On one connection: on a busy machine, sixty would take longer to open than to answer.
    const client = server.client();
    for (let sent = 0; sent < 60; sent += 1) expect((await client.get("/", header)).status).toBe(200);
  },
  PATIENCE_MS,
);

test("what the browser has already is not sent again, form by form", async () => {
  const first = await server.client().get("/assets/app-1a2b.js", { "accept-encoding": "br" });
  const etag = String(first.headers["etag"]);
  const again = await server.client().get("/assets/app-1a2b.js", { "accept-encoding": "br", "if-none-match": etag });
  expect([again.status, again.text]).toEqual([304, ""]);
  const plain = await server.client().get("/assets/app-1a2b.js", { "if-none-match": etag });
  expect(plain.status).toBe(200);
});

test("a script that is gone is not found, rather than the page", async () => {
  const answer = await server.client().get("/assets/app-old.js");
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain("<");
});

test.each([
  "/robots.txt",
  "/wp-login.php",
  "/.env",
  "/.git/config",
  "/backup.tar.gz",
  "/old/index.html.bak",
  "/apple-touch-icon.png",
  "/.well-known/security.txt",
])("%s, which is no file of ours, is not found", async (path) => {
  const answer = await server.client().get(path);
  expect([answer.status, answer.text]).toEqual([404, "Not found\n"]);
});

test("HEAD answers what GET would, without the body", async () => {
  const answer = await server.client().send("HEAD", "/login");
  expect([answer.status, answer.text, answer.headers["content-length"]]).toEqual([200, "", String(PAGE.length)]);
});

/** Requests a path exactly as written. Other clients would normalise it first. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.url);
  const asked = request({ hostname, port, path, agent: false }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString() };
}

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/..%2fsecret.txt",
  "/..\\secret.txt",
  "/..%5csecret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/%2e%2e/secret.txt",
  "/%252e%252e/secret.txt",
  "//secret.txt",
  "/%00",
  "/%zz",
])("nothing outside the page's folder can be had: %s", async (path) => {
  const { text, status } = await ask(path);
  expect(text).not.toContain("outside");
  expect(status).toBeLessThan(500);
});

test("a write to the page is no call of ours", async () => {
  expect((await server.client().post("/")).status).toBe(404);
});

test("a sign-in form that the browser sends by itself leads to the form", async () => {
  const { status, headers, text } = await server.client().post("/login", { password: "tilleul" });
  expect([status, headers["location"], text]).toEqual([303, "/login", ""]);
});

test("without a built page the answer says what to do", async () => {
  const bare = await serverForThisTest("sqlite");
  const answer = await bare.client().get("/");
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("npm run build")]);
  expect(answer.headers["retry-after"]).toBe("60");
});
