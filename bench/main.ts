/**
 * `npm run bench`: how quickly a line-up is found, how heavy the page is and how soon it shows what it is for, how quickly
 * the server starts, and how soon a thousand connections hear of a change, each beside a reference measured in the same
 * run, because only the ratio survives another machine or a busy day.
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
