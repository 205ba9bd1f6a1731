import { useRef } from 'react'
import { snackbar, snackbars } from './toasts.ts'
import { t } from '../words.ts'

interface Offer {
  /** The text of the message that offers Undo. If omitted, only the key undoes the step. */
  text?: string
  /** From `take`, for steps whose responses may arrive in another order than they were taken. */
  order?: number
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
  const offer = (undo: () => Result, { text, order = nextOrder() }: Offer) => {
    const step = {
      order,
      run: () => {
        if (!steps.current.includes(step)) return undefined
        steps.current = steps.current.filter((other) => other !== step)
        if (messageId !== undefined) snackbars.close(messageId)
        return undo()
      },
    }
    steps.current = [...steps.current, step].toSorted((a, b) => a.order - b.order)
    const messageId =
      text === undefined ? undefined : snackbar(text, { action: { label: t('undo'), run: () => void step.run() } })
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
