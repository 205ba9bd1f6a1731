import { useRef, useState } from 'react'
import type { QaRecord } from '../qa-kind.ts'
import type { Versions } from '../review-steps.ts'
import type { StageStep } from '../stage-actions.ts'

/** What was done with a row, shown in its place until the list is loaded again. */
export interface Outcome {
  step: StageStep
  /** The version that the step gave the record: a row with this one or a later one was loaded since. Infinite while under way. */
  version: number
  /** Missing if it can't be undone, or only together with others. */
  undo?: (() => void) | undefined
}

/** Whether the server has taken the step. */
export const isTaken = ({ version }: Outcome): boolean => version < Number.POSITIVE_INFINITY

/** Whether the row is no longer in the list when it is loaded again. */
export const isLeaving = ({ step }: Outcome): boolean => step !== 'recheck'

/** The rows of a list on which a step was taken since it was loaded. */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  // Not state: what is asked after the page was left must know them, too.
  const latest = useRef(outcomes)
  const set = (next: ReadonlyMap<string, Outcome>) => {
    latest.current = next
    setOutcomes(next)
  }
  const of = (all: ReadonlyMap<string, Outcome>, { id, version }: Pick<QaRecord, 'id' | 'version'>) => {
    const outcome = all.get(id)
    return outcome && version < outcome.version ? outcome : undefined
  }
  return {
    of: (row: QaRecord) => of(outcomes, row),
    /** Whether a row is only shown until the list is loaded again: as of now, not of the last rendering. */
    hasLeft: (row: QaRecord) => {
      const outcome = of(latest.current, row)
      return outcome !== undefined && isLeaving(outcome)
    },
    begin: (step: StageStep, ids: readonly string[]) =>
      set(new Map([...latest.current, ...ids.map((id) => [id, { step, version: Number.POSITIVE_INFINITY }] as const)])),
    settle: (step: StageStep, versions: Versions, undo?: () => void) => {
      const taken = Object.entries(versions).map(([id, version]) => [id, { step, version, undo }] as const)
      set(new Map([...latest.current, ...taken]))
    },
    drop: (ids: readonly string[]) => set(new Map([...latest.current].filter(([id]) => !ids.includes(id)))),
    /** Forgets what was taken: the list was loaded again. Returns the ids. */
    clear: (): string[] => {
      const taken = [...latest.current].filter(([, outcome]) => isTaken(outcome)).map(([id]) => id)
      set(new Map([...latest.current].filter(([, outcome]) => !isTaken(outcome))))
      return taken
    },
  }
}
