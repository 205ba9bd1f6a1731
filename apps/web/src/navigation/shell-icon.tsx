import type { NavIcon } from './feature.ts'

/** The icons in `public/icons/nav.svg`: those of the navigation and of the shell. */
export type ShellSign =
  | NavIcon
  | 'logout'
  | 'menu'
  | 'search'
  | 'sun'
  | 'moon'
  | 'system'
  | 'bell'
  | 'language'
  | 'keys'
  | 'help'

/**
 * An icon of the shell in the current text colour. All of them are in one image file that is loaded once. As components they would add 3 KB
 * to the script that the first page waits for.
 */
export function ShellIcon({ sign, size = 18 }: { sign: ShellSign; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`/icons/nav.svg#${sign}`} />
    </svg>
  )
}
