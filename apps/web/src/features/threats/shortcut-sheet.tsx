import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { msg, t } from '../../words/words.ts'
import css from './shortcut-sheet.module.css'

interface Key {
  keys: readonly string[]
  what: string
}

const moving: Key[] = [
  { keys: ['J', 'K'], what: msg('Next, previous (or the arrows)') },
  { keys: ['Enter', 'O'], what: msg('Open') },
  { keys: ['→', '←'], what: msg('Show, hide similar ones') },
  { keys: ['Esc'], what: msg('Close, then clear the selection') },
  { keys: ['/'], what: msg('Search') },
  { keys: ['Ctrl K'], what: msg('Jump to a screen or source') },
  { keys: ['?'], what: msg('These keys') },
]
const deciding: Key[] = [
  { keys: ['T'], what: msg('Takedown') },
  { keys: ['D'], what: msg('Deeper analysis') },
  { keys: ['F'], what: msg('False positive') },
  { keys: ['W'], what: msg('Whitelist') },
  { keys: ['Z'], what: msg('Undo the last mark') },
  { keys: ['X'], what: msg('Select') },
  { keys: ['Shift J', 'Shift K'], what: msg('Extend the selection') },
]
const looking: Key[] = [{ keys: ['V'], what: msg('Views') }]
const takingAway: Key[] = [{ keys: ['E'], what: msg('Export as CSV') }]
const keeping: Key[] = [{ keys: ['B'], what: msg('Bookmark') }]

/** The keys of this page, as far as the role has them. */
export function ShortcutSheet({
  mayTriage,
  mayBookmark,
  mayExport,
  onClose,
}: {
  mayTriage: boolean
  mayBookmark: boolean
  mayExport: boolean
  onClose: () => void
}) {
  const list = [
    ...moving,
    ...looking,
    ...(mayExport ? takingAway : []),
    ...(mayTriage ? deciding : []),
    ...(mayBookmark ? keeping : []),
  ]
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className={css.keys}>
        {list.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
