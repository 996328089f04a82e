import { type DatabaseConnection, type PostgresPool, PostgresDialect, PostgresDriver } from "kysely";
import { reasonOf } from "./data-dir.ts";

/** PostgreSQL said nothing: the way there broke, or could not be made. Its driver names that in sentences alone. */
export class ConnectionFailure extends Error {}

/** What PostgreSQL itself says has a severity; a type error is a mistake of whoever asked. */
function saysSomethingElse(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "severity" in error);
}

async function overConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (saysSomethingElse(error)) throw error;
    throw new ConnectionFailure(reasonOf(error), { cause: error });
  }
}

/** Tells a connection that broke from a statement that PostgreSQL refused. */
class WatchedDriver extends PostgresDriver {
  readonly #watched = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await overConnection(() => super.acquireConnection());
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (...call) => overConnection(() => execute(...call));
    }
    return connection;
  }
}

export class WatchedDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): WatchedDriver {
    return new WatchedDriver({ pool: this.#pool });
  }
}
