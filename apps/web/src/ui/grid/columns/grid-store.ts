/*
 * Cursor and selection of a list, outside React. Each row subscribes to its own flags, so that a key press renders two rows instead of the
 * whole list.
 */

export interface Selection {
  /** All matching rows, loaded or not, except those in `except`. */
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
      return () => void listeners.delete(listener)
    },
    cursor: () => cursor,
    /** The row that Enter opens: the one under the cursor, or the first one while the cursor is nowhere. */
    toOpen: () => Math.max(0, cursor),
    /** The start of a range selection by Shift+J or a shift-click. */
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
    /** The second, explicit step: selects all rows that match the filters. */
    selectAll() {
      selection = { isAll: true, ids: new Set(), except: new Set() }
      changed()
    },
    clear() {
      selection = none
      changed()
    },
    /** A decided row stays in its place, dimmed, until the list is loaded again. */
    setDone(ids: readonly string[], isOn = true) {
      const next = new Set(done)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      done = next
      changed()
    },
    /** For another query, because cursor, selection and dimmed rows belong to the previous one. */
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

/** The number of selected rows out of `total`. */
export function selectedCount({ isAll, ids, except }: Selection, total: number): number {
  return isAll ? Math.max(0, total - except.size) : ids.size
}

/** Whether anything is selected. "All" counts even if every row was excluded again. */
export function isAnySelected({ isAll, ids }: Selection): boolean {
  return isAll || ids.size > 0
}
