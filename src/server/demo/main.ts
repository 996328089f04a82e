import { runServer } from "../run-server.ts";
import { startDemo } from "./start-demo.ts";

/** `npm run demo`: serves an invented team's planning for anybody to try. It is reset each full hour, and on SIGUSR2. */
await runServer(async (product) => {
  const demo = await startDemo(product);
  process.on("SIGUSR2", () => void demo.reset());
  return demo;
});
