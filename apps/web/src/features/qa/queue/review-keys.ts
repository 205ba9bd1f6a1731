import { severities, type Severity } from '@signet/contract/threats/severities'
import { useShortcuts, type KeyWords, type Shortcuts } from '../../../ui/keys/shortcuts.ts'
import type { QueueStep } from './review-many.ts'
import { t } from './words.ts'

interface ReviewKeys {
  moveBy: (steps: number) => void
  take: (step: QueueStep) => void
  choose: (severity: Severity) => void
  toggleSelected: () => void
  clearSelection: () => void
  undo: () => void
  /** Compares the record with its first possible duplicate. */
  compare: () => void
}

/** Arrow keys belong to a radio group or slider while it has the focus. */
function ownsArrows(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.matches('input[type=radio],[role=slider]')
}

/** Keys with a different meaning on this page. The entry for `1` describes all four number keys. */
const keyWords = (): KeyWords => ({
  1: t('severityKeys'),
  m: t('mergeFirstDuplicate'),
})

/** The keyboard shortcuts of the review screen. */
export function useReviewKeys({
  moveBy,
  take,
  choose,
  toggleSelected,
  clearSelection,
  undo,
  compare,
}: ReviewKeys): void {
  const move = (steps: number) => (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && ownsArrows(event)) return false
    moveBy(steps)
    return undefined
  }
  const numbers: Shortcuts = Object.fromEntries(
    severities.map((severity, index) => [String(index + 1), () => choose(severity)]),
  )
  useShortcuts(
    {
      ...numbers,
      j: move(1),
      k: move(-1),
      ArrowDown: move(1),
      ArrowUp: move(-1),
      p: () => take('publish'),
      l: () => take('watch'),
      w: () => take('whitelist'),
      Delete: () => take('requestDeletion'),
      x: toggleSelected,
      z: undo,
      m: compare,
      Escape: clearSelection,
      '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
    },
    keyWords(),
  )
}
