import type { ReactNode } from "react";
import { Fork } from "#client/domain-ui/fork.tsx";
import { Waves } from "#client/domain-ui/waves.tsx";
import { layoutText } from "#text/layout.ts";

interface EntryFrameProps {
  /** Tall with the product's name to sign in, low to register. */
  readonly opening: "login" | "register";
  readonly children: ReactNode;
}

/** From the left edge of the form's column to the window's right edge, where the waves end. */
const COLUMN_TO_EDGE = "overflow-hidden pl-[max(16px,calc(50vw-264px))]";

function TallOpening() {
  return (
    <div className={`flex items-start pt-10 ${COLUMN_TO_EDGE}`}>
      <Fork shape="tall" className="ml-[13px]" />
      <Waves place="login" className="mt-2 ml-1" />
    </div>
  );
}

function LowOpening() {
  return (
    <div className={`flex items-center pt-2 ${COLUMN_TO_EDGE}`}>
      <Fork className="h-[38px]" />
      <Waves place="register" />
    </div>
  );
}

/** Around the screens of those who are not signed in. */
export function EntryFrame({ opening, children }: EntryFrameProps) {
  const isLogin = opening === "login";
  return (
    <main id="content" className="flex min-h-dvh flex-col">
      {isLogin ? <TallOpening /> : <LowOpening />}
      <div className="mx-auto flex w-full max-w-[560px] grow flex-col px-4 pb-6">
        {isLogin ? <p className="mt-7 font-title text-[28px] leading-9 text-primary">{layoutText.product}</p> : null}
        {children}
      </div>
    </main>
  );
}
