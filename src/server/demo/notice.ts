import { DEMO_NOTICE, DEMO_VISITORS } from "#text/demo/demo-team.ts";
import { demoEmail } from "./demo-ids.ts";

const { label, facts, request, enter, asLeader, asMusician } = DEMO_NOTICE;
const HEAD_END = "</head>";
const BODY_START = /<body[^>]*>/;

/** Without anything that somebody typed: nothing is to be escaped. The buttons fill in the form of /login. Only while it is there, demo.css shows them. */
const NOTICE = `<aside id="demo" aria-label="${label}">
  <p><strong>${label}&nbsp;:</strong> ${facts} ${request}</p>
  <div class="demo-entries" role="group" aria-label="${enter}">
    <button type="button" data-email="${demoEmail(DEMO_VISITORS.leader)}">${asLeader}</button>
    <button type="button" data-email="${demoEmail(DEMO_VISITORS.musician)}">${asMusician}</button>
  </div>
</aside>`;

const LINKS = `<link rel="stylesheet" href="/demo.css"><script type="module" src="/demo.js"></script>`;

/** Puts the notice above everything else on a page, outside of what the page's own scripts draw. */
export function withNotice(page: string): string {
  return page.replace(HEAD_END, () => `${LINKS}${HEAD_END}`).replace(BODY_START, (start) => `${start}${NOTICE}`);
}
