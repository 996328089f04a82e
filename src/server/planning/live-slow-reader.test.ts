import { expect, test } from "vitest";
import { follow, positionIn, renameGroup, startOf, mentions } from "#test/support/server/test-live.ts";
import { type PlanningServer, startPlanningServer } from "#test/support/server/test-planning.ts";
import type { TestServer } from "#test/support/server/test-server.ts";
import type { StreamEvent } from "#test/support/server/test-stream.ts";
import { readState } from "./changes/write-change-log.ts";

const LARGE = 200_000;
const COUNT = 80;

/** Logs changes larger than any real one. Together they exceed all buffers between server and client. */
async function logLargeChanges({ database: { engine, kysely } }: TestServer): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    const { position } = await readState({ engine, kysely: transaction });
    for (let number = 1; number <= COUNT; number += 1) {
      const change = JSON.stringify({ type: "group.renamed", groupId: "2", name: `${number}`.padEnd(LARGE, ".") });
      const row = { position: position + number, change, group_id: "2", accepted_at: new Date() };
      await transaction.insertInto("planning_change").values(row).execute();
    }
    await transaction
      .updateTable("planning_state")
      .set({ position: position + COUNT })
      .execute();
  });
}

function changesIn(events: readonly StreamEvent[]): number[] {
  return events.filter(({ event }) => event === "change").map(positionIn);
}

/** The positions of all changes from here to the last one. Opens as many streams as it takes. */
async function readOn(
  running: Pick<PlanningServer, "server" | "admin">,
  after: number,
  isLast: (event: StreamEvent) => boolean,
): Promise<number[]> {
  const stream = await follow(running.server, running.admin, after);
  await Promise.race([stream.find(isLast).catch(() => undefined), stream.ended]);
  stream.leave();
  const heard = changesIn(stream.events);
  return stream.events.some(isLast) ? heard : [...heard, ...(await readOn(running, heard.at(-1) ?? after, isLast))];
}

test("who takes nothing of what they are sent is left, and goes on later without a gap", async () => {
  const running = await startPlanningServer("sqlite", { beatMs: 100 });
  const { server, admin } = running;
  const slow = await follow(server, admin);
  const start = await startOf(slow);
  slow.pause();
  await logLargeChanges(server);
  await renameGroup(admin, "La fin");
  await expect.poll(() => server.log.filter((line) => line.includes("too slow"))).toHaveLength(1);
  const heard = changesIn(slow.events);
  expect(heard.length).toBeLessThan(COUNT);
  const rest = await readOn(running, heard.at(-1) ?? start, mentions("La fin"));
  expect([...heard, ...rest]).toEqual(Array.from({ length: COUNT + 1 }, (_, number) => start + 1 + number));
  await running.stop();
});
