import { useEffect, useRef, type ReactNode } from 'react'
import { t } from './words.ts'

/** Something the page in view can do with what is chosen on it. */
export interface PageAction {
  /** Translated, with what it acts on: `Takedown: 3 threats`. */
  label: string
  icon?: ReactNode
  run: () => void
}

const offers = new Set<{ current: () => readonly PageAction[] }>()

/** What can be done now, from every page part that offers something. */
export function offeredActions(): PageAction[] {
  return [...offers].flatMap(({ current }) => current())
}

/**
 * Offers actions on the current selection to the command palette while mounted.
 *
 * @param actions asked when the palette opens; leave out what the role may not do
 */
export function usePageActions(actions: () => readonly PageAction[]): void {
  const offer = useRef(actions)
  useEffect(() => {
    offer.current = actions
  })
  useEffect(() => {
    offers.add(offer)
    return () => void offers.delete(offer)
  }, [])
}

/**
 * The same actions named with what they act on: the selection, else the one thing under the cursor; none when there is neither.
 *
 * @param actions their labels
 * @param count how many are selected
 * @param current the title of the one under the cursor
 */
export function actionsOn(
  actions: readonly { label: string; icon?: ReactNode; run: () => void }[],
  count: number,
  current: string | undefined,
): PageAction[] {
  const what = count > 0 ? t('selectedCount', { count }) : current
  if (what === undefined) return []
  return actions.map(({ label, icon, run }) => ({
    label: t('actionOnTarget', { action: label, what }),
    icon,
    run,
  }))
}
