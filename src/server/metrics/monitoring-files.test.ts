import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { METRICS_TOKEN, scrapeText } from "#test/support/server/test-metrics.ts";

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly query: string }[] };
}

const PACKAGING = join(import.meta.dirname, "../../../packaging");
const OWN_NAME = /\b(?:diapason|process|nodejs)_[a-z0-9_]+/g;
const SERIES_OF: Readonly<Record<string, readonly string[]>> = { histogram: ["_bucket", "_sum", "_count"] };

const server = serverForAllTests("sqlite", { settings: { METRICS_TOKEN } });

/** The name of every metric, and those of the series that it is made of. */
async function told(): Promise<Map<string, readonly string[]>> {
  const types = (await scrapeText(server)).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Map(
    Array.from(types, ([, name = "", type = ""]) => [name, (SERIES_OF[type] ?? [""]).map((ending) => name + ending)]),
  );
}

function dashboard(): Dashboard {
  return JSON.parse(readFileSync(join(PACKAGING, "grafana/diapason.json"), "utf8")) as Dashboard;
}

function shownIn({ panels, templating }: Dashboard): string[] {
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.map(({ query }) => query),
  ];
  return expressions.flatMap((expression) => expression.match(OWN_NAME) ?? []);
}

test("the dashboard shows only figures that the server tells, and all of its own", async () => {
  const metrics = await told();
  const shown = shownIn(dashboard());
  const known = new Set([...metrics.values()].flat());
  expect(shown.filter((name) => !known.has(name))).toEqual([]);
  const own = [...metrics].filter(([name]) => name.startsWith("diapason_"));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter(([, series]) => !series.some((name) => shown.includes(name))).map(([name]) => name)).toEqual([]);
});

test("each panel of the dashboard has an id and a title of its own", () => {
  const { panels } = dashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});

test("the alerts are about figures that the server tells", async () => {
  const known = new Set([...(await told()).values()].flat());
  const rules = readFileSync(join(PACKAGING, "prometheus/alerts.yaml"), "utf8");
  const names = rules.match(OWN_NAME) ?? [];
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test("docs/operations.md explains each of the server's own figures", async () => {
  const text = readFileSync(join(PACKAGING, "../docs/operations.md"), "utf8");
  const own = [...(await told()).keys()].filter((name) => name.startsWith("diapason_"));
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
