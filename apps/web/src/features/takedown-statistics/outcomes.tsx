import type { TakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { Explained } from '../../ui/text/explained.tsx'
import { t } from './words.ts'

/** What became of the takedowns that were requested in the range. */
export function Outcomes({ found, rangeDays }: { found: TakedownStatistics; rangeDays: number }) {
  const { total, uncounted, relapsed, clocks } = found
  const everOffline = clocks.find(({ key }) => key === 'firstOutage')?.reached ?? 0
  return (
    <Card as="div">
      <Text as="h2" size="heading" below={3}>
        {t('requestedInRange', { count: total, days: rangeDays })}
      </Text>
      <dl className="figures">
        {(['removed', 'open', 'refused', 'failed', 'withdrawn'] as const).map((key) => (
          <div key={key}>
            <dt>
              {key === 'removed' ? (
                <Explained about={t('removedMeaning')}>{t('outcome.removed')}</Explained>
              ) : (
                t(`outcome.${key}`)
              )}
            </dt>
            <Text as="dd" size="object" num>
              {exactNumber(found[key])}
            </Text>
          </div>
        ))}
        <div>
          <dt>
            <Explained about={t('termMeaning.relapseRate')}>{t('term.relapseRate')}</Explained>
          </dt>
          <Text as="dd" size="object" num>
            {everOffline === 0
              ? t('none')
              : t('countAndShare', { count: exactNumber(relapsed), share: percent(relapsed / everOffline) })}
          </Text>
        </div>
      </dl>
      {uncounted > 0 ? (
        <Text as="p" size="meta" tone="quiet" above={3}>
          {t('uncountedCases', { count: uncounted })}
        </Text>
      ) : null}
    </Card>
  )
}
