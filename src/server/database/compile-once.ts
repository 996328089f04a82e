import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Engine, Queryable } from "./database.ts";
import type { Tables } from "./schema.ts";

/** A placeholder for a value that is known only when the query runs. */
class Placeholder {
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

/** An object whose property `x` is the placeholder named `x`, for every name. */
const PLACEHOLDERS: object = new Proxy({}, { get: (_, name) => new Placeholder(name) });

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
      parameter instanceof Placeholder ? values[String(parameter.name)] : parameter,
    );
    return kysely.executeQuery({ ...query, parameters });
  };
}
