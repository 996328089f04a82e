// Only a demo loads this file: its buttons fill in the form of /login and send it.

/** @returns {HTMLFormElement | null} */
function loginForm() {
  return document.querySelector('#root form:has([name="rememberMe"])');
}

/** @param {string} name */
function fieldOf(name) {
  const field = loginForm()?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
}

/** Lets the page draw the form again: the next event must find the new values. */
function drawn() {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * @param {string} name
 * @param {string} text
 */
async function type(name, text) {
  const field = fieldOf(name);
  // The page's library replaces the setter of the field itself, and hears of a change only by that of all fields.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field?.dispatchEvent(new Event("input", { bubbles: true }));
  await drawn();
}

/** @param {string} email */
async function enter(email) {
  if (loginForm() === null) return;
  await type("email", email);
  // Any password will do; the form sends none that is empty.
  await type("password", "demonstration");
  const remember = fieldOf("rememberMe");
  // Otherwise reloading the page would sign the visitor out.
  if (remember?.checked === false) remember.click();
  await drawn();
  loginForm()?.requestSubmit();
}

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("#demo button");
for (const button of buttons) button.addEventListener("click", () => void enter(button.dataset["email"] ?? ""));
