import { sql } from "kysely";
import type { Migration } from "../migrations/migration.ts";
import type { StoredDate } from "../schema.ts";

/** One space. The server reads this row while the space's own database is closed. */
export interface SpaceTable {
  slug: string;
  name: string;
  /** One of `SpaceState`. */
  state: string;
  /** The space's secret is derived from this value and the installation's secret. */
  secret_value: string;
  /** The e-mail and the link of the first admin, until the space's own database stores the invitation. */
  admin_email: string | null;
  admin_token_hash: string | null;
  created_at: StoredDate;
  /** The time of a person's latest request; `null`: there was none. */
  used_at: StoredDate | null;
  /** When the space must be opened for its next job; `null`: never. Not up to date while a server has the space open. */
  due_at: StoredDate | null;
  deleted_at: StoredDate | null;
  /** The hash of the mailed link that created it; `null`: an operator created it. */
  link_hash: string | null;
}

/** Which servers have which spaces open. */
interface SpaceOpeningTable {
  slug: string;
  /** A number as in `SpaceStorage.server`. */
  server: number;
  opened_at: StoredDate;
}

/** The journal: what was done to spaces. */
interface SpaceActTable {
  done_at: StoredDate;
  slug: string;
  act: string;
}

/** In which spaces an address has an account. Up to date for closed spaces only. */
interface SpaceAccountTable {
  slug: string;
  /** A keyed hash, so that the register reveals no address. */
  address_hash: string;
}

/** The tables of the register: the database with the list of all spaces of an installation. */
export interface RegisterTables {
  space: SpaceTable;
  space_opening: SpaceOpeningTable;
  space_account: SpaceAccountTable;
  space_act: SpaceActTable;
}

/** The migrations of the register. A planning's database has others (`MIGRATIONS`). */
export const REGISTER_MIGRATIONS: readonly Migration[] = [
  {
    name: "spaces",
    async up({ schema }, { date, plainText }) {
      await schema
        .createTable("space")
        .addColumn("slug", plainText, (column) => column.primaryKey())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("secret_value", "text", (column) => column.notNull())
        .addColumn("admin_email", "text")
        .addColumn("admin_token_hash", "text")
        .addColumn("created_at", date, (column) => column.notNull())
        .addColumn("used_at", date)
        .addColumn("due_at", date)
        .addColumn("opened_at", date)
        .addColumn("deleted_at", date)
        .execute();
      await schema.createIndex("space_due_at").on("space").column("due_at").execute();
      await schema
        .createTable("space_act")
        .addColumn("done_at", date, (column) => column.notNull())
        .addColumn("slug", plainText, (column) => column.notNull())
        .addColumn("act", "text", (column) => column.notNull())
        .execute();
    },
  },
  {
    name: "front door",
    async up({ schema }, { date, plainText }) {
      await schema.alterTable("space").addColumn("link_hash", "text").execute();
      await schema
        .createTable("space_account")
        .addColumn("slug", plainText, (column) => column.notNull())
        .addColumn("address_hash", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("space_account_pk", ["address_hash", "slug"])
        .execute();
      await schema.createIndex("space_account_slug").on("space_account").column("slug").execute();
      // The same tables as in a planning, for the jobs and limits of the front door.
      await schema
        .createTable("rate_limit")
        .addColumn("key", "text", (column) => column.primaryKey())
        .addColumn("count", "integer", (column) => column.notNull())
        .addColumn("expires_at", date, (column) => column.notNull())
        .execute();
      await schema
        .createTable("job")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("payload", "text")
        .addColumn("sealed", "text")
        .addColumn("due_at", date, (column) => column.notNull())
        .addColumn("claimed_at", date)
        .addColumn("tries", "integer", (column) => column.notNull())
        .addColumn("last_error", "text")
        .addColumn("created_at", date, (column) => column.notNull())
        .addColumn("expires_at", date, (column) => column.notNull())
        .addUniqueConstraint("job_kind_subject", ["kind", "subject"])
        .execute();
      await schema.createIndex("job_kind_due").on("job").columns(["kind", "due_at"]).execute();
    },
  },
  {
    name: "several servers",
    async up(kysely, { date, plainText }) {
      await kysely.schema
        .createTable("space_opening")
        .addColumn("slug", plainText, (column) => column.notNull())
        .addColumn("server", "integer", (column) => column.notNull())
        .addColumn("opened_at", date, (column) => column.notNull())
        .addPrimaryKeyConstraint("space_opening_pk", ["slug", "server"])
        .execute();
      // No server has the number 0. So `recover` treats these spaces as left open by a killed server.
      await sql`
        insert into space_opening (slug, server, opened_at)
        select slug, 0, opened_at from space where opened_at is not null`.execute(kysely);
      await kysely.schema.alterTable("space").dropColumn("opened_at").execute();
    },
  },
];
