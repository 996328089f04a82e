import { useRouter } from "wouter";
import { usePathname } from "wouter/use-browser-location";

/** The path of the page, also where the server renders it. */
export function usePagePath(): string {
  return usePathname(useRouter());
}
