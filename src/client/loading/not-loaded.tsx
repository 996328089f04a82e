import type { ReactNode } from "react";
import { loadFailureText } from "#text/phrases/actions.ts";
import { Button } from "../ui/buttons/button.tsx";
import { EmptyStaff } from "../ui/surfaces/empty-staff.tsx";
import type { LoadStatus } from "./use-server-data.ts";

interface NotLoadedProps {
  readonly data: LoadStatus;
  /** The title shown if loading failed. */
  readonly sentence: string;
  /** Shown while it is loading. */
  readonly children?: ReactNode;
}

/** Shown in place of the server's data while it is loading, and if loading failed. */
export function NotLoaded({ data: { status, reason, reload }, sentence, children }: NotLoadedProps) {
  if (status === "loading") return children;
  if (status === "ready") return null;
  return (
    <EmptyStaff
      title={sentence}
      hint={reason}
      action={<Button onClick={() => void reload()}>{loadFailureText.retry}</Button>}
    />
  );
}
