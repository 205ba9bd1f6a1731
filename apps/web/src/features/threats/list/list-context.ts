import { createContext } from 'react'
import type { AnyThreat } from '../records.ts'

/** What the cells of a list know of their list. */
export const ListContext = createContext<{
  /** Ids of the rows whose similar ones are on screen. */
  opened: readonly string[]
  toggle: (row: AnyThreat) => void
  /** What is searched for. */
  found?: string | undefined
}>({ opened: [], toggle: () => undefined })
