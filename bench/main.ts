/**
 * `npm run bench` runs all benchmarks, `npm run bench -- PART` one of them. Most figures have a reference that is measured
 * in the same run, because only the ratio of both is comparable between machines and busy days. The exit code is 1 if a
 * figure misses its goal.
 */
import { loadavg } from "node:os";
import { measureAnswerLatency } from "./live/answer-latency.ts";
import { measureLiveConnections } from "./live/live-connections.ts";
import { measureLocalPlanning } from "./page/local-planning.ts";
import { measurePage } from "./page/page.ts";
import { measureLineUp } from "./planning/line-up.ts";
import { measureMonthWindow } from "./planning/month-window.ts";
import { measureRepairs } from "./planning/repairs.ts";
import { measurePostgres } from "./server/postgres.ts";
import { measureServer } from "./server/server.ts";
import { measureSpaces } from "./spaces/spaces.ts";
import { printTable, type Table } from "./table.ts";
import { measureYear } from "./year/year.ts";

const PARTS: Readonly<Record<string, () => Table[] | Promise<Table[]>>> = {
  "line-ups": measureLineUp,
  repairs: measureRepairs,
  page: measurePage,
  server: measureServer,
  local: measureLocalPlanning,
  window: measureMonthWindow,
  postgres: measurePostgres,
  live: measureLiveConnections,
  screens: measureAnswerLatency,
  year: measureYear,
  spaces: measureSpaces,
};

function loadOfMachine(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

async function measure(name: string): Promise<string[]> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`Usage: npm run bench [-- ${Object.keys(PARTS).join("|")}]`);
  const [start, before] = [performance.now(), loadOfMachine()];
  const missed = (await part()).flatMap(printTable);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\n── ${name}: ${seconds} s, load of the machine ${before} before, ${loadOfMachine()} after`);
  return missed;
}

const wanted = process.argv.slice(2);
const missed: string[] = [];
for (const name of wanted.length === 0 ? Object.keys(PARTS) : wanted) missed.push(...(await measure(name)));
if (missed.length > 0) console.log(`\nNot reached: ${missed.join("; ")}`);
process.exitCode = missed.length === 0 ? 0 : 1;
