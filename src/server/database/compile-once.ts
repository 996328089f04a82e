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

/** Each of its properties is a slot of that name. */
const SLOTS: object = new Proxy({}, { get: (_, name) => new Slot(name) });

/**
 * A query that is built and compiled only at its first run: both take longer than SQLite takes to answer. `build` may
 * pass the given values as parameters (`where`, `values`, `set`), and must not look at them.
 */
export function compileOnce<Given extends Values, Row>(
  build: (kysely: Kysely<Tables>, given: Given, engine: Engine) => Compilable<Row>,
): (queryable: Queryable, given: Given) => Promise<QueryResult<Row>> {
  const compiled = new Map<Engine, CompiledQuery<Row>>();
  return async function run({ kysely, engine }, given) {
    let query = compiled.get(engine);
    if (query === undefined) {
      query = build(kysely, SLOTS as Given, engine).compile();
      compiled.set(engine, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? given[String(value.name)] : value));
    return kysely.executeQuery({ ...query, parameters });
  };
}
