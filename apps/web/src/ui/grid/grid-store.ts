/*
 * Cursor and selection of a list, outside React: a row asks for its own flags, so a key press draws two rows and not the
 * whole list.
 */

export interface Selection {
  /** Every row that matches, read or not, except those in `except`. */
  isAll: boolean
  ids: ReadonlySet<string>
  except: ReadonlySet<string>
}

const none: Selection = { isAll: false, ids: new Set(), except: new Set() }

export const rowFlags = { cursor: 1, selected: 2, done: 4 } as const

export function createGridStore() {
  let cursor = -1
  let anchor = -1
  let selection: Selection = none
  let done: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const isSelected = (id: string) => (selection.isAll ? !selection.except.has(id) : selection.ids.has(id))

  function set(ids: readonly string[], isOn: boolean): void {
    const { isAll } = selection
    const next = new Set(isAll ? selection.except : selection.ids)
    for (const id of ids) {
      if (isOn === isAll) next.delete(id)
      else next.add(id)
    }
    selection = isAll ? { ...selection, except: next } : { ...selection, ids: next }
    changed()
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cursor: () => cursor,
    /** Where Shift+J and a shift-click extend from. */
    anchor: () => anchor,
    selection: () => selection,
    isSelected,
    flagsOf: (index: number, id: string) =>
      (index === cursor ? rowFlags.cursor : 0) |
      (isSelected(id) ? rowFlags.selected : 0) |
      (done.has(id) ? rowFlags.done : 0),
    moveTo(index: number, keepsAnchor = false) {
      cursor = index
      if (!keepsAnchor) anchor = index
      changed()
    },
    toggle: (id: string) => set([id], !isSelected(id)),
    select: (ids: readonly string[], isOn = true) => set(ids, isOn),
    /** The second, explicit step: every row of the filter. */
    selectAll() {
      selection = { isAll: true, ids: new Set(), except: new Set() }
      changed()
    },
    clear() {
      selection = none
      changed()
    },
    /** A row that was decided stays in its place, dimmed, until the list is read again. */
    setDone(ids: readonly string[], isOn = true) {
      const next = new Set(done)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      done = next
      changed()
    },
    /** For another question: cursor, selection and dimmed rows of the old one mean nothing. */
    reset() {
      cursor = -1
      anchor = -1
      selection = none
      done = new Set()
      changed()
    },
  }
}
export type GridStore = ReturnType<typeof createGridStore>

/** How many rows a selection holds out of `total`. */
export function selectedCount({ isAll, ids, except }: Selection, total: number): number {
  return isAll ? Math.max(0, total - except.size) : ids.size
}

/** Whether a selection holds anything; "all" counts even when every row of it is taken out again. */
export function isAnySelected({ isAll, ids }: Selection): boolean {
  return isAll || ids.size > 0
}
