import { get, set } from "idb-keyval";
import { useEffect, useMemo, useState } from "react";
import { API, fillPath } from "#contract/paths.ts";
import { Repertoire } from "#contract/planning/programme/programmes.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { titleKey } from "#domain/programme/programme.ts";
import { type DatedProgramme, type KnownTitle, repertoireOf } from "#domain/programme/repertoire.ts";
import { callApi } from "../../http/call-api.ts";
import { parsedJson } from "../../storage/browser-storage.ts";
import { useConnection, useGroupEvents, usePlanningEnvironment } from "../planning-hooks.ts";
import { browserStores } from "../shared-planning/browser-stores.ts";
import { useToday } from "../today.ts";

interface Read {
  readonly groupId: string;
  readonly titles: readonly KnownTitle[];
}

export interface KnownTitles {
  readonly titles: readonly KnownTitle[];
  /** `failed`: `titles` are those of the loaded events only. */
  readonly status: "loading" | "ready" | "failed";
}

const NONE: readonly KnownTitle[] = [];

/** Reads and stores the titles; the stored ones if the server does not answer, `null` if none are stored. */
async function readTitles(groupId: string, userId: string): Promise<KnownTitle[] | null> {
  const name = `repertoire:${userId}:${groupId}`;
  try {
    const titles = await callApi({ path: fillPath(API.repertoire, groupId), response: Repertoire });
    await set(name, JSON.stringify(titles), browserStores().reads).catch(() => undefined);
    return titles;
  } catch {
    const kept = await get<string>(name, browserStores().reads).catch(() => undefined);
    return Repertoire.safeParse(parsedJson(kept ?? "")).data ?? null;
  }
}

function programmesOf(events: readonly PlannedEvent[]): DatedProgramme[] {
  return events.flatMap(({ date, programme }) => (programme === undefined ? [] : [{ date, programme }]));
}

function useLoadedTitles(groupId: string, today: PlainDate): readonly KnownTitle[] {
  const events = useGroupEvents(groupId);
  return useMemo(() => repertoireOf(programmesOf(events), today), [events, today]);
}

/** All titles that a group knows: those that the server read from its past programmes, and those of the loaded events. */
export function useKnownTitles(groupId: string): KnownTitles {
  const { viewer } = usePlanningEnvironment();
  const connection = useConnection();
  const isShared = connection !== null;
  const isOffline = connection?.status === "offline";
  const loaded = useLoadedTitles(groupId, useToday());
  const [read, setRead] = useState<Read | null>(null);
  const [failedFor, setFailedFor] = useState<string | null>(null);

  useEffect(() => {
    if (!isShared) return;
    let isCurrent = true;
    async function load(): Promise<void> {
      const titles = await readTitles(groupId, viewer.id);
      if (!isCurrent) return;
      if (titles !== null) setRead({ groupId, titles });
      setFailedFor(titles === null ? groupId : null);
    }
    void load();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- loads again once the server is back
  }, [groupId, isShared, isOffline, viewer.id]);

  const known = read?.groupId === groupId ? read.titles : NONE;
  const titles = useMemo(() => {
    const names = new Set(known.map(({ title }) => titleKey(title)));
    return [...known, ...loaded.filter(({ title }) => !names.has(titleKey(title)))];
  }, [known, loaded]);
  if (!isShared || read?.groupId === groupId) return { titles, status: "ready" };
  return { titles, status: failedFor === groupId ? "failed" : "loading" };
}
