import type { Database, Pause } from "../database.ts";

/** Where a space's database is: on SQLite a file in its folder, on PostgreSQL a schema named after its slug. */
export interface SpacePlace {
  readonly slug: string;
  readonly folder: string;
}

/** Figures of a space that an operator's list of spaces shows. */
export interface SpaceFigures {
  readonly people: number;
  readonly events: number;
  readonly bytes: number;
}

/** The figures of a space whose database does not exist yet. */
export const NO_FIGURES: SpaceFigures = { people: 0, events: 0, bytes: 0 };

export interface SpaceOpening {
  /** Whether the database is created if it is missing. */
  readonly isNew: boolean;
  /** Only for SQLite, whose statements block the event loop. */
  readonly pause?: Pause;
}

/** The databases of all spaces: an interface that `sqlite-spaces.ts` and `postgres-spaces.ts` implement. */
export interface SpaceStorage {
  /** The register's database. */
  readonly register: Database;
  /** A random number that identifies this process. */
  readonly server: number;
  /** The numbers of all running servers, and of this process. */
  readonly listServers: () => Promise<readonly number[]>;
  /** How many spaces fit into the database. */
  readonly mostSpaces: number;
  /** Whether a planning is stored here from a time without spaces. `SPACES=on` is then refused. */
  readonly hasPlanning: () => Promise<boolean>;
  /** Opens the database of a space. @throws StartError if it is missing, unless `isNew` */
  readonly open: (place: SpacePlace, options: SpaceOpening) => Promise<Database>;
  /** For reading a space that another server may have open; `null` on SQLite, where there is only one server. */
  readonly reach: (slug: string) => Database | null;
  /** `null`: the figures cannot be read. @param isAside whether the space was deleted, and its data put aside */
  readonly readFigures: (place: SpacePlace, isAside: boolean) => Promise<SpaceFigures | null>;
  /** Whether no process has the space open. */
  readonly isUnused: (place: SpacePlace) => Promise<boolean>;
  /** Puts the data of a deleted space aside. On SQLite this and the next two do nothing: the caller moves the folder. */
  readonly putAside: (slug: string) => Promise<void>;
  /** Makes the data of a deleted space usable again. */
  readonly bringBack: (slug: string) => Promise<void>;
  /** Deletes the data for ever. `isAside`: whether they are put aside. */
  readonly drop: (slug: string, options: { readonly isAside: boolean }) => Promise<void>;
  /** Whether the data of a space exist, and are not put aside. */
  readonly isThere: (place: SpacePlace) => Promise<boolean>;
}
