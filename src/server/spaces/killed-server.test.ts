import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRegister } from "#server/database/register/register.ts";
import { HASH_CHEAPLY, runScript } from "#test/support/server/test-process.ts";
import {
  createClient,
  ENGINES,
  MARIE,
  newEmptyEnvironment,
  removeData,
  settingsOf,
} from "#test/support/server/test-server.ts";
import { createSpace } from "./create-space.ts";

const KILLS = 4;
const AT_ONCE = 5;
const LONGEST_MS = 180_000;
/** Soon after each answer, while the others are under way. */
const OFTEN = { interval: 2 };

function headersOf(slug: string, url: string): Record<string, string> {
  const host = `${slug}.${new URL(url).host}`;
  return { host, origin: `http://${host}` };
}

test.each(ENGINES)(
  "a server killed while spaces are made and used loses none, and leaves none half made, on %s",
  async (engine) => {
    const environment: Record<string, string> = { SPACES: "on", ...(await newEmptyEnvironment(engine)) };
    onTestFinished(() => removeData(environment));
    const register = await openRegister(settingsOf(environment));
    onTestFinished(register.close);
    const tokens = new Map<string, string>();
    const registered: string[] = [];

    async function signUp(url: string, slug: string): Promise<void> {
      const body = { ...MARIE, invitation: tokens.get(slug) };
      const answer = await createClient(url).post("/api/auth/sign-up/email", body, headersOf(slug, url));
      if (answer.status === 201) registered.push(slug);
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = runScript("main.ts", { ...environment, ...HASH_CHEAPLY });
      const url = await server.ready();
      const slugs = Array.from({ length: AT_ONCE }, (_, index) => `espace-${kill}-${index}`);
      for (const slug of slugs) {
        const space = { slug, name: slug, email: MARIE.email };
        tokens.set(slug, (await createSpace(register, space, new Date())) ?? "");
      }
      const calls = slugs.map((slug) => signUp(url, slug).catch(() => undefined));
      // At another moment of the work each time: once as many as this have been answered.
      await Promise.race([
        Promise.all(calls),
        expect.poll(() => registered.length, OFTEN).toBeGreaterThanOrEqual(kill),
      ]);
      server.child.kill("SIGKILL");
      await Promise.all([server.end(), ...calls]);
    }

    const server = runScript("main.ts", { ...environment, ...HASH_CHEAPLY });
    const url = await server.ready();
    for (const [slug] of tokens) {
      const { email, password } = MARIE;
      const client = createClient(url);
      const signedIn = await client.post("/api/auth/sign-in/email", { email, password }, headersOf(slug, url));
      // Whoever got an answer has an account. Whoever got none may have one, or registers by the same link.
      if (registered.includes(slug)) expect([slug, signedIn.status]).toEqual([slug, 200]);
      if (signedIn.status !== 200) await signUp(url, slug);
      expect(registered.includes(slug) || signedIn.status === 200).toBe(true);
      expect((await register.find(slug))?.state).toBe("active");
      const place = { slug, folder: join(environment["DATA_DIR"] ?? "", "spaces", slug) };
      expect(await register.storage.isThere(place)).toBe(true);
    }
    server.child.kill("SIGTERM");
    expect(await server.end()).toBe(0);
  },
  // Five processes, one after the other.
  LONGEST_MS,
);
