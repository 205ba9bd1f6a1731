import { anySourceOf, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { t } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

/** Text that breaks only after a comma, so that a label isn't apart from its value. */
const unbroken = (text: string): string => text.replaceAll(/(?<!,) /g, '\u00A0')

/** The current filters as text for the empty state: `Source: Domain, URL`. */
export function filterWords(
  kind: Kind,
  filters: {
    q?: string | undefined
    source?: readonly string[] | undefined
    severity?: readonly string[] | undefined
    type?: readonly string[] | undefined
    mine?: '1' | undefined
    overdue?: '1' | undefined
    like?: string | undefined
    import?: string | undefined
  },
): string[] {
  const { q, source, severity, type, mine, overdue, like, import: importId } = filters
  const labels = source?.map((word) => {
    const known = anySourceOf(word)
    return known ? valueName(sourceInfoOf(kind, known).label) : word
  })
  return [
    ...(q ? [t('searchWords', { words: q })] : []),
    ...(labels ? [unbroken(t('sourceWords', { words: labels.join(', ') }))] : []),
    ...(severity ? [unbroken(t('severityWords', { words: severity.map(valueName).join(', ') }))] : []),
    ...(type ? [unbroken(t('typeWords', { words: type.map(valueName).join(', ') }))] : []),
    ...(mine ? [t('claimedByYou')] : []),
    ...(overdue ? [t('overdue')] : []),
    ...(like ? [t('sharedTraits')] : []),
    ...(importId ? [t('fromImport')] : []),
  ]
}
