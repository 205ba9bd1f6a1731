import { t } from './words.ts'
import { toast } from './messages/toasts.ts'

/** Copies a text to the clipboard and confirms it. */
export function copyText(text: string, what: string): void {
  void navigator.clipboard.writeText(text).then(() => toast(t('whatCopied', { what })))
}
