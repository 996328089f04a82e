import { Download, KeyRound, Monitor, Plus, Smartphone, UserX } from "lucide-react";
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { Confirm } from "#client/deletion/confirm.tsx";
import { type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import type { ApiError, ResponseSchema } from "#client/http/call-api.ts";
import { type LoadStatus, useServerData } from "#client/loading/use-server-data.ts";
import { useStoredAnswers } from "#client/planning/publication/own-planning-hooks.ts";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { canUsePasskeys } from "#client/session/passkeys/can-use-passkeys.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { saveJsonFile } from "#client/ui/page/save-file.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { ErrorCode } from "#contract/errors.ts";
import { OwnData as OwnDataRow } from "#contract/own-account.ts";
import { API, fillPath } from "#contract/paths.ts";
import { type OwnPasskey, OwnPasskeys } from "#contract/sign-in/passkeys.ts";
import { type OwnSession, OwnSessions } from "#contract/sign-in/sessions.ts";
import { ownAccountText } from "#text/accounts/accounts.ts";
import { actionText } from "#text/phrases/actions.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { ownDataFile, ownDataFileName, type WallClock } from "#text/profile/own-data.ts";
import {
  deviceName,
  lastSeen,
  passkeySince,
  passkeyText,
  passkeyUsed,
  removePasskey,
  sessionText,
} from "#text/profile/profile.ts";

interface ProfileRegionProps {
  readonly title: string;
  readonly hint: string;
  readonly hintClass?: string;
  /** Makes the heading focusable. Focus it when the pressed button disappears with its row. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

export function ProfileRegion({ title, hint, hintClass = "", titleRef, children }: ProfileRegionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 ref={titleRef} id={titleId} tabIndex={titleRef ? -1 : undefined} className="text-name outline-none">
        {title}
      </h3>
      <p className={`text-small text-ink-2 ${hintClass}`}>{hint}</p>
      {children}
    </section>
  );
}

export const MESSAGE_CLASS = "[&>:not(:empty)]:mt-2";

/**
 * Loads a list of the user from the server. `remove` sends a DELETE to `rowPath`, then keeps only the rows that `remains`
 * accepts. It resolves with the failure, or `null`.
 * @param gone the error code for a row that is already deleted, which counts as success
 */
export function useOwnList<Row>(path: `/api/${string}`, response: ResponseSchema<readonly Row[]>, gone: ErrorCode) {
  const data = useServerData(path, response);
  const call = useCall();
  async function remove(rowPath: `/api/${string}`, remains: (row: Row) => boolean): Promise<ApiError | null> {
    const { failure } = await call({ method: "DELETE", path: rowPath });
    if (failure !== null && failure.code !== gone) return failure;
    data.change((rows) => rows.filter(remains));
    return null;
  }
  return { data, rows: data.value ?? [], remove };
}

interface ListNotLoadedProps {
  readonly data: LoadStatus;
  readonly failed: string;
}

function ListNotLoaded({ data, failed }: ListNotLoadedProps) {
  if (data.status === "loading") return <Skeleton className="mt-2 h-11 rounded-control" />;
  if (data.status === "ready") return null;
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Alert detail={data.reason}>{failed}</Alert>
      <Button size="compact" onClick={() => void data.reload()}>
        {actionText.retry}
      </Button>
    </div>
  );
}

function dateInWords(moment: string): string {
  return fullDate(dateOf(new Date(moment)));
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: OwnPasskey; readonly onRemove: () => void }) {
  const { createdAt, lastUsedAt, isSynced } = passkey;
  return (
    <li className="list-row -mx-2 gap-y-1 px-2 has-data-confirming:rounded-small has-data-confirming:bg-danger-tint">
      <KeyRound className="flex-none text-ink-2" />
      <div className="min-w-0 grow basis-40">
        <p className="text-control wrap-anywhere">{deviceName(passkey)}</p>
        <p className="text-small text-ink-2">{passkeySince(dateInWords(createdAt))}</p>
        <p className="text-small text-ink-2">
          {lastUsedAt === null ? passkeyText.neverUsed : passkeyUsed(dateInWords(lastUsedAt))}
        </p>
        {isSynced ? <p className="text-small text-ink-2">{passkeyText.synced}</p> : null}
      </div>
      <Confirm label={removePasskey(passkey)} onConfirm={onRemove} />
    </li>
  );
}

interface PasskeyListProps {
  /** The outcome of the form that adds a passkey. */
  readonly addition: Outcome;
  readonly onAdd: () => void;
}

