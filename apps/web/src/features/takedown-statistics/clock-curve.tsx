import type { StatisticsClock, TakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import { StepCurve } from '../../charts/step-curve.tsx'
import { duration } from '../../format/time/duration.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** The share of cases over time that had not reached the event of a clock. */
export function ClockCurve({ clock, found }: { clock: StatisticsClock; found: TakedownStatistics }) {
  const { curve, clocks } = found
  const name = t(`clock.${clock}`)
  const own = clocks.find(({ key }) => key === clock)
  const last = curve.at(-1)
  return (
    <Card as="div">
      {own && last ? (
        <>
          <StepCurve
            title={t('curveTitle', { clock: name })}
            finding={t('curveFinding', {
              clock: name,
              count: own.count,
              share: percent(last.share),
              time: duration(last.ms),
              median: own.medianMs === null ? t('fewerThanHalf', { open: own.open }) : duration(own.medianMs),
            })}
            steps={curve}
            markMs={own.medianMs}
            columns={[t('timeSinceStart'), t('atRisk'), t('reached'), t('shareLeft')]}
            rowOf={({ ms, atRisk, reached, share }) => [
              duration(ms),
              exactNumber(atRisk),
              exactNumber(reached),
              percent(share),
            ]}
          />
          <Text as="p" size="meta" tone="quiet" above={3}>
            {t('curveHint')}
          </Text>
        </>
      ) : (
        <Text as="p" tone="quiet">
          {t('noCurve', { clock: name })}
        </Text>
      )}
    </Card>
  )
}
