/**
 * Which room may import which: the table of docs/architecture.md as data. A room is a folder or a single file under src/.
 * A file belongs to the room with the longest name that fits. A room may always import itself. A name that ends in `/*`
 * stands for several rooms: `client/features/*` makes each feature a room.
 *
 * A file in no room is a violation, so a new folder needs a line here.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ["domain"],
  text: ["domain", "contract"],
  "calendar-file": ["domain"],

  // The page of an answer link. It shares little code with the application, so that it stays small.
  "answer-page": ["domain", "contract", "text", "calendar-file", "client/music/signs/answer-shapes.ts"],

  // The front door of an installation with many spaces, for the same reason.
  "front-door": ["domain", "contract", "text"],

  "client/ui": [],
  "client/pages.ts": ["contract"],
  "client/storage": [],
  "client/http": ["domain", "contract"],
  "client/planning": ["domain", "contract", "client/http", "client/storage"],
  "client/session": ["domain", "contract", "client/http", "client/storage"],
  "client/people": ["domain", "contract", "client/http", "client/storage"],
  "client/line-up": ["domain", "text", "client/planning", "client/people"],
  "client/music": ["domain", "text", "client/ui", "client/music/signs/answer-shapes.ts"],
  "client/music/signs/answer-shapes.ts": [],
  "client/loading": ["domain", "contract", "text", "client/ui", "client/http", "client/session"],
  "client/messages": ["domain", "contract", "text", "client/ui", "client/pages.ts"],
  // The back link and the title of nearly every screen.
  "client/screen": ["contract", "text", "client/ui", "client/pages.ts"],
  "client/passwords": ["domain", "contract", "text", "client/ui"],
  "client/forms": ["domain", "contract", "text", "client/ui", "client/http"],
  // Workflows that several screens share.
  "client/answering": [
    "domain",
    "contract",
    "text",
    "client/planning",
    "client/line-up",
    "client/music",
    "client/forms",
    "client/ui",
  ],
  "client/deletion": ["domain", "contract", "text", "client/ui"],
  "client/family": [
    "domain",
    "contract",
    "text",
    "client/planning",
    "client/session",
    "client/people",
    "client/music",
    "client/answering",
    "client/forms",
    "client/ui",
  ],
  "client/service-worker": ["contract", "text"],
  "client/features/*": [
    "domain",
    "contract",
    "text",
    "calendar-file",
    "client/planning",
    "client/session",
    "client/people",
    "client/line-up",
    "client/music",
    "client/loading",
    "client/messages",
    "client/screen",
    "client/passwords",
    "client/forms",
    "client/answering",
    "client/deletion",
    "client/family",
    "client/ui",
    "client/http",
    "client/pages.ts",
  ],
  "client/app": ["domain", "contract", "text", "client"],
  "client/main.tsx": ["client"],

  "server/env.ts": ["domain", "contract", "text"],
  "server/errors.ts": ["domain", "contract", "text"],
  "server/time-limit.ts": [],
  "server/http": ["domain", "contract", "text", "server/env.ts", "server/errors.ts"],
  "server/database": [
    "domain",
    "contract",
    "text",
    "server/database",
    "server/env.ts",
    "server/mail",
    "server/errors.ts",
    "server/time-limit.ts",
  ],
  "server/journal": ["domain", "contract", "server/database"],
  // The existing services and roles. Code that stores their names checks them here.
  "server/services": ["domain", "server/database", "server/errors.ts"],
  "server/api": [
    "domain",
    "contract",
    "text",
    "server/database",
    "server/env.ts",
    "server/http",
    "server/peer",
    "server/errors.ts",
  ],
  "server/peer": ["server/http"],
  "server/auth": [
    "domain",
    "contract",
    "text",
    "server/database",
    "server/env.ts",
    "server/api",
    "server/journal",
    "server/mail",
    "server/peer",
    "server/services",
    "server/errors.ts",
  ],
  "server/jobs": ["domain", "contract", "server/database", "server/errors.ts"],
  "server/mail": ["domain", "contract", "text", "server/database", "server/env.ts", "server/jobs", "server/errors.ts"],
  // Messages to people, and which ones they want.
  "server/notifications": [
    "domain",
    "contract",
    "text",
    "server/planning",
    "server/api",
    "server/auth",
    "server/database",
    "server/env.ts",
    "server/jobs",
    "server/mail",
    "server/errors.ts",
  ],
  "server/planning": [
    "domain",
    "contract",
    "server/api",
    "server/database",
    "server/journal",
    "server/auth",
    "server/jobs",
    "server/services",
    "server/errors.ts",
  ],
  "server/calendar": [
    "domain",
    "contract",
    "text",
    "calendar-file",
    "server/planning",
    "server/api",
    "server/database",
    "server/auth",
    "server/errors.ts",
  ],
  "server/users": [
    "domain",
    "contract",
    "server/notifications",
    "server/planning",
    "server/api",
    "server/database",
    "server/journal",
    "server/auth",
    "server/services",
    "server/errors.ts",
  ],
  // What a monitoring program reads.
  "server/metrics": [
    "contract",
    "server/api",
    "server/database",
    "server/http",
    "server/jobs",
    "server/mail",
    "server/errors.ts",
    "server/time-limit.ts",
  ],
  // The data of the first screen, which the page contains when it arrives.
  "server/visit": [
    "domain",
    "contract",
    "server/planning",
    "server/users",
    "server/auth",
    "server/api",
    "server/database",
    "server/errors.ts",
    "server/time-limit.ts",
  ],
  // The read-only checks of the command `doctor`. Their sentences are in text/doctor.
  "server/doctor": [
    "domain",
    "contract",
    "text",
    "server/database",
    "server/mail",
    "server/auth",
    "server/env.ts",
    "server/time-limit.ts",
  ],
  // What an operator runs: each command connects the rooms that it needs.
  "server/commands": ["domain", "contract", "text", "calendar-file", "server"],
  // Many plannings in one process: the register of spaces, which spaces are open, and pages where there is none.
  "server/spaces": ["domain", "contract", "text", "server"],
  // The demo: a server that wraps the product's server.
  "server/demo": ["domain", "contract", "text", "server"],
  // The files directly in server/ connect the rooms.
  "server/*.ts": ["domain", "contract", "text", "server"],
};

/** Roots under which no two folders, neither of which contains the other, may import each other. */
export const ONE_WAY_ROOTS: readonly string[] = ["client", "contract", "domain", "server", "text"];

