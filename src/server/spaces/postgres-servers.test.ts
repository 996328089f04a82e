import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { createEvent, NOON } from "#test/support/server/test-planning.ts";
import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { follow } from "#test/support/server/test-live.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { MARIE } from "#test/support/server/test-server.ts";
import { putAside } from "./deleted-spaces.ts";

const engine = "postgres";
const REMINDER = new Date("2050-12-19T17:00:00Z");
