import { can, type Permission, type Role } from '@signet/contract/access/permissions'
import { keyActions, keyOf, type KeyAction } from '../../../ui/keys/key-actions.ts'

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

const deciding = ['threats:decide'] as const
const selecting = ['threats:decide', 'leaks:work', 'qa:review'] as const

/** Actions that not everybody may take, with the permissions of which one is enough. */
const permissionsOf: Readonly<Partial<Record<string, readonly Permission[]>>> = {
  select: selecting,
  extendNext: selecting,
  extendPrevious: selecting,
  undo: selecting,
  takedown: deciding,
  deeperAnalysis: deciding,
  falsePositive: deciding,
  whitelist: deciding,
  bookmark: ['threats:bookmark'],
  export: ['exports:own'],
  note: ['threats:remark', 'requests:use', 'qa:review'],
  publish: ['qa:review'],
  watch: ['qa:review'],
}

/** The actions that a role can take on some page. */
export const actionsOf = (role: Role): KeyAction[] =>
  keyActions.filter(({ action }) => permissionsOf[action]?.some((permission) => can(role, permission)) ?? true)
