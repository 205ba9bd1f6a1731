import { useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { snackbar, type MessageAction } from '../feedback/messages/toasts.ts'

export interface ActionOptions<A extends unknown[] = []> {
  /** The message after a failure; `undefined` leaves it to the caller. */
  failed?: (reason: string, error: unknown, ...args: A) => string | undefined
  /** An action in the error message. */
  messageAction?: MessageAction
  /** The caller shows the error as `problem`, so there is no message. */
  isInline?: boolean
  /** Runs at the end, whether the call failed or not. */
  settled?: () => unknown
}

/** A call made by a button. It never runs twice at once, and a failure is shown with its reason. */
export function useAction<A extends unknown[]>(
  action: (...args: A) => Promise<unknown>,
  { failed, isInline = false, messageAction, settled }: ActionOptions<A> = {},
) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // A second click may come before the button is rendered as disabled.
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
