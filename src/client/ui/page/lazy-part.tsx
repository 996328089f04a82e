import { type FC, type SetStateAction, useLayoutEffect, useState } from "react";

/**
 * A part of the page whose code is a file of its own for the browser, loaded when it is first shown. `Place` stands where
 * it will be. Throws to the nearest error boundary what kept the code from coming.
 *
 * Instead of React's `lazy`, which holds a part back until 300 ms after its fallback (`FALLBACK_THROTTLE_MS` of
 * react-dom), though the code comes within ten: decision 0027.
 */
export function latePart<Props extends object>(
  load: () => Promise<FC<Props>>,
  Place: FC<Props> = () => null,
): FC<Props> {
  let Loaded: FC<Props> | null = null;

  async function bring(show: (part: SetStateAction<FC<Props> | null>) => void): Promise<void> {
    try {
      const part = await load();
      Loaded = part;
      show(() => part);
    } catch (error) {
      show(() => {
        throw error;
      });
    }
  }

  return function LatePart(props: Props) {
    const [Part, setPart] = useState(() => Loaded);
    // Not after the next picture: the way is long enough.
    useLayoutEffect(() => {
      if (Part === null) void bring(setPart);
    }, [Part]);
    return Part === null ? <Place {...props} /> : <Part {...props} />;
  };
}
