/**
 * `npm run bench` measures how fast a line-up is found, how heavy the page is and how soon it shows its content, how
 * fast the server starts, and how soon a thousand connections receive a change. Each figure has a reference measured in
 * the same run, because only the ratio is comparable between machines and busy days.
 */
import { measureAnswerLatency } from "./answer-latency.ts";
import { measureFirstContent } from "./first-content.ts";
import { measureLineUp } from "./line-up.ts";
import { measureLiveConnections } from "./live-connections.ts";
import { measurePageWeight } from "./page-weight.ts";
import { measureServer } from "./server-start.ts";
import { printTable } from "./table.ts";

const isWithinGoals = [
  printTable("Line-ups of 100 people, medians", measureLineUp()),
  printTable("First-load JavaScript, brotli, as served", await measurePageWeight()),
  printTable("First visit, four times slowed down, medians", await measureFirstContent()),
  printTable("Server", await measureServer()),
  printTable("1,000 live connections", await measureLiveConnections()),
  printTable("Shared planning, from one browser to another", await measureAnswerLatency()),
].every(Boolean);
process.exitCode = isWithinGoals ? 0 : 1;
