import { keyOf, type KeyAction } from '../../../ui/keys/key-actions.ts'

/** Whether a key can be assigned to an action: a single character, alone or with Shift. Keys such as Space have a fixed meaning. */
export const isLetterKey = (name: string): boolean => /^(Shift\+)?\S$/.test(name)

/** The other action that already uses a key, if any. */
export function conflictOf(
  actions: readonly KeyAction[],
  changes: Readonly<Record<string, string>>,
  action: string,
  pressed: string,
): KeyAction | undefined {
  return actions.find((other) => other.action !== action && keyOf(other, changes) === pressed)
}
