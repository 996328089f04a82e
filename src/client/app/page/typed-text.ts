const TEXT_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden], [hidden])";

/** Whether a field of the page holds text that a user may have typed, and that a reload would lose. */
export function holdsTypedText(page: ParentNode): boolean {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return [...fields].some((field) => !field.readOnly && field.value !== "");
}
