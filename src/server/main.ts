import { keepDailyBackups } from "./daily-backup.ts";
import { openDatabase } from "./database/open-database.ts";
import { runServer } from "./run-server.ts";
import { startServer } from "./server.ts";

// The entry point of the product's server. `SPACES=on` decides whether it has one planning or many spaces.
await runServer(async (product) => {
  const { settings, logger } = product;
  // The code for many spaces is loaded only when it is needed.
  const running = await (settings.spaces === null
    ? startServer({ ...product, openDatabase })
    : import("./start-spaces.ts").then(({ startSpaces }) => startSpaces(product)));
  const findPlaces = "findBackupPlaces" in running ? running.findBackupPlaces : undefined;
  const stopBackups = keepDailyBackups(settings, logger, { findPlaces });
  return {
    baseUrl: running.baseUrl,
    stop() {
      stopBackups();
      return running.stop();
    },
  };
});
