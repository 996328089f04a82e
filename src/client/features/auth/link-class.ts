/** The look of a link within a sentence. */
export const LINK_CLASS =
  "font-semibold text-primary underline decoration-[1.5px] underline-offset-4 hover:text-primary-strong";
