import { createContext } from 'react'
import type { AnyThreat } from './records.ts'

/** What the cells of a list know of its rows that stand for several. */
export const SimilarContext = createContext<{
  /** Ids of the rows whose similar ones are on screen. */
  opened: readonly string[]
  toggle: (row: AnyThreat) => void
}>({ opened: [], toggle: () => undefined })
