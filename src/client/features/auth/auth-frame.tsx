import type { ReactNode } from "react";
import { Fork } from "#client/music/brand/fork.tsx";
import { Waves } from "#client/music/brand/waves.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { layoutText } from "#text/shell/layout.ts";

/** Style of a link within a sentence. */
export const LINK_CLASS =
  "-my-1 inline-block py-1 font-semibold text-primary underline decoration-[1.5px] underline-offset-4 hover:text-primary-strong";

interface AuthFrameProps {
  /** The illustration at the top: `tall` with the product's name (login), or `low` (all other pages). */
  readonly intro: "tall" | "low";
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
}

/** The illustration goes from the left edge of the form's column to the right edge of the window. */
const COLUMN_TO_EDGE = "overflow-hidden pl-[max(16px,calc(50vw-264px))]";

function TallIntro() {
  return (
    <div className={`flex items-start pt-10 ${COLUMN_TO_EDGE}`}>
      <Fork shape="tall" className="ml-[13px]" />
      <Waves place="login" className="mt-2 ml-1" />
    </div>
  );
}

function LowIntro() {
  return (
    <div className={`flex items-center pt-2 ${COLUMN_TO_EDGE}`}>
      <Fork className="h-[38px]" />
      <Waves place="register" />
    </div>
  );
}

/** The layout of the pages for login, registration and links in mails: an illustration, the title, then a form. */
export function AuthFrame({ intro, title, subtitle, children }: AuthFrameProps) {
  const isTall = intro === "tall";
  useTitle(title);
  return (
    <main id="content" className="flex min-h-dvh flex-col">
      {isTall ? <TallIntro /> : <LowIntro />}
      <div className="mx-auto flex w-full max-w-[560px] grow flex-col px-4 pb-6">
        {isTall ? <p className="mt-7 font-title text-[28px] leading-9 text-primary">{layoutText.product}</p> : null}
        <div className={isTall ? "my-4" : "mt-3 mb-5"}>
          <ScreenTitle>{title}</ScreenTitle>
          {subtitle}
        </div>
        {children}
      </div>
    </main>
  );
}
