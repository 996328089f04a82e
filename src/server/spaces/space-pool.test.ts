import { setImmediate as nextTurn } from "node:timers/promises";
import pino from "pino";
import { expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import type { Register } from "../database/register/register.ts";
import type { Space } from "../database/register/space-rows.ts";
import type { OpenPlanning } from "../open-planning.ts";
import { createSpacePool } from "./space-pool.ts";

const SPACE = { slug: "chorale", state: "active" } as Space;

test("a space that is closed while a server says again what it has open is noted as closed last", async () => {
  const notes: string[] = [];
  const saying = Promise.withResolvers<void>();
  const register: Partial<Register> = {
    find: () => Promise.resolve(SPACE),
    noteOpened: () => Promise.resolve(true),
    async noteStillOpen(slugs) {
      await saying.promise;
      notes.push(`open: ${slugs.join(" ")}`);
    },
    noteClosed: (slug) => Promise.resolve(void notes.push(`closed: ${slug}`)),
  };
  const spacePool = createSpacePool({
    register: register as Register,
    openSpace: (_space, { onClosing }) => {
      const close = () => onClosing({} as Database);
      return Promise.resolve({ close } as unknown as OpenPlanning);
    },
    mostOpen: 1,
    logger: pino({ enabled: false }),
    clock: () => new Date(),
    onClosed: () => undefined,
  });
  const lease = await spacePool.acquire(SPACE.slug, "background");
  if (typeof lease === "string") throw new Error(lease);
  lease.release();
  const rechecked = spacePool.recheck();
  const closed = spacePool.closeUnused(SPACE.slug);
  // The closing goes on as far as it can.
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  saying.resolve();
  await Promise.all([rechecked, closed]);
  expect(notes).toEqual(["open: chorale", "closed: chorale"]);
  await spacePool.close(() => Promise.resolve());
});
