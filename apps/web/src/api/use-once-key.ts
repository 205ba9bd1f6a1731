import { useRef } from 'react'
import { newId } from './new-id.ts'

/**
 * The `Idempotency-Key` of a call. Sending the same input again, e.g. after a lost connection, uses the same key, and the server does the
 * work once. Another input has another key, and so has the same input after `done`.
 */
export function useOnceKey() {
  const last = useRef<{ input: string; key: string } | null>(null)
  return {
    keyOf: (input: string): string => {
      if (last.current?.input !== input) last.current = { input, key: newId() }
      return last.current.key
    },
    /** The call succeeded. */
    done: () => {
      last.current = null
    },
  }
}
