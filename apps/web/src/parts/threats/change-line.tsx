import { defang } from '@signet/contract/threats/defang'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { valueName } from '../../words/named/name-of.ts'
import css from './change-line.module.css'
import { t } from './words.ts'

/** What changed, with its value before and after. */
export function ChangeLine({
  what,
  before,
  after,
  isMaterial = false,
}: {
  what: string
  before: string | null
  after: string | null
  /** Marks it as important among others. */
  isMaterial?: boolean
}) {
  return (
    <span className={css.change}>
      <Text as="b" tone="plain">
        {valueName(what)}
      </Text>{' '}
      {isMaterial && <Chip tone="critical">{t('important')}</Chip>} <del>{valueOf(before)}</del> →{' '}
      <ins>{valueOf(after)}</ins>
    </span>
  )
}

/** One side of a difference. Texts of the product are translated, and names are defanged. */
const valueOf = (text: string | null) =>
  text === null
    ? t('noValue')
    : valueName(text)
        .split(', ')
        .map((part) => part.split(' ').map(defang).join(' '))
        .join(', ')
