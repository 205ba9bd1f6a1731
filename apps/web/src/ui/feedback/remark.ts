import type { RemarkInput } from '@signet/contract/threats'
import { msg, t, type Marked } from '../../words/words.ts'

export const remarkTextMin = 3
export const remarkTextMax = 2000

/** The predefined remarks in their order, with the key that takes each. */
export const remarkChoices = [
  { kind: 'Irrelevant', label: msg('Irrelevant'), key: '1' },
  { kind: 'Inaccurate Information', label: msg('Inaccurate Information'), key: '2' },
  { kind: 'custom', label: msg('Custom'), key: '3' },
] as const satisfies readonly { kind: RemarkInput['kind']; label: Marked; key: string }[]

/** What is wrong with a remark, in words; null when it can be sent. */
export function remarkProblem(kind: RemarkInput['kind'], text: string): string | null {
  if (kind !== 'custom') return null
  const { length } = text.trim()
  if (length < remarkTextMin) return t('Write at least 3 characters.')
  return length > remarkTextMax ? t('Write at most 2,000 characters.') : null
}
