import { useRef } from 'react'
import { joinSnackbar, snackbar } from './toasts.ts'

/** Shows results of the same kind in a row in one message, e.g. those of an Undo of several steps. */
export function useJoinedMessage() {
  const last = useRef({ key: '', messageId: 0, count: 0 })
  /** @param textOf the text for all of them, of which `text` is the newest */
  return (key: string, text: string, added: number, textOf: (count: number) => string) => {
    const { messageId, count } = last.current
    last.current =
      last.current.key === key && joinSnackbar(messageId, text, textOf(count + added))
        ? { key, messageId, count: count + added }
        : { key, messageId: snackbar(text), count: added }
  }
}
