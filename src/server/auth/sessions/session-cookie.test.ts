import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import {
  type Answer,
  MARIE,
  newEnvironment,
  removeData,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";

const SECRET = "a-secret-of-before-that-is-long-enough";
/** Of an earlier version with an auth library. The cookie and the mark are signed with `SECRET`. */
const EARLIER_TOKEN = "3ucFHv2_lT44MhmVxbNv_QZirnhxPOxiHgirpcvlLG0";
const EARLIER_COOKIE = `${EARLIER_TOKEN}.9Mv%2B%2F%2BQfvdVjPvC%2B3VxAoU2laFAgIlGLfuBk6XYvle4%3D`;
const EARLIER_MARK = "true.NNWeFA8eM97M%2B4xIht8WA0qtxPZnI%2Fn%2FULDe9skuKaQ%3D";
const SIGN_IN = "/api/auth/sign-in/email";
const SESSION = "/api/auth/get-session";
const DAY_MS = 24 * 60 * 60 * 1000;

const SITES = [
  { baseUrl: undefined, prefix: "diapason", secure: "" },
  { baseUrl: "https://planning.example.org", prefix: "__Host-diapason", secure: " Secure;" },
];

describe.each(SITES)("cookies of $prefix", ({ baseUrl, prefix, secure }) => {
  const siteHeaders = baseUrl === undefined ? {} : { host: new URL(baseUrl).host, origin: baseUrl };
  const sessionName = `${prefix}.session_token`;
  const markName = `${prefix}.dont_remember`;
  const attributes = `Path=/; HttpOnly;${secure} SameSite=Lax`;
  let environment: Record<string, string>;
  let server: TestServer;
  let client: TestClient;

  beforeAll(async () => {
    environment = { ...(await newEnvironment("sqlite")), AUTH_SECRET: SECRET, ...(baseUrl && { BASE_URL: baseUrl }) };
    server = await startTestServer(environment);
    client = server.client();
    await post("/api/auth/sign-up/email", MARIE);
  });
  afterAll(async () => {
    await server.stop();
    await removeData(environment);
  });

  const post = (path: string, body?: unknown): Promise<Answer> => client.post(path, body, siteHeaders);
  const signIn = (rememberMe: boolean) => post(SIGN_IN, { ...MARIE, rememberMe });
  const linesOf = ({ headers }: Answer) => headers["set-cookie"] ?? [];
  const cookie = (name: string) => client.cookies.get(name);
  const expireIn = (milliseconds: number) =>
    server.database.kysely
      .updateTable("session")
      .set({ expires_at: new Date(Date.now() + milliseconds) })
      .execute();

  async function read(): Promise<Answer & { session: Session | null }> {
    const answer = await client.get(SESSION, siteHeaders);
    return { ...answer, session: answer.json<Session | null>() };
  }

  test("a remembered sign-in lasts thirty days, and removes the mark of one that was not remembered", async () => {
    const answer = await signIn(true);
    expect(linesOf(answer)).toEqual([
      `${markName}=; Max-Age=0; ${attributes}`,
      `${sessionName}=${cookie(sessionName)}; Max-Age=2592000; ${attributes}`,
    ]);
    expect(cookie(sessionName)).toMatch(/^[\w-]{43}\.[\w%]+%3D$/);
  });

  test("a sign-in that is not remembered sets two cookies that end with the browser", async () => {
    expect(linesOf(await signIn(false))).toEqual([
      `${sessionName}=${cookie(sessionName)}; ${attributes}`,
      `${markName}=${EARLIER_MARK}; ${attributes}`,
    ]);
  });

  test("using a remembered session prolongs it and its cookie; others are never prolonged", async () => {
    await signIn(true);
    await expireIn(28 * DAY_MS);
    const prolonged = await read();
    expect(linesOf(prolonged)).toEqual([`${sessionName}=${cookie(sessionName)}; Max-Age=2592000; ${attributes}`]);
    expect(Date.parse(prolonged.session?.expiresAt ?? "")).toBeGreaterThan(Date.now() + 29 * DAY_MS);
    expect(linesOf(await read())).toEqual([]);
    await signIn(false);
    await expireIn(DAY_MS / 2);
    const short = await read();
    expect(linesOf(short)).toEqual([]);
    expect(Date.parse(short.session?.expiresAt ?? "")).toBeLessThan(Date.now() + DAY_MS);
  });

  test("a mark without a valid signature is ignored", async () => {
    await signIn(true);
    await expireIn(DAY_MS);
    client.cookies.set(markName, "true.AAAA");
    expect(linesOf(await read())).toHaveLength(1);
  });

  test("a sign-out removes both cookies, signed in or not", async () => {
    await signIn(false);
    const removals = [sessionName, markName].map((name) => `${name}=; Max-Age=0; ${attributes}`);
    expect(linesOf(await post("/api/auth/sign-out"))).toEqual(expect.arrayContaining(removals));
    expect(linesOf(await post("/api/auth/sign-out"))).toEqual(expect.arrayContaining(removals));
  });

  test("cookies from before an update stay valid after it", async () => {
    await signIn(true);
    await server.database.kysely
      .updateTable("session")
      .set({ token: "another" })
      .where("token", "=", EARLIER_TOKEN)
      .execute();
    const newest = server.database.kysely.selectFrom("session").select("id").orderBy("created_at", "desc").limit(1);
    await server.database.kysely
      .updateTable("session")
      .set({ token: EARLIER_TOKEN })
      .where("id", "in", newest)
      .execute();
    client.cookies.clear();
    client.cookies.set(sessionName, EARLIER_COOKIE);
    expect((await read()).session?.user.email).toBe(MARIE.email);
    await expireIn(DAY_MS / 2);
    client.cookies.set(markName, EARLIER_MARK);
    expect(linesOf(await read())).toEqual([]);
    client.cookies.set(sessionName, EARLIER_COOKIE.replace("3ucF", "3ucG"));
    expect((await read()).session).toBeNull();
  });

  test("a cookie in use is nobody's with another token, or another signature", async () => {
    await signIn(true);
    const value = cookie(sessionName) ?? "";
    expect((await read()).session?.user.email).toBe(MARIE.email);
    const [token = ""] = value.split(".");
    for (const forged of [`A${value}`, `${token}.AAAA`, `${token}.`, token, `${value}%3D`]) {
      client.cookies.set(sessionName, forged);
      expect((await read()).session, forged).toBeNull();
    }
    client.cookies.set(sessionName, value);
    expect((await read()).session?.user.email).toBe(MARIE.email);
  });
});
