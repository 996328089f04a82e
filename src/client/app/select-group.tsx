import { SelectGroupScreen } from "../features/groups/select-group-screen.tsx";
import { SharingRegion } from "../features/sharing/sharing-region.tsx";

/** The choice of a group, with the sharing of the planning below it. */
export function SelectGroup() {
  return <SelectGroupScreen sharing={<SharingRegion />} />;
}
