import type { Database, Pause } from "../database.ts";

/** Where the data of a space are: on SQLite in its folder, on PostgreSQL in a schema named after its slug. */
export interface SpacePlace {
  readonly slug: string;
  readonly folder: string;
}

/** A row of the list of spaces. */
export interface SpaceFigures {
  readonly people: number;
  readonly events: number;
  readonly bytes: number;
}

/** The figures of a space whose database is not made yet. */
export const NO_FIGURES: SpaceFigures = { people: 0, events: 0, bytes: 0 };

export interface SpaceOpening {
  /** Whether a missing database is made. Otherwise it must exist. */
  readonly isNew: boolean;
  /** Not needed on PostgreSQL, whose statements give other work a turn anyway. */
  readonly pause?: Pause;
}

/** Where an engine keeps the spaces of an installation. Everything that differs between the engines is here. */
export interface SpaceStorage {
  /** The register's database. */
  readonly register: Database;
  /** The number of this process. */
  readonly server: number;
  /** The numbers of the processes that serve the spaces now, and of this one. */
  readonly listServers: () => Promise<readonly number[]>;
  /** How many spaces fit into the database. */
  readonly mostSpaces: number;
  /** Whether the planning of an installation without spaces is stored here. */
  readonly hasPlanning: () => Promise<boolean>;
  readonly open: (place: SpacePlace, options: SpaceOpening) => Promise<Database>;
  /** The database of a space that another process may have open; `null`: no other process can. */
  readonly reach: (slug: string) => Database | null;
  /** `null`: the figures cannot be read. @param isAside whether the data are put aside, in the folder of `place` */
  readonly readFigures: (place: SpacePlace, isAside: boolean) => Promise<SpaceFigures | null>;
  /** Whether no process has the space open. */
  readonly isUnused: (place: SpacePlace) => Promise<boolean>;
  /** Puts aside, brings back or drops the data that are not in the space's folder. Each may be repeated. */
  readonly putAside: (slug: string) => Promise<void>;
  readonly bringBack: (slug: string) => Promise<void>;
  /** @param isAside whether the data are put aside */
  readonly drop: (slug: string, isAside: boolean) => Promise<void>;
  /** Whether the data of a space that is not put aside exist. */
  readonly isThere: (place: SpacePlace) => Promise<boolean>;
}
