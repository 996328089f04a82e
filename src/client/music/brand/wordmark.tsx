import { Fork } from "./fork.tsx";

const PRODUCT = "Diapason";

/** The product's name in the header. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2">
      <Fork />
      <span className="font-title text-[21px] leading-7 font-[560] tracking-[-0.012em]">{PRODUCT}</span>
    </span>
  );
}
