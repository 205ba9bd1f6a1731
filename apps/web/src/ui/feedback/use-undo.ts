import { useRef } from 'react'
import { snackbar, snackbars } from './toasts.ts'
import { t } from './words.ts'

interface Offer {
  /** The text of the message that offers Undo. If omitted, only the key undoes the step. */
  text?: string
  /** From `begin`, for steps whose responses may arrive in another order than they were taken. */
  order?: number
  /** Whether it stays the last step because it can't be undone. Its `undo` gives the reason. */
  isFinal?: boolean
}

/** The steps that can be undone, newest last, by the message or by a key. Each can be undone once. */
export function useUndo<Result = void>() {
  const steps = useRef<readonly { order: number; run: () => Result | undefined }[]>([])
  const taken = useRef(0)
  /** The order number of a step that begins now. */
  const begin = () => (taken.current += 1)
  const offer = (undo: () => Result, { text, order = begin(), isFinal = false }: Offer) => {
    const step = {
      order,
      run: () => {
        if (!steps.current.includes(step)) return undefined
        if (!isFinal) steps.current = steps.current.filter((other) => other !== step)
        if (messageId !== undefined) snackbars.close(messageId)
        return undo()
      },
    }
    steps.current = [...steps.current, step].toSorted((a, b) => a.order - b.order)
    const messageId =
      text === undefined ? undefined : snackbar(text, { action: { label: t('undo'), run: () => void step.run() } })
  }
  return {
    begin,
    offer,
    /** Undoes the last step; undefined if there is none. */
    last: () => steps.current.at(-1)?.run,
  }
}
