import { useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { snackbar, type MessageAction } from '../feedback/toasts.ts'

export interface ActionOptions<A extends unknown[] = []> {
  /** What is shown when it failed; `undefined` leaves it to the caller. */
  failed?: (reason: string, error: unknown, ...args: A) => string | undefined
  /** What can be done about a failure, in its message. */
  messageAction?: MessageAction
  /** Shown by the caller, as `problem`, instead of in a message. */
  isInline?: boolean
  /** Runs at the end, whether it failed or not. */
  settled?: () => unknown
}

/** A call that a button makes: never twice at once, and a failure is shown with its reason. */
export function useAction<A extends unknown[]>(
  action: (...args: A) => Promise<unknown>,
  { failed, isInline = false, messageAction, settled }: ActionOptions<A> = {},
) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // A second click may come before the button is drawn as disabled.
  const isRunning = useRef(false)
  const attempt = async (args: A) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setProblem(null)
    try {
      await action(...args)
    } catch (error) {
      const text = failed ? failed(errorText(error), error, ...args) : errorText(error)
      if (isInline) setProblem(text ?? null)
      else if (text !== undefined)
        snackbar(text, { isFailure: true, ...(messageAction ? { action: messageAction } : {}) })
    }
    await settled?.()
    isRunning.current = false
    setIsBusy(false)
  }
  return { isBusy, problem, run: (...args: A): void => void attempt(args) }
}
