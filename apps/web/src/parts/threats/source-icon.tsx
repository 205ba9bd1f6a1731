import { everySourceName } from '@signet/contract/threats/sources'
import css from './source-icon.module.css'

/** What has an icon, in the order of the image file: one below the other. */
export const sourcesWithIcon: readonly string[] = ['All', 'Bookmarks', ...everySourceName]

/**
 * The icon of a source in the current text colour. `All` and `Bookmarks` count as sources here. All of them are in one image file that is
 * loaded once and used as a mask: a list that referred to the drawings in it took four times as long to scroll.
 */
export function SourceIcon({ source, size = 16 }: { source: string; size?: number }) {
  const style = { '--at': sourcesWithIcon.indexOf(source), '--size': `${size}px` }
  return <span className={css.icon} style={style} aria-hidden="true" />
}
