import { describe, expect, test } from "vitest";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { Message } from "./message.ts";
import { withWaitingMessages } from "./read-waiting-messages.ts";

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

const NOW = new Date("2050-11-20T11:00:00Z");

describe.each(ENGINES)("what a message about a place takes from one that waits, on %s,", (engine) => {
  const planning = planningForAllTests(engine);

  function jobOf(subject: string, place: Partial<PlaceMessage>): NewJob {
    const message = { topic: "place", eventId: "culte", before: [], ...place };
    // Due so late that no process sends it.
    return { kind: "message", subject, dueAt: new Date("2060-01-01T00:00:00Z"), payload: { userId: "bruno", message } };
  }

  async function taken(subject: string): Promise<unknown> {
    const { database } = planning.server;
    const { jobs } = await withWaitingMessages(database, [jobOf(subject, { before: ["Batterie"] })]);
    const [job] = jobs;
    return (job?.payload as { readonly message: Message } | undefined)?.message;
  }

  test("is what the person knew before it", async () => {
    await addJobs(planning.server.database, [jobOf("waits", { before: ["Lead"] })], NOW);
    expect(await taken("waits")).toEqual({ topic: "place", eventId: "culte", before: ["Lead"] });
    expect(await taken("nothing waits")).toMatchObject({ before: ["Batterie"] });
  });

  test("is that nothing is certain while the other one is being sent", async () => {
    const { database } = planning.server;
    await addJobs(database, [jobOf("leaves", {})], NOW);
    await database.kysely.updateTable("job").set({ claimed_at: NOW }).where("subject", "=", "leaves").execute();
    expect(await taken("leaves")).toMatchObject({ before: [], isUncertain: true });
    await addJobs(database, [jobOf("uncertain", { isUncertain: true })], NOW);
    expect(await taken("uncertain")).toMatchObject({ before: [], isUncertain: true });
  });
});
