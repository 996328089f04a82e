import type { Hono } from "hono";
import type { AppEnv } from "../api/request-context.ts";

/** How the server of a demo differs from a team's. */
export interface DemoRules {
  /** A page with the notice that it is a demo. */
  readonly withNotice: (page: string) => string;
  /** Whether everybody may sign in as this person, without a password. */
  readonly isOpenAccount: (email: string) => boolean;
  /** Mounts what a demo refuses or adds. Called before all other routes are mounted. */
  readonly addBorders: (app: Hono<AppEnv>) => void;
}
