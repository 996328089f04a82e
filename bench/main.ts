/**
 * `npm run bench`: how heavy the page is and how quickly the server starts, each beside a bare reference measured in
 * the same run, because only the ratio survives another machine or a busy day.
 */
import { measurePageWeight } from "./page-weight.ts";
import { measureServer } from "./server-start.ts";
import { printTable } from "./table.ts";

const isWithinGoals = [
  printTable("First-load JavaScript, brotli, as served", await measurePageWeight()),
  printTable("Server", await measureServer()),
].every(Boolean);
process.exitCode = isWithinGoals ? 0 : 1;
