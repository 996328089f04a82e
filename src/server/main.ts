import { keepDailyBackups } from "./daily-backup.ts";
import { openDatabase } from "./database/open-database.ts";
import { runServer } from "./run-server.ts";
import { startServer } from "./server.ts";
import type { SpacesDependencies } from "./start-spaces.ts";

/** Starts a server of many spaces. Its code is loaded only when it is needed. */
async function startManySpaces(dependencies: SpacesDependencies) {
  const { startSpaces } = await import("./start-spaces.ts");
  const running = await startSpaces(dependencies);
  return { running, backups: { findPlaces: running.findBackupPlaces } };
}

// The entry point of the product's server. `SPACES=on` decides whether it has one planning or many spaces.
await runServer(async (product) => {
  const { settings, logger } = product;
  const { running, backups } =
    settings.spaces === null
      ? { running: await startServer({ ...product, openDatabase }), backups: {} }
      : await startManySpaces(product);
  const stopBackups = keepDailyBackups(settings, logger, backups);
  return {
    baseUrl: running.baseUrl,
    stop() {
      stopBackups();
      return running.stop();
    },
  };
});
