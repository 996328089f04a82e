// Loaded only in a demo. Its buttons fill in the form of /login and send it.

/** @param {string} email */
function enter(email) {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector('#root form:has([name="rememberMe"])');
  if (form === null) return;
  // A demo accepts any password, but the form does not accept an empty one.
  fill(form, "email", email);
  fill(form, "password", "demonstration");
  const remember = form.elements.namedItem("rememberMe");
  // Without « remember me », reloading the page would sign the visitor out.
  if (remember instanceof HTMLInputElement) remember.checked = true;
  form.requestSubmit();
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} text
 */
function fill(form, name, text) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = text;
}

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("#demo button");
for (const button of buttons) button.addEventListener("click", () => enter(button.dataset["email"] ?? ""));
