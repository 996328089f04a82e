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

interface ServerTitles {
  readonly groupId: string;
  readonly titles: readonly KnownTitle[];
}

export interface KnownTitles {
  readonly titles: readonly KnownTitle[];
  /** `failed`: `titles` are those of the loaded events only. */
  readonly status: "loading" | "ready" | "failed";
}

const NONE: readonly KnownTitle[] = [];

/** Reads the titles from the server and stores them. If that fails: the stored ones, or `null`. */
async function readTitles(groupId: string, userId: string): Promise<KnownTitle[] | null> {
  const name = `repertoire:${userId}:${groupId}`;
  try {
    const titles = await callApi({ path: fillPath(API.repertoire, groupId), response: Repertoire });
    await set(name, JSON.stringify(titles), browserStores().reads).catch(() => undefined);
    return titles;
  } catch {
    const stored = await get<string>(name, browserStores().reads).catch(() => undefined);
    return Repertoire.safeParse(parsedJson(stored ?? "")).data ?? null;
  }
}

function programmesOf(events: readonly PlannedEvent[]): DatedProgramme[] {
  return events.flatMap(({ date, programme }) => (programme === undefined ? [] : [{ date, programme }]));
}

function useLoadedTitles(groupId: string, today: PlainDate): readonly KnownTitle[] {
  const events = useGroupEvents(groupId);
  return useMemo(() => repertoireOf(programmesOf(events), today), [events, today]);
}

/** All song titles that a group has played: the server's list of its programmes, and the titles of the loaded events. */
export function useKnownTitles(groupId: string): KnownTitles {
  const { viewer } = usePlanningEnvironment();
  const connection = useConnection();
  const isShared = connection !== null;
  const isOffline = connection?.status === "offline";
  const loadedTitles = useLoadedTitles(groupId, useToday());
  const [serverTitles, setServerTitles] = useState<ServerTitles | null>(null);
  const [failedFor, setFailedFor] = useState<string | null>(null);

  useEffect(() => {
    if (!isShared) return;
    let isCurrent = true;
    async function load(): Promise<void> {
      const titles = await readTitles(groupId, viewer.id);
      if (!isCurrent) return;
      if (titles !== null) setServerTitles({ groupId, titles });
      setFailedFor(titles === null ? groupId : null);
    }
    void load();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads again once the server is back
  }, [groupId, isShared, isOffline, viewer.id]);

  const fromServer = serverTitles?.groupId === groupId ? serverTitles.titles : NONE;
  const titles = useMemo(() => {
    const keys = new Set(fromServer.map(({ title }) => titleKey(title)));
    return [...fromServer, ...loadedTitles.filter(({ title }) => !keys.has(titleKey(title)))];
  }, [fromServer, loadedTitles]);
  if (!isShared || serverTitles?.groupId === groupId) return { titles, status: "ready" };
  return { titles, status: failedFor === groupId ? "failed" : "loading" };
}
