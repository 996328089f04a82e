import { VISIT_DATA_ID } from "#contract/visit/visit-data.ts";

const HEAD_END = "</head>";
const BODY_END = "</body>";

/** The built page. The scripts to preload and the data of a visit are inserted into it. */
export class PageTemplate {
  readonly #beforeHeadEnd: string;
  readonly #beforeBodyEnd: string;
  readonly #rest: string;

  /** Inserts nothing into a page without a head or a body. */
  constructor(html: string) {
    const headEnd = html.indexOf(HEAD_END);
    const bodyEnd = html.lastIndexOf(BODY_END);
    const isWhole = headEnd !== -1 && bodyEnd > headEnd;
    this.#beforeHeadEnd = isWhole ? html.slice(0, headEnd) : html;
    this.#beforeBodyEnd = isWhole ? html.slice(headEnd, bodyEnd) : "";
    this.#rest = isWhole ? html.slice(bodyEnd) : "";
  }

  /** @param data JSON that is safe inside a script element */
  fill(data: string, scripts: readonly string[]): string {
    if (this.#rest === "") return this.#beforeHeadEnd;
    const links = scripts.map((url) => `<link rel="modulepreload" crossorigin href="${url}">`).join("");
    const block = `<script type="application/json" id="${VISIT_DATA_ID}">${data}</script>`;
    return `${this.#beforeHeadEnd}${links}${this.#beforeBodyEnd}${block}${this.#rest}`;
  }
}
