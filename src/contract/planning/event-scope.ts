import * as z from "zod/mini";

/** Which events a call is about: one alone (if left out), or it and those after it in its series. */
export const Scope = z.optional(z.enum(["one", "following"]));

export const EventScope = z.object({ scope: Scope });
