import { isOneOf } from '@signet/contract/narrow'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { Option } from '@signet/contract/wire'
import { Inline } from '../../ui/layout/parts.tsx'
import css from './severity-mark.module.css'
import { valueName } from '../../words/named/name-of.ts'

/** A severity in a list of values, such as those of a filter. */
export const severityOption = ({ value, label }: Option) =>
  isOneOf(severities, value) ? <SeverityMark severity={value} /> : valueName(label)

/** Four bars, filled according to the severity, and its name. With `isShort` the name is only for screen readers. */
export function SeverityMark({ severity, isShort }: { severity: Severity; isShort?: boolean }) {
  const tone = severity.toLowerCase()
  const style = { '--solid': `var(--${tone}-solid)`, color: `var(--${tone}-text)` }
  return (
    <Inline
      as="span"
      is-inline
      weight="medium"
      fixed
      nowrap
      className={css.mark}
      data-severity={severity}
      style={style}
    >
      <Inline as="span" align="end" className={css.bars} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </Inline>
      <span className={isShort ? 'visually-hidden' : undefined}>{valueName(severity)}</span>
    </Inline>
  )
}