/** The user's passkeys, with buttons to add and remove them. Hidden if there are none and the browser cannot add one. */
export function PasskeyList({ addition, onAdd }: PasskeyListProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { data, rows: passkeys, remove } = useOwnList(API.ownPasskeys, OwnPasskeys, "passkey.not_found");
  const { outcome, act } = useAction(async (id: string): Promise<Outcome> => {
    const failure = await remove(fillPath(API.ownPasskey, id), (passkey) => passkey.id !== id);
    if (failure) return refusal(failure, passkeyText.removeFailed);
    titleRef.current?.focus();
    return { status: "done", sentence: passkeyText.removed };
  });

  const canAdd = canUsePasskeys();
  if (!canAdd && passkeys.length === 0) return null;
  return (
    <ProfileRegion title={passkeyText.title} hint={passkeyText.hint} titleRef={titleRef}>
      <ListNotLoaded data={data} failed={passkeyText.loadFailed} />
      {passkeys.length > 0 ? (
        <ul aria-label={passkeyText.title} className="mt-1">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => act(passkey.id)} />
          ))}
        </ul>
      ) : null}
      <OutcomeMessage outcome={outcome.status === "nothing" ? addition : outcome} className={MESSAGE_CLASS} />
      {canAdd ? (
        <Button data-opens="passkey" size="compact" fullWidth icon={<Plus />} className="mt-3" onClick={onAdd}>
          {passkeyText.add}
        </Button>
      ) : null}
    </ProfileRegion>
  );
}

const MINUTE_MS = 60_000;
const HANDHELD: ReadonlySet<string | null> = new Set(["iPhone", "iPad", "Android"]);

/** A device where the user is signed in. All but the current one have a button that signs them out. */
function DeviceRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const nameId = useId();
  const [now] = useState(Date.now);
  const minutes = (now - Date.parse(session.lastSeenAt)) / MINUTE_MS;
  const Icon = HANDHELD.has(session.system) ? Smartphone : Monitor;
  return (
    <li className="flex min-h-14 items-center gap-3 border-line py-1.5 not-first:border-t">
      <Icon className="text-ink-2" />
      <div className="min-w-0 grow">
        <p id={nameId} className="text-control wrap-anywhere">
          {deviceName(session)}
        </p>
        <p className="text-small text-ink-2">
          {session.isCurrent ? sessionText.thisDevice : lastSeen(minutes, dateInWords(session.lastSeenAt))}
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button variant="quiet" size="compact" aria-describedby={nameId} onClick={onEnd}>
          {sessionText.end}
        </Button>
      )}
    </li>
  );
}

export function DeviceList() {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { data, rows: sessions, remove } = useOwnList(API.ownSessions, OwnSessions, "session.not_found");
  // `null`: sign out all other sessions.
  const { outcome, act, isPending } = useAction(async (id: string | null): Promise<Outcome> => {
    const path = id === null ? API.ownSessions : fillPath(API.ownSession, id);
    const failure = await remove(path, (session) => (id === null ? session.isCurrent : session.id !== id));
    if (failure) return refusal(failure, sessionText.endFailed);
    titleRef.current?.focus();
    return { status: "done", sentence: id === null ? sessionText.othersEnded : sessionText.ended };
  });
  return (
    <ProfileRegion title={sessionText.title} hint={sessionText.limit} titleRef={titleRef}>
      <ListNotLoaded data={data} failed={sessionText.loadFailed} />
      {data.status === "ready" ? (
        <ul aria-label={sessionText.title}>
          {sessions.map((session) => (
            <DeviceRow key={session.id} session={session} onEnd={() => act(session.id)} />
          ))}
        </ul>
      ) : null}
      <OutcomeMessage outcome={outcome} className={MESSAGE_CLASS} />
      {sessions.filter(({ isCurrent }) => !isCurrent).length > 1 ? (
        <Button size="compact" fullWidth className="mt-2" isPending={isPending} onClick={() => act(null)}>
          {sessionText.endOthers}
        </Button>
      ) : null}
    </ProfileRegion>
  );
}

/** Writes moments in the local time of this device. */
const WALL_CLOCK: WallClock = {
  dayOf: (moment) => dateOf(new Date(moment)),
  timeOf: (moment) => timeOf(new Date(moment)),
};

/** The buttons that download the user's data (from the server and this browser) and delete the account. */
export function OwnData({ onDeleteAccount }: { readonly onDeleteAccount: () => void }) {
  const { id } = useUser();
  const call = useCall();
  const readStoredAnswers = useStoredAnswers();
  const { outcome, act, isPending } = useAction(async (): Promise<Outcome> => {
    const { failure, value } = await call({ path: API.ownData, response: OwnDataRow });
    if (failure) return refusal(failure, ownAccountText.downloadFailed);
    saveJsonFile(ownDataFileName(dateOf(new Date())), ownDataFile(value, readStoredAnswers(id), WALL_CLOCK));
    return { status: "done", sentence: ownAccountText.downloaded };
  });

  return (
    <ProfileRegion title={ownAccountText.title} hint={ownAccountText.hint} hintClass="mt-1 mb-3">
      <Button size="compact" fullWidth icon={<Download />} isPending={isPending} onClick={() => act()}>
        {ownAccountText.download}
      </Button>
      <OutcomeMessage outcome={outcome} className={MESSAGE_CLASS} />
      <Button
        data-opens="deletion"
        variant="danger-outline"
        size="compact"
        fullWidth
        icon={<UserX />}
        className="mt-2"
        onClick={onDeleteAccount}
      >
        {ownAccountText.delete}
      </Button>
    </ProfileRegion>
  );
}