/** Modules of this room may hold no state, because many plannings share a process. */
export const STATELESS_ROOM = "server";

/** The exceptions: module state that all plannings share. The key is file and variable, the value the reason. */
export const PROCESS_STATE: Readonly<Record<string, string>> = {
  "server/auth/passwords/passwords.ts hashing": "hashing takes the cores of the machine, which all plannings share",
  "server/metrics/metrics.ts processRegistry": "Node's observers last as long as the process",
};

/** Where SQL is allowed: rooms, files, and files by name. The test also refuses writes in files named `read-*.ts`. */
export const SQL_HOMES: readonly string[] = [
  "server/database",
  "server/auth",
  "server/api/rate-limit.ts",
  "read-*.ts",
  "write-*.ts",
];

/** Where each library may be imported: rooms, folders of rooms, files, or files by name (`read-*.ts`). */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  react: ["client"],
  "react-dom": ["client/main.tsx", "client/app", "client/ui", "client/music"],
  wouter: ["client/app", "client/features", "client/screen"],
  "@tanstack/query-core": ["client/planning"],
  "idb-keyval": ["client/planning", "client/people"],
  "lucide-react": ["client/ui", "client/music", "client/deletion", "client/messages", "client/features", "client/app"],
  "ical-generator": ["calendar-file"],
  uqr: ["client/features"],
  papaparse: ["client/features"],
  "workbox-precaching": ["client/service-worker"],
  "workbox-routing": ["client/service-worker"],
  zod: ["contract", "client/http", "client/planning", "client/session", "client/people", "client/storage", "server"],
  hono: ["server"],
  "@hono/node-server": ["server"],
  "@simplewebauthn/server": ["server/auth"],
  kysely: [...SQL_HOMES, "server/api/user-record.ts"],
  "better-sqlite3": ["server/database"],
  pg: ["server/database"],
  nodemailer: ["server/mail"],
  "prom-client": ["server/metrics"],
  "web-push": ["server/notifications"],
  pino: ["server"],
  "node:": ["server"],
};

/** The longest line with CSS classes. A longer list needs a name in `src/client/styles/components.css`. */
export const LONGEST_CLASS_LINE = 160;

/** The most lines of a function. A longer one has parts that deserve names. */
export const LONGEST_FUNCTION = 100;

/** Names of folders and files that say nothing about what is inside. */
export const DRAWER_NAMES = /^(shared|common|lib|utils?|helpers?|misc)$|(^|[-.])(utils?|helpers?|misc)$/;

/** Rooms without French: it belongs in src/text. Only the domain may hold the French names of services and roles. */
export const ENGLISH_ROOMS: readonly string[] = ["client", "answer-page", "front-door", "server"];

/** The most files of one folder, not counting its subfolders. */
export const FULLEST_FOLDER = { withTests: 30, withoutTests: 15 };

/** Folders without a limit of files, because they grow with each release. */
export const GROWING_FOLDERS: readonly string[] = ["server/database/migrations"];

/** The highest median number of files per folder, without tests. It is checked for each part of src/. */
export const MEDIAN_FOLDER = 6;
