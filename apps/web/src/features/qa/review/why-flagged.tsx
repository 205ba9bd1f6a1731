import { indicatorName } from '../../../format/names/indicator-name.ts'
import { IndicatorRow, MoreReasons } from '../../../parts/threats/indicator-row.tsx'
import { scoreText } from '../../../parts/threats/score-text.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import css from './review-evidence.module.css'
import { t } from './words.ts'

/** The strongest reasons for a record; the others are further down, so that each is shown once. */
export function strongestOf(
  { indicators }: Pick<QaRecordDetail, 'indicators'>,
  count: number,
): QaRecordDetail['indicators'] {
  return indicators
    .filter(({ contribution }) => contribution > 0)
    .toSorted((a, b) => b.contribution - a.contribution)
    .slice(0, count)
}

/** Indicators, with what each contributes to the score. */
export function IndicatorList({
  label,
  indicators,
  severity,
  title,
}: { label: string } & Pick<QaRecordDetail, 'indicators' | 'severity' | 'title'>) {
  return (
    <Stack as="ul" gap={1} className={css.indicators} aria-label={label}>
      {indicators.map((indicator) => (
        <IndicatorRow
          key={`${indicator.name} ${indicator.value ?? ''}`}
          {...indicator}
          // The title of the record is in view already.
          value={indicator.value === title ? undefined : indicator.value}
          severity={severity}
          name={indicatorName(indicator.name)}
        />
      ))}
    </Stack>
  )
}

/** The risk of a record and the strongest reasons for it, before anything else, and what the others add and take away. */
export function WhyFlagged({
  threat,
  reasons,
  othersId,
  isAll,
}: {
  threat: QaRecordDetail
  reasons: QaRecordDetail['indicators']
  /** Of the heading of the others; of this one where there are none. */
  othersId: string
  isAll: boolean
}) {
  if (reasons.length === 0) return null
  return (
    <Card aria-label={t('whyFlagged')}>
      <Inline as="header" wrap gap="1 3" align="baseline" justify="between" tone="faint" size="meta" below={2}>
        <Text as="h3" tone="plain" {...(isAll && { id: othersId, tabIndex: -1 })}>
          {t('whyFlagged')}
        </Text>
        <Inline as="span" is-inline gap={3}>
          <SeverityMark severity={threat.severity} />
          <span className="num">{t('scoreValue', { score: scoreText(threat) })}</span>
        </Inline>
      </Inline>
      <IndicatorList {...threat} label={t('strongestReasons')} indicators={reasons} />
      <MoreReasons all={threat.indicators} shown={reasons} headingId={othersId} />
    </Card>
  )
}
