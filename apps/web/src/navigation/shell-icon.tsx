import type { NavIcon } from './feature.ts'

/** The signs in `public/icons/nav.svg`: those of the navigation, and those of the frame itself. */
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
 * A sign of the shell, in the colour of the text around it. All of them are in one image file, loaded once: as
 * components they were 3 KB of the script that the first page waits for.
 */
export function ShellIcon({ sign, size = 18 }: { sign: ShellSign; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`/icons/nav.svg#${sign}`} />
    </svg>
  )
}
