import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import css from './shortcut-sheet.module.css'

interface Key {
  keys: readonly string[]
  what: string
}

const moving: Key[] = [
  { keys: ['J', 'K'], what: 'Next, previous threat (or the arrows)' },
  { keys: ['Enter', 'O'], what: 'Open' },
  { keys: ['Esc'], what: 'Close, then clear the selection' },
  { keys: ['/'], what: 'Search' },
  { keys: ['Ctrl K'], what: 'Jump to a screen or source' },
  { keys: ['?'], what: 'These keys' },
]
const deciding: Key[] = [
  { keys: ['T'], what: 'Takedown' },
  { keys: ['D'], what: 'Deeper analysis' },
  { keys: ['F'], what: 'False positive' },
  { keys: ['W'], what: 'Whitelist' },
  { keys: ['Z'], what: 'Undo the last mark' },
  { keys: ['X'], what: 'Select' },
  { keys: ['Shift J', 'Shift K'], what: 'Extend the selection' },
]
const keeping: Key[] = [{ keys: ['B'], what: 'Bookmark' }]

/** The keys of this page, as far as the role has them. */
export function ShortcutSheet({
  mayTriage,
  mayBookmark,
  onClose,
}: {
  mayTriage: boolean
  mayBookmark: boolean
  onClose: () => void
}) {
  const list = [...moving, ...(mayTriage ? deciding : []), ...(mayBookmark ? keeping : [])]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={css.keys}>
        {list.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
