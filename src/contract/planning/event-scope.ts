import * as z from "zod/mini";

/** Which events a call is about: one alone, or it and those after it in its series. */
export const Scope = z.prefault(z.enum(["one", "following"]), "one");

export const EventScope = z.object({ scope: Scope });
