import * as z from "zod/mini";
import { SERVICES } from "../domain/services.ts";

/** A user's row as it crosses the wire; `email` only for admins and for oneself. */
export const UserRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  positions: z.array(z.enum(SERVICES)),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  email: z.optional(z.string()),
});

export const Session = z.object({ user: UserRow, expiresAt: z.string() });

export type UserRow = z.infer<typeof UserRow>;
export type Session = z.infer<typeof Session>;
