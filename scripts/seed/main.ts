#!/usr/bin/env node
/**
 * `npm run seed -- --groups N --people N --events N`: fills the empty database of the settings (SQLite or PostgreSQL) with
 * an invented planning. The same numbers on the same day give the same rows. `--today YYYY-MM-DD` sets another day.
 */
import { parseArgs } from "node:util";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { loadSettings } from "#server/env.ts";
import { StartError } from "#server/errors.ts";
import { inventPerson, type SeedSizes } from "./invented-planning.ts";
import { SEED_PASSWORD, seedPlanning } from "./write-planning.ts";

const USAGE = "Usage: npm run seed -- --groups N --people N --events N [--today YYYY-MM-DD]";
const BAR_WIDTH = 40;
const WHOLE_NUMBER = /^[1-9]\d{0,6}$/;

interface Order {
  readonly sizes: SeedSizes;
  readonly today: string;
}

/** Reads the command line. @throws StartError when it is wrong */
function readOrder(): Order {
  const names = ["groups", "people", "events", "today"] as const;
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ options, strict: false });
  const [groups, people, events] = names.map((name) => {
    const word = values[name];
    return typeof word === "string" && WHOLE_NUMBER.test(word) ? Number(word) : null;
  });
  const today = values["today"] ?? new Date().toISOString().slice(0, 10);
  if (!groups || !people || !events || typeof today !== "string" || !isPlainDate(today)) throw new StartError(USAGE);
  if (people < groups) throw new StartError("Each group needs somebody: --people may not be less than --groups.");
  return { sizes: { groups, people, events }, today };
}

function showProgress(done: number): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round(done * BAR_WIDTH);
  process.stderr.write(`\r${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ${Math.round(done * 100)} %`);
  if (done === 1) process.stderr.write("\n");
}

async function main(): Promise<void> {
  const { sizes, today } = readOrder();
  const { settings, problems } = loadSettings();
  if (problems !== undefined) throw new StartError(problems.join("\n"));
  const database = await openDatabase(settings);
  const start = performance.now();
  try {
    await migrate(database);
    await seedPlanning(database, { sizes, today, now: new Date(), onProgress: showProgress });
  } finally {
    await database.close();
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${sizes.groups} groups, ${sizes.people} people and ${sizes.events} events in ${seconds} s.`);
  console.log(
    `Everybody's password is ${SEED_PASSWORD}; ${inventPerson(0, sizes).email} is an admin. Restart a server that runs.`,
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
