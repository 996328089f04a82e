import type { SpaceLimits } from "../../env.ts";
import { type Database, type Pause } from "../database.ts";

/** Where the data of a space are: on SQLite in its folder, on PostgreSQL in a schema named after its slug. */
export interface SpacePlace {
  readonly slug: string;
  readonly folder: string;
}

/** What the list of spaces says about one. */
export interface SpaceFigures {
  readonly people: number;
  readonly events: number;
  readonly bytes: number;
}

export interface SpaceDatabase extends Database {
  /**
   * From now on additions beyond these limits are refused as `space_full`, in their own transaction. Holds for this process:
   * a command has no limits. The tables must be there.
   */
  readonly limitGrowth: (limits: SpaceLimits) => Promise<void>;
}

export interface SpaceOpening {
  /** Whether it is made where it is missing; that of any other space must be there. */
  readonly isNew: boolean;
  /** Waits before a statement, if at all. Those of PostgreSQL leave others a turn anyway. */
  readonly pause?: Pause;
}

/** Where an engine keeps the spaces of an installation: all that the engines do differently. */
export interface SpaceStorage {
  /** That of the register. */
  readonly register: Database;
  /** This process among those that serve the spaces. */
  readonly server: number;
  /** The processes that serve the spaces now, and this one. */
  readonly listServers: () => Promise<readonly number[]>;
  /** How many spaces fit in. */
  readonly mostSpaces: number;
  /** Whether the one planning of an installation without spaces is here. */
  readonly hasPlanning: () => Promise<boolean>;
  readonly open: (place: SpacePlace, options: SpaceOpening) => Promise<SpaceDatabase>;
  /** The database of a space that another process may have open; `null`: only this one has. */
  readonly reach: (slug: string) => Database | null;
  /** `null`: they cannot be read. @param isAside of a deleted space, whose folder is given */
  readonly readFigures: (place: SpacePlace, isAside: boolean) => Promise<SpaceFigures | null>;
  /** Whether no process has the space open. */
  readonly isUnused: (place: SpacePlace) => Promise<boolean>;
  /** Puts aside, brings back or drops what is not in the folder. May be repeated. */
  readonly putAside: (slug: string) => Promise<void>;
  readonly bringBack: (slug: string) => Promise<void>;
  /** @param isAside what was put aside */
  readonly drop: (slug: string, isAside: boolean) => Promise<void>;
  /** Whether the data of a space that is not put aside are there. */
  readonly isThere: (place: SpacePlace) => Promise<boolean>;
}
