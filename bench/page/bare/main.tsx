import { useState } from "react";
import { createRoot } from "react-dom/client";

/** The smallest React page with something to press. */
function Page() {
  const [isPresent, setIsPresent] = useState(false);
  return (
    <>
      <h1>Bonjour</h1>
      <button type="button" aria-pressed={isPresent} onClick={() => setIsPresent(!isPresent)}>
        Présent
      </button>
    </>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Page />);
