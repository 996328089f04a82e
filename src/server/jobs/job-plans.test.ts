import { CompiledQuery } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { jobsForThisTest, type TestJobs } from "#test/support/server/test-jobs.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import { JOB_KINDS } from "./job.ts";
import { readNextMoments } from "./read-jobs.ts";
import { claimJob, takeJob } from "./write-jobs.ts";

const FEW = 100;
const MANY = 10_000;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function fill({ add, now }: TestJobs, from: number, to: number): Promise<void> {
  const dueAt = new Date(now().getTime() - 60_000);
  await add(
    ...Array.from({ length: to - from }, (_, index) => ({
      kind: JOB_KINDS[index % JOB_KINDS.length] ?? "message",
      subject: `event-${from + index}`,
      // Half of them are due.
      dueAt: new Date(dueAt.getTime() + (index % 2) * 3_600_000),
    })),
  );
}

describe.each(ENGINES)("the queries for due jobs on %s", (engine) => {
  /** The queries of looking, claiming and taking. */
  async function queriesOf({ database, now }: TestJobs): Promise<CompiledQuery[]> {
    const execute = vi.spyOn(database.kysely.getExecutor(), "executeQuery");
    await readNextMoments(database, JOB_KINDS);
    await claimJob(database, "message", now(), new Date(now().getTime() + 60_000));
    await takeJob(database, "reminders", now());
    const queries = execute.mock.calls.map(([query]) => query);
    execute.mockRestore();
    return queries;
  }

  async function explainSqlite({ database }: TestJobs, { sql, parameters }: CompiledQuery): Promise<string[]> {
    const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await database.kysely.executeQuery(query);
    return rows.map((row) => (row as { detail: string }).detail);
  }

  /** Each node of the plan, with how many rows it gave. */
  async function explainPostgres({ database }: TestJobs, { sql, parameters }: CompiledQuery): Promise<string[]> {
    return database.kysely.transaction().execute(async (transaction) => {
      // A table of 100 rows would be read whole, as it fits on a page or two.
      await transaction.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
      await transaction.executeQuery(CompiledQuery.raw("set local enable_bitmapscan = off"));
      const query = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
      const { rows } = await transaction.executeQuery(query);
      const [{ Plan: plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: PlanNode }] })["QUERY PLAN"];
      return nodesOf(plan).map((node) => `${node["Node Type"]} ${node["Actual Rows"] * node["Actual Loops"]}`);
    });
  }

  test("search an index, and touch as few of 10,000 rows as of 100", async () => {
    const jobs = await jobsForThisTest(engine);
    const explain = engine === "sqlite" ? explainSqlite : explainPostgres;
    const analyze = CompiledQuery.raw(engine === "sqlite" ? "analyze" : "analyze job");
    async function plans(): Promise<string[][]> {
      await jobs.database.kysely.executeQuery(analyze);
      const found: string[][] = [];
      for (const query of await queriesOf(jobs)) found.push(await explain(jobs, query));
      return found;
    }
    await fill(jobs, 0, FEW);
    const few = await plans();
    await fill(jobs, FEW, MANY);
    const many = await plans();
    expect(few).toHaveLength(3);
    expect(many).toEqual(few);
    expect(many.flat().join("\n")).toMatch(
      engine === "sqlite" ? /SEARCH job USING.*job_kind_due/ : /Index (Only )?Scan/,
    );
    expect(many.flat().join("\n")).not.toMatch(/Seq Scan|Sort|TEMP B-TREE|SCAN (?!CONSTANT)/);
  });
});
