import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Engine, Queryable } from "./database.ts";
import type { Tables } from "./schema.ts";

/** A query that can be compiled. */
export interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

type Values = Readonly<Record<string, unknown>>;

/** An object whose property `x` is the symbol `x`, for every name. It stands for a value that is known only at the run. */
const PLACEHOLDERS: object = new Proxy({}, { get: (_, name) => Symbol(String(name)) });

/**
 * A prepared query: it is built and compiled at its first run only, because both take longer than SQLite needs to run it.
 * `build` gets placeholders instead of values. It may pass them to `where`, `values` and `set`, but not read them.
 */
export function compileOnce<QueryValues extends Values, Row>(
  build: (kysely: Kysely<Tables>, placeholders: QueryValues, engine: Engine) => Compilable<Row>,
): (queryable: Queryable, values: QueryValues) => Promise<QueryResult<Row>> {
  const compiled = new Map<Engine, CompiledQuery<Row>>();
  return async function run({ kysely, engine }, values) {
    let query = compiled.get(engine);
    if (query === undefined) {
      query = build(kysely, PLACEHOLDERS as QueryValues, engine).compile();
      compiled.set(engine, query);
    }
    const parameters = query.parameters.map((parameter) =>
      typeof parameter === "symbol" ? values[parameter.description ?? ""] : parameter,
    );
    return kysely.executeQuery({ ...query, parameters });
  };
}
