import type { Engine } from "../../src/server/database/database.ts";
import { openDatabase } from "../../src/server/database/open-database.ts";
import { SERVER, startDiapason } from "../../test/start-diapason.ts";
import { startPostgres } from "../../test/start-postgres.ts";
import { call } from "../call.ts";
import { type ApiDocument, type DocumentedCall, documentedCalls } from "../requests/documented-calls.ts";
import { addTeam, type TeamRows } from "./team-rows.ts";
import { CALLERS, PUBLICATION, SECRET } from "./team.ts";

/** The built server in a process of its own, with a team and its planning in it. */
export interface TeamServer extends TeamRows {
  readonly url: string;
  readonly pid: number;
  readonly calls: readonly DocumentedCall[];
  /** The lines of its log that tell of an error nobody foresaw. */
  readonly failures: () => readonly string[];
  readonly stop: () => Promise<void>;
}

const SETTINGS = {
  AUTH_SECRET: SECRET,
  // Somebody else's address for every request, or all would soon be told to come back later.
  TRUSTED_PROXY: "127.0.0.1",
  // Where anybody registers there are no links to use and to renew.
  REGISTRATION: "invite",
};
/** Of pino's levels: an error. */
const FAILURE = /"level":[56]0/;

/** Starts it with `words` for Node on top of the product's own. */
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
