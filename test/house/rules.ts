/**
 * Who may import whom, as data: the table of docs/architecture.md. A room is a folder or a single file under src/; the
 * longest name that fits a file is its room, and each room may always import itself. A room that stands for several
 * (`client/features/*`: one room for each feature) ends in `/*`.
 *
 * A file in no room is a violation, so a new folder cannot appear without its line here.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ["domain"],
  text: ["domain", "contract"],

  "client/ui": [],
  "client/storage": [],
  "client/http": ["domain", "contract"],
  "client/planning": ["domain", "contract", "client/http", "client/storage"],
  "client/session": ["domain", "contract", "client/http", "client/storage"],
  "client/people": ["domain", "contract", "client/http", "client/storage"],
  "client/line-up": ["domain", "client/planning", "client/people"],
  "client/domain-ui": ["domain", "text", "client/ui"],
  "client/service-worker": [],
  "client/features/*": [
    "domain",
    "contract",
    "text",
    "client/planning",
    "client/session",
    "client/people",
    "client/line-up",
    "client/domain-ui",
    "client/ui",
    "client/http",
  ],
  "client/app": ["domain", "contract", "text", "client"],
  "client/main.tsx": ["client"],

  "server/env.ts": ["domain", "contract"],
  "server/errors.ts": ["domain", "contract", "text"],
  "server/http": ["domain", "contract", "text", "server/env.ts", "server/errors.ts"],
  "server/database": [
    "domain",
    "contract",
    "text",
    "server/database",
    "server/env.ts",
    "server/mail",
    "server/errors.ts",
  ],
  "server/journal": ["domain", "contract", "server/database"],
  "server/auth": [
    "domain",
    "contract",
    "text",
    "server/database",
    "server/env.ts",
    "server/journal",
    "server/mail",
    "server/errors.ts",
  ],
  "server/mail": ["domain", "contract", "text", "server/database", "server/env.ts", "server/errors.ts"],
  "server/planning": ["domain", "contract", "server/database", "server/journal", "server/auth", "server/errors.ts"],
  "server/users": [
    "domain",
    "contract",
    "server/planning",
    "server/database",
    "server/journal",
    "server/auth",
    "server/errors.ts",
  ],
  // What stands directly in server/ puts the rooms together.
  "server/*.ts": ["domain", "contract", "text", "server"],
};

/** Each outside library has one home: a room, a folder of rooms, or files by the end of their name (`*queries.ts`). */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  react: ["client"],
  "react-dom": ["client/main.tsx", "client/app", "client/ui", "client/domain-ui"],
  wouter: ["client/app", "client/features"],
  "@tanstack/query-core": ["client/planning"],
  "@tanstack/query-persist-client-core": ["client/planning"],
  "idb-keyval": ["client/planning", "client/people"],
  "lucide-react": ["client/ui", "client/domain-ui", "client/features", "client/app"],
  uqr: ["client/features"],
  "workbox-precaching": ["client/service-worker"],
  "workbox-routing": ["client/service-worker"],
  zod: ["contract", "client/http", "client/planning", "client/session", "client/people", "client/storage", "server"],
  hono: ["server"],
  "@hono/node-server": ["server"],
  kysely: ["server/database", "server/auth", "*queries.ts"],
  "better-sqlite3": ["server/database"],
  pg: ["server/database"],
  "better-auth": ["server/auth"],
  nodemailer: ["server/mail"],
  pino: ["server"],
  "node:": ["server"],
};

/** Words that are how drawers start, for folders and files alike. */
export const DRAWER_NAMES = /^(shared|common|lib|utils?|helpers?|misc)$|(^|[-.])(utils?|helpers?|misc)$/;

/** French belongs in text; domain holds the services' own names. */
export const ENGLISH_ROOMS: readonly string[] = ["client", "server"];
