import { useRef } from 'react'
import { snackbar, snackbars, joinSnackbar } from './toasts.ts'
import { t } from '../words.ts'

interface Offer {
  /** The text of the message that offers Undo. If omitted, only the key undoes the step. */
  text?: string
  /** From `take`, for steps whose responses may arrive in another order than they were taken. */
  order?: number
  /** Steps of the same kind in a row share one message, with a text for their number; its Undo undoes all of them. */
  join?: { key: string; textOf: (count: number) => string }
}

/** The steps that share a message. */
interface Joined<Result> {
  key: string
  messageId: number
  steps: readonly { run: () => Result | undefined }[]
}

/** The steps that can be undone, newest last, by the message or by a key. Each can be undone once. */
export function useUndo<Result = void>() {
  const steps = useRef<readonly { order: number; run: () => Result | undefined }[]>([])
  const taken = useRef(0)
  const underway = useRef(new Set<Promise<unknown>>())
  const nextOrder = () => (taken.current += 1)
  /** Takes a step, which gets its order number. Until it is done, `undoLast` waits: an earlier step must not be undone in its place. */
  const take = async <T>(step: (order: number) => Promise<T>): Promise<T> => {
    const going = step(nextOrder())
    underway.current.add(going)
    try {
      return await going
    } finally {
      underway.current.delete(going)
    }
  }
  const joined = useRef<Joined<Result> | null>(null)
  /** @returns undoes only this step; nothing if it is undone already */
  const offer = (undo: () => Result, { text, order = nextOrder(), join }: Offer): (() => Result | undefined) => {
    let group: Joined<Result> | null = null
    const step = {
      order,
      run: () => {
        if (!steps.current.includes(step)) return undefined
        steps.current = steps.current.filter((other) => other !== step)
        if (group) {
          group.steps = group.steps.filter((other) => other !== step)
          if (group.steps.length === 0) snackbars.close(group.messageId)
          else if (join) snackbars.update(group.messageId, join.textOf(group.steps.length))
        }
        return undo()
      },
    }
    steps.current = [...steps.current, step].toSorted((a, b) => a.order - b.order)
    if (text === undefined) return step.run
    const last = joined.current
    if (join && last?.key === join.key && joinSnackbar(last.messageId, text, join.textOf(last.steps.length + 1))) {
      group = last
      last.steps = [...last.steps, step]
      return step.run
    }
    const own: Joined<Result> = { key: join?.key ?? '', messageId: 0, steps: [step] }
    own.messageId = snackbar(text, { action: { label: t('undo'), run: () => void undoAll(own) } })
    group = own
    joined.current = join ? own : null
    return step.run
  }
  /** The newest first, one after another. */
  const undoAll = async (group: Joined<Result>) => {
    for (const step of group.steps.toReversed()) await Promise.resolve(step.run())
  }
  /** Undoes the last step once every step is done. */
  const undoLast = async (whenNone: () => void): Promise<Result | undefined> => {
    await Promise.allSettled(underway.current)
    const last = steps.current.at(-1)
    if (last) return last.run()
    whenNone()
    return undefined
  }
  return { take, offer, undoLast }
}
