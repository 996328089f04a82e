/** Style of a link within a sentence. */
export const LINK_CLASS =
  "-my-1 inline-block py-1 font-semibold text-primary underline decoration-[1.5px] underline-offset-4 hover:text-primary-strong";
