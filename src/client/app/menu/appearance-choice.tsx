import { useState } from "react";
import { APPEARANCE_WORDS, layoutText } from "#text/layout.ts";
import { APPEARANCES, chooseAppearance, currentAppearance } from "../ui/appearance.ts";
import { SegmentedControl } from "../ui/segmented-control.tsx";

const OPTIONS = APPEARANCES.map((value) => ({ value, label: APPEARANCE_WORDS[value] }));

/** As the system says, light or dark. */
export function AppearanceChoice() {
  const [appearance, setAppearance] = useState(currentAppearance);
  return (
    <SegmentedControl
      legend={layoutText.appearance}
      options={OPTIONS}
      value={appearance}
      onChange={(chosen) => {
        chooseAppearance(chosen);
        setAppearance(chosen);
      }}
    />
  );
}
