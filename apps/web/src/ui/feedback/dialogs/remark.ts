import type { RemarkInput } from '@signet/contract/threats/threats'
import { t, type Word } from '../words.ts'

const remarkTextMin = 3
export const remarkTextMax = 2000

/** The predefined remarks in their order, with the key that selects each. */
export const remarkChoices = [
  { kind: 'Irrelevant', label: 'irrelevant', key: '1' },
  { kind: 'Inaccurate Information', label: 'inaccurateInformation', key: '2' },
  { kind: 'custom', label: 'custom', key: '3' },
] as const satisfies readonly { kind: RemarkInput['kind']; label: Word; key: string }[]

/** The problem of a remark as text; null when it can be sent. */
export function remarkProblem(kind: RemarkInput['kind'], text: string): string | null {
  if (kind !== 'custom') return null
  const { length } = text.trim()
  if (length < remarkTextMin) return t('tooShort')
  return length > remarkTextMax ? t('tooLong') : null
}
