import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { SERVER, startDiapason } from "#test/support/process/start-diapason.ts";
import type { Engine } from "../../src/server/database/database.ts";
import { openDatabase } from "../../src/server/database/open-database.ts";
import { call } from "../call.ts";
import { type ApiDocument, type DocumentedCall, documentedCalls } from "../requests/documented-calls.ts";
import { addTeam, type TeamRows } from "./team-rows.ts";
import { CALLERS, PUBLICATION, SECRET } from "./team.ts";

/** The built server in a separate process, with a team and its planning. */
export interface TeamServer extends TeamRows {
  readonly url: string;
  readonly pid: number;
  readonly calls: readonly DocumentedCall[];
  /** Lines of its log about unexpected errors. */
  readonly failures: () => readonly string[];
  readonly stop: () => Promise<void>;
}

const SETTINGS = {
  AUTH_SECRET: SECRET,
  // Allows a different client address for each request; otherwise the rate limits would soon refuse all of them.
  TRUSTED_PROXY: "127.0.0.1",
  // Invitation links exist only with this setting.
  REGISTRATION: "invite",
};
/** Log level of pino: error or fatal. */
const FAILURE = /"level":[56]0/;

/** Starts the server with `words` as additional arguments of Node. */
export async function startTeamServer(engine: Engine, words: readonly string[] = []): Promise<TeamServer> {
  const postgres = engine === "postgres" ? await startPostgres(["fsync=off"]) : null;
  const databaseUrl = postgres && `${postgres.url}/postgres`;
  const settings = { ...SETTINGS, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
  const [node = "", ...rest] = SERVER;
  const server = await startDiapason(settings, [node, ...words, ...rest]);
  const { url, pid, dataDir } = server;
  const database = await openDatabase({ dataDir, databaseUrl });
  const team = await addTeam(database);
  const published = { method: "POST", path: "/api/sharing", body: PUBLICATION } as const;
  const { status, text } = await call(url, CALLERS.admin[0]?.cookie ?? "", published);
  if (status !== 201) throw new Error(text);
  const document = await call(url, "", { method: "GET", path: "/api/openapi.json" });
  return {
    url,
    pid,
    calls: documentedCalls(JSON.parse(document.text) as ApiDocument),
    ...team,
    failures: () =>
      server
        .output()
        .split("\n")
        .filter((line) => FAILURE.test(line)),
    async stop() {
      await database.close();
      await server.stop();
      await postgres?.remove();
    },
  };
}
