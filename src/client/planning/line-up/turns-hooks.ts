import { useEffect, useMemo, useState } from "react";
import { elsewhereOf, presencesAt } from "#domain/availability/overlap.ts";
import { NO_TURNS } from "#domain/line-up/players/players.ts";
import { type Turns, turnsOf } from "#domain/line-up/turns.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useConnection, useGroupEvents, useNeed, usePlanningPart } from "../planning-hooks.ts";
import type { NeedStatus } from "../planning-source.ts";
import { useReloads } from "../team-hooks.ts";
import { readTurns } from "./read-turns.ts";

/** `turnsOf` adds no people who never played. */
const NOBODY = [] as const;

interface LoadedTurns {
  readonly eventId: string;
  readonly turns: Turns;
}

/** Turns from the server (shared planning). Read again when an event of the group changes. */
function useServerTurns({ id: eventId, groupId }: PlannedEvent): Turns {
  const [loaded, setLoaded] = useState<LoadedTurns | null>(null);
  const connection = useConnection();
  const isReadable = connection !== null && connection.status !== "offline";
  const events = useGroupEvents(groupId);
  const subscribeToReloads = useReloads();

  useEffect(() => {
    let isCurrent = true;
    async function load(): Promise<void> {
      const turns = isReadable ? await readTurns(eventId) : null;
      if (isCurrent && turns !== null) setLoaded({ eventId, turns });
    }
    void load();
    const stop = subscribeToReloads(() => void load());
    return () => {
      isCurrent = false;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- changed events cause another read
  }, [eventId, isReadable, events, subscribeToReloads]);

  return loaded?.eventId === eventId ? loaded.turns : NO_TURNS;
}

/** Turns computed from this browser's own planning. */
function useLocalTurns(event: PlannedEvent): Turns {
  const events = usePlanningPart("events");
  const wishes = usePlanningPart("wishes");
  return useMemo(() => {
    const elsewhere = elsewhereOf(event, presencesAt(event, events));
    return turnsOf({ event, events, people: NOBODY, wishes, elsewhere });
  }, [event, events, wishes]);
}

/** How often people played in the days before an event, by user id; empty while loading. A member sees only their own number. */
export function useTurns(event: PlannedEvent): Turns {
  const [localTurns, serverTurns] = [useLocalTurns(event), useServerTurns(event)];
  return useConnection() === null ? localTurns : serverTurns;
}

/**
 * How many times a month the signed-in user wants to play at most; `null`: no limit, or not loaded yet. Loads it.
 * @param userId the id of the signed-in user: nobody reads another person's wish
 */
export function useWish(userId: string): { readonly most: number | null; readonly status: NeedStatus } {
  const status = useNeed({ type: "wish", userId });
  return { most: usePlanningPart("wishes")[userId] ?? null, status };
}
