import type { Leak } from '@signet/contract/leaks/leaks'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { resetListOf } from './leak-words.ts'

/** Copies the user names of leaks, without passwords. */
export function copyNames(leaks: readonly Leak[]): void {
  const names = resetListOf(leaks)
  if (names.length === 0) toast(t('noUserNames'))
  else copyText(names.join('\n'), t('resetListCount', { count: exactNumber(names.length) }))
}
