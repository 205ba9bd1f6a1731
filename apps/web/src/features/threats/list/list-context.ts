import { createContext } from 'react'
import type { AnyThreat } from '../records.ts'

/** What the cells of a list need to know about the list. */
export const ListContext = createContext<{
  /** Ids of the rows whose similar threats are visible. */
  opened: readonly string[]
  toggle: (row: AnyThreat) => void
  /** The search text. */
  found?: string | undefined
}>({ opened: [], toggle: () => undefined })
