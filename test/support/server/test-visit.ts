import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VISIT_COOKIE, visitCookieOf, type VisitHint } from "#contract/visit/visit-cookie.ts";
import { VISIT_DATA_ID, type VisitData } from "#contract/visit/visit-data.ts";
import type { Answer, TestClient } from "./test-server.ts";

const SCRIPT = `<script type="module" crossorigin src="/assets/index.js"></script>`;
const HEAD = `<head><title>Diapason</title>${SCRIPT}</head>`;
const PAGE = `<!doctype html><html lang="fr">${HEAD}<body><div id="root"></div></body></html>`;

/** A folder with a built page, as small as one can be. */
export async function buildTestPage(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const webRoot = await mkdtemp(join(tmpdir(), "diapason-visit-"));
  for (const [name, text] of Object.entries({ "index.html": PAGE, ...files })) {
    await writeFile(join(webRoot, name), text);
  }
  return webRoot;
}

export async function removeTestPage(webRoot: string): Promise<void> {
  await rm(webRoot, { recursive: true });
}

export interface TestVisit {
  readonly answer: Answer;
  /** `null`: the page contains no data. */
  readonly data: VisitData | null;
  /** The addresses of the calls that the page need not make. */
  readonly calls: readonly string[];
}

/** Sets the cookie in which the page tells the server what this browser shows. */
export function hint(client: TestClient, shown: Partial<VisitHint>): void {
  const value = encodeURIComponent(visitCookieOf({ personId: null, groupId: null, layout: null, ...shown }));
  client.cookies.set(VISIT_COOKIE, value);
}

/** Opens a page as a browser does. */
export async function visit(client: TestClient, path = "/", headers: Record<string, string> = {}): Promise<TestVisit> {
  const answer = await client.get(path, headers);
  const block = new RegExp(`<script type="application/json" id="${VISIT_DATA_ID}">([^<]*)</script>`).exec(answer.text);
  const data = block === null ? null : (JSON.parse(block[1] ?? "") as VisitData);
  return { answer, data, calls: data?.answers.map(({ call }) => call) ?? [] };
}
