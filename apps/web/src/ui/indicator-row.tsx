import { defang } from '../format/defang.ts'
import css from './indicator-row.module.css'
import { t } from '../words/words.ts'

/** One reason behind a score: its name, what was seen, what it adds to or takes from the score, and what it means. */
export function IndicatorRow({
  name,
  value,
  contribution,
  description,
}: {
  name: string
  value?: string | undefined
  /** Signed points of 100. */
  contribution: number
  description?: string | undefined
}) {
  const points = Math.round(contribution)
  const sign = points < 0 ? '−' : '+'
  return (
    <li className={css.row} data-good={points < 0 || undefined}>
      <span className={css.bar} aria-hidden="true" />
      <div className={css.words}>
        <b>{name}</b>
        {value && <span className={css.value}>{defang(value)}</span>}
        {description && <span className={css.meaning}>{description}</span>}
      </div>
      <span className={`${css.points} num`}>
        {sign}
        {Math.abs(points)}
        <span className="visually-hidden"> {t('points')}</span>
      </span>
    </li>
  )
}
