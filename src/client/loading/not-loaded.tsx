import type { ReactNode } from "react";
import { loadFailureText } from "#text/phrases/actions.ts";
import { Button } from "../ui/buttons/button.tsx";
import { EmptyStaff } from "../ui/surfaces/empty-staff.tsx";
import type { ServerData } from "./use-server-data.ts";

interface NotLoadedProps {
  readonly data: Pick<ServerData<unknown>, "state" | "reload">;
  /** Says that loading failed. */
  readonly sentence: string;
  /** Shown while it is loading. */
  readonly children?: ReactNode;
}

/** Shown in place of the server's data while it is loading, and if loading failed. */
export function NotLoaded({ data: { state, reload }, sentence, children }: NotLoadedProps) {
  if (state.status === "loading") return children;
  if (state.status === "ready") return null;
  return (
    <EmptyStaff
      title={sentence}
      hint={state.reason}
      action={<Button onClick={() => void reload()}>{loadFailureText.retry}</Button>}
    />
  );
}
