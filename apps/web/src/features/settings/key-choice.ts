import { keyOf, type KeyAction } from '../../ui/keys/key-actions.ts'

/** Whether a key may do something by itself: one sign, alone or with Shift; Space and the like have their own meaning. */
export const isLetterKey = (name: string): boolean => /^(Shift\+)?\S$/.test(name)

/** The other action that a key does already, if any. */
export function conflictOf(
  actions: readonly KeyAction[],
  changes: Readonly<Record<string, string>>,
  action: string,
  pressed: string,
): KeyAction | undefined {
  return actions.find((other) => other.action !== action && keyOf(other, changes) === pressed)
}
