import { dayMs, secondMs } from '@signet/contract/time'
import { Inline } from '../../ui/layout/parts.tsx'
import css from './offline-bar.module.css'
import { t } from '../words.ts'

/** Says that the internet is simulated, and how fast the clock of takedowns runs. */
export function SimulatedBar({ clockFactor }: { clockFactor: number | undefined }) {
  return (
    <Inline as="p" wrap tone="quiet" pad="1 5" line="below" className={css.simulated}>
      {t('internetSimulated')}
      {clockFactor
        ? ` ${t('clockAccelerated', { factor: clockFactor, seconds: Math.round(dayMs / clockFactor / secondMs) })}`
        : null}
    </Inline>
  )
}
