import type { Severity } from '@signet/contract/severities'
import css from './severity-mark.module.css'
import { valueName } from '../../words/named/name-of.ts'

/** Four bars, as many filled as the severity is high, and the word. `isShort` keeps the word for screen readers only. */
export function SeverityMark({ severity, isShort }: { severity: Severity; isShort?: boolean }) {
  return (
    <span className={css.mark} data-severity={severity}>
      <span className={css.bars} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className={isShort ? 'visually-hidden' : undefined}>{valueName(severity)}</span>
    </span>
  )
}
