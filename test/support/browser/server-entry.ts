/** The entry of the bundle of build-server.ts: all that a test needs to start the server in its own process. */
export { migrate } from "#server/database/migrate.ts";
export { openDatabase } from "#server/database/open-database.ts";
export { readSettings } from "#server/env.ts";
export { startServer } from "#server/server.ts";
export { startSpaces } from "#server/start-spaces.ts";
export { createPageRenderer } from "#server/visit/page-template.ts";
