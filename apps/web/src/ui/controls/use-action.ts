import { useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { snackbar } from '../feedback/toasts.ts'

interface ActionOptions {
  /** What is shown when it failed; `undefined` leaves it to the caller. */
  failed?: (reason: string, error: unknown) => string | undefined
  /** Shown by the caller, as `problem`, instead of in a message. */
  isInline?: boolean
  /** Runs at the end, whether it failed or not. */
  settled?: () => unknown
}

/** A call that a button makes: never twice at once, and a failure is shown with its reason. */
export function useAction<A extends unknown[]>(
  action: (...args: A) => Promise<unknown>,
  { failed = (reason) => reason, isInline = false, settled }: ActionOptions = {},
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
      const text = failed(errorText(error), error)
      if (isInline) setProblem(text ?? null)
      else if (text !== undefined) snackbar(text, { isFailure: true })
    }
    isRunning.current = false
    setIsBusy(false)
    await settled?.()
  }
  return { isBusy, problem, run: (...args: A): void => void attempt(args) }
}
