import { useRef } from 'react'
import { snackbar, snackbars } from './toasts.ts'
import { t } from './words.ts'

interface Offer {
  /** Of the message that offers Undo; left out, only a key undoes it. */
  text?: string
  /** From `begin`, where steps are answered in another order than they were taken. */
  order?: number
  /** It stays the last step, because it cannot be undone: its `undo` says why. */
  isFinal?: boolean
}

/** What can be undone, newest last: by the message about it, or by a key; each once. */
export function useUndo<Result = void>() {
  const steps = useRef<readonly { order: number; run: () => Result | undefined }[]>([])
  const taken = useRef(0)
  /** The place of a step that begins now. */
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
    /** Undoes the last step; undefined when there is none. */
    last: () => steps.current.at(-1)?.run,
  }
}
