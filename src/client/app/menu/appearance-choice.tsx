import { useState } from "react";
import { APPEARANCE_WORDS, layoutText } from "#text/shell/layout.ts";
import { APPEARANCES, chooseAppearance, currentAppearance } from "../../ui/page/appearance.ts";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";

const OPTIONS = APPEARANCES.map((value) => ({ value, label: APPEARANCE_WORDS[value] }));

/** Chooses the appearance: that of the system, light or dark. */
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
