import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Engine, Queryable } from "./database.ts";
import type { Tables } from "./schema.ts";

/** A placeholder for a value that is known only when the query runs. */
class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** A query that can be compiled. */
export interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

type Values = Readonly<Record<string, unknown>>;

/** Has every property: a slot of that name. */
const SLOTS: object = new Proxy({}, { get: (_, name) => new Slot(name) });

/**
 * A query that is built and compiled only at its first run: both take longer than SQLite's answer. `build` gets
 * placeholders, which it may pass as parameters (`where`, `values`, `set`) but not read.
 */
export function compileOnce<QueryValues extends Values, Row>(
  build: (kysely: Kysely<Tables>, placeholders: QueryValues, engine: Engine) => Compilable<Row>,
): (queryable: Queryable, values: QueryValues) => Promise<QueryResult<Row>> {
  const compiled = new Map<Engine, CompiledQuery<Row>>();
  return async function run({ kysely, engine }, values) {
    let query = compiled.get(engine);
    if (query === undefined) {
      query = build(kysely, SLOTS as QueryValues, engine).compile();
      compiled.set(engine, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[String(value.name)] : value));
    return kysely.executeQuery({ ...query, parameters });
  };
}
