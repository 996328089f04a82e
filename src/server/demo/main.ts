import { runServer } from "../run-server.ts";
import { startDemo } from "./start-demo.ts";

/**
 * `npm run demo`: serves an invented team from `DATA_DIR/demo`, for anybody to try. It is reset at each full hour, and on
 * SIGUSR2.
 */
await runServer(async (product) => {
  const demo = await startDemo(product);
  process.on("SIGUSR2", () => void demo.reset());
  return demo;
});
