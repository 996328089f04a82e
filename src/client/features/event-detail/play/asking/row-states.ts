import type { UserRow } from "#contract/accounts/users.ts";
import type { EventRequest } from "#contract/notifications/requests.ts";
import type { KnownRequests } from "./use-requests.ts";

/** Where asking one person stands. */
export type RowState =
  | { readonly kind: "loading" | "self" | "askable" | "no_account" }
  | { readonly kind: "asked"; readonly request: EventRequest }
  | { readonly kind: "turn"; readonly at: string; readonly isNext: boolean };

/** @param ownId the reader, who asks themself nothing */
export function rowState(
  userId: string,
  ownId: string,
  people: readonly UserRow[],
  known: KnownRequests | null,
): RowState {
  if (userId === ownId) return { kind: "self" };
  const request = known?.requests.find((each) => each.userId === userId);
  const account = people.find(({ id }) => id === userId)?.account ?? "active";
  if (account !== "active") return { kind: "no_account" };
  if (known === null) return { kind: "loading" };
  if (request !== undefined) return { kind: "asked", request };
  const turns = known.order?.turns ?? [];
  const index = turns.findIndex((turn) => turn.userId === userId);
  const at = turns[index]?.at;
  return at === undefined ? { kind: "askable" } : { kind: "turn", at, isNext: index === 0 };
}
