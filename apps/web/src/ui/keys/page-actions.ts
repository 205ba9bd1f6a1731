import { useEffect, useRef, type ReactNode } from 'react'
import { t } from './words.ts'

/** An action of the current page on its selection. */
export interface PageAction {
  /** Translated, including the target: `Takedown: 3 threats`. */
  label: string
  icon?: ReactNode
  run: () => void
}

const offers = new Set<{ current: () => readonly PageAction[] }>()

/** The currently available actions of all parts of the page. */
export function offeredActions(): PageAction[] {
  return [...offers].flatMap(({ current }) => current())
}

/**
 * Offers actions on the current selection to the command palette while mounted.
 *
 * @param actions called when the palette opens; omit actions that the role may not take
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
 * The same actions, labelled with their target: the selection, else the record under the cursor; none if there is neither.
 *
 * @param actions their labels
 * @param count the number of selected records
 * @param current the title of the record under the cursor
 */
export function actionsOn(actions: readonly PageAction[], count: number, current: string | undefined): PageAction[] {
  const what = count > 0 ? t('selectedCount', { count }) : current
  if (what === undefined) return []
  return actions.map(({ label, icon, run }) => ({
    label: t('actionOnTarget', { action: label, what }),
    icon,
    run,
  }))
}
