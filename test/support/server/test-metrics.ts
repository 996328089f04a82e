import type { Answer, TestServer } from "./test-server.ts";

export const METRICS_TOKEN = "token-of-the-monitoring-program";

/** Reads the metrics as Prometheus does. */
export function scrape({ client }: Pick<TestServer, "client">): Promise<Answer> {
  return client().get("/metrics", { authorization: `Bearer ${METRICS_TOKEN}` });
}

export async function scrapeText(server: Pick<TestServer, "client">): Promise<string> {
  const answer = await scrape(server);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text;
}

/** The figures whose name, labels included, matches. */
export function figuresIn(text: string, pattern: RegExp): Record<string, number> {
  const lines = text.split("\n").filter((line) => pattern.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1).replace("+Inf", "Infinity"))];
    }),
  );
}

/** The figure of exactly this name and these labels; `undefined`: there is none. */
export function figureIn(text: string, name: string): number | undefined {
  return figuresIn(text, /^\w/)[name];
}
