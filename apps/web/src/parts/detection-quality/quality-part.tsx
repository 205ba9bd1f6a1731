import { isOneOf } from '@signet/contract/narrow'
import { everySourceName } from '@signet/contract/threats/sources'
import type { DetectionQuality, Labels } from '@signet/contract/review/detection-quality'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { indicatorName } from '../../format/names/indicator-name.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { decimal } from '../../format/numbers/decimal.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { useCompany } from '../../session/company.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { oneOf } from '../../url/search-params.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { detectionQualityQuery, reviewAgreementQuery } from './detection-quality.api.ts'
import { t } from './words.ts'

const periods = ['30', '90', '365'] as const
const usualPeriod = '90'

/** The days of the quality, absent for the usual ones. */
const validateQualitySearch = (raw: Record<string, unknown>): { days?: (typeof periods)[number] | undefined } => ({
  days: oneOf(raw['days'], periods),
})

/** How often people confirmed what the detector found; `isDetailed` adds scores, reasons and proposed minimum scores. */
export function QualityPart({ isDetailed }: { isDetailed: boolean }) {
  const company = useCompany()
  const [{ days: period = usualPeriod }, change] = usePageSearch(validateQualitySearch)
  const quality = useQuery(detectionQualityQuery(company, Number(period)))
  return (
    <FormSection
      title={t('detectionQuality')}
      hint={t(isDetailed ? 'detectionQualityHint' : 'plainQualityHint')}
      actions={
        <Segments
          label={t('period')}
          choices={periods.map((value) => ({ value, label: t('daysCount', { count: Number(value) }) }))}
          value={period}
          onChange={(days) => change({ days: days === usualPeriod ? undefined : days }, { replace: true })}
        />
      }
    >
      <DataState query={quality} what={t('detectionQualityToLoad')} loading={<Skeleton lines={6} />}>
        {(data) => <Quality quality={data} isDetailed={isDetailed} />}
      </DataState>
      {isDetailed ? <Agreement company={company} daysBack={Number(period)} /> : null}
    </FormSection>
  )
}

function Quality({ quality, isDetailed }: { quality: DetectionQuality; isDetailed: boolean }) {
  const { confirmed, rejected, precision, undecided, watched, detectors, sources, scores, reasons } = quality
  const waiting = undecided - watched
  if (precision === null) {
    return <StateBlock title={t('noDecisions')}>{t('noDecisionsHint', { waiting, watched })}</StateBlock>
  }
  const proposals = isDetailed
    ? sources.flatMap(({ source, minimumScore }) => (minimumScore ? [{ source, ...minimumScore }] : []))
    : []
  return (
    <Stack gap={5}>
      <Text as="p" size="heading">
        {t('precisionSentence', { precision: percent(precision), decided: confirmed + rejected, waiting, watched })}
      </Text>
      {isDetailed && (
        <Block title={t('detectors')} hint={t('detectorsHint')}>
          <LabelTable
            label={t('detectors')}
            head={t('detector')}
            rows={detectors.map((one) => ({ name: t(`detector.${one.detector}`), ...one }))}
          />
        </Block>
      )}
      <Block title={t(isDetailed ? 'sources' : 'plainSources')} hint={isDetailed ? undefined : t('plainHint')}>
        <LabelTable
          label={t(isDetailed ? 'sources' : 'plainSources')}
          head={t('source')}
          isPlain={!isDetailed}
          rows={sources.map((one) => ({ name: sourceName(one.source), ...one }))}
        />
      </Block>
      {proposals.length > 0 && (
        <Block title={t('minimumScore')}>
          <ul className="ruled">
            {proposals.map(({ source, score, skipped, reviewed, missed, confirmed: all }) => (
              <li key={source}>
                <Stack gap={1} grow>
                  <Text as="strong" weight="medium">
                    {sourceName(source)}
                  </Text>
                  <small>
                    {t('minimumScoreHint', { score, share: percent(skipped / reviewed), missed, confirmed: all })}
                  </small>
                </Stack>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {isDetailed && (
        <Block title={t('scores')} hint={t('scoresHint')}>
          <LabelTable
            label={t('scores')}
            head={t('score')}
            rows={scores
              .filter((one) => one.precision !== null)
              .map((one) => ({ name: t('scoreRange', { from: one.from, to: one.to }), ...one }))}
          />
        </Block>
      )}
      {isDetailed && reasons.length > 0 && (
        <Block title={t('reasons')} hint={t('reasonsHint')}>
          <LabelTable
            label={t('reasons')}
            head={t('reason')}
            rows={reasons.map((one) => ({ ...one, name: indicatorName(one.name) }))}
          />
        </Block>
      )}
    </Stack>
  )
}

const rounded = (kappa: number) => decimal(Math.round(kappa * 100) / 100)

/** How well reviewers agree on the same threats. */
function Agreement({ company, daysBack }: { company: string; daysBack: number }) {
  const agreement = useQuery(reviewAgreementQuery(company, daysBack))
  return (
    <Block title={t('agreement')} hint={t('agreementHint')}>
      <DataState query={agreement} what={t('agreementToLoad')} loading={<Skeleton lines={2} />}>
        {({ pairs, agreed, kappa, low, high, disagreements }) => (
          <Stack gap={3}>
            <Text>
              {pairs === 0
                ? t('noSecondReviews')
                : t('agreementSentence', { agreed: exactNumber(agreed), pairs: exactNumber(pairs) })}
              {kappa === null || low === null || high === null
                ? null
                : ` ${t('kappaSentence', { kappa: rounded(kappa), low: rounded(low), high: rounded(high) })}`}
            </Text>
            {disagreements.length > 0 ? (
              <ul className="ruled" aria-label={t('disagreements')}>
                {disagreements.map(({ threatId, source, title, first, second }) => (
                  <li key={threatId}>
                    <Stack gap={1} grow>
                      <Text as="strong" weight="medium">
                        {isOneOf(everySourceName, source) ? shownTitle(source, title) : title}
                      </Text>
                      <small>
                        {t('disagreement', {
                          first: first.by,
                          firstVerdict: first.verdict,
                          second: second.by,
                          secondVerdict: second.verdict,
                        })}
                      </small>
                    </Stack>
                  </li>
                ))}
              </ul>
            ) : null}
          </Stack>
        )}
      </DataState>
    </Block>
  )
}

function Block({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text as="h3" weight="strong">
        {title}
      </Text>
      {hint && (
        <Text as="p" tone="quiet" size="meta">
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  )
}

type Row = Labels & { name: string }

interface LabelTableProps {
  label: string
  head: string
  rows: readonly Row[]
  /** In words for people who don't know statistics. */
  isPlain?: boolean
}

const rangeOf = ({ low, high }: Row) =>
  low === null || high === null ? '–' : t('precisionInterval', { low: percent(low), high: percent(high) })

/** On phones, the range is below the share, and the rejected ones are in the number of all. */
function LabelTable({ label, head, rows, isPlain = false }: LabelTableProps) {
  const columns: SimpleColumn<Row>[] = [
    { key: 'name', label: head, wraps: true, render: ({ name }) => name },
    {
      key: 'precision',
      label: t(isPlain ? 'plainPrecision' : 'precision'),
      isFigure: true,
      render: (row) => (
        <Stack as="span" gap={0} align="end">
          {row.precision === null ? '–' : percent(row.precision)}
          <Text as="small" nowrap className="phone-only">
            {rangeOf(row)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'interval',
      label: t(isPlain ? 'plainRange' : 'precisionRange'),
      isFigure: true,
      isWide: true,
      render: rangeOf,
    },
    {
      key: 'confirmed',
      label: t('confirmed'),
      isFigure: true,
      render: ({ confirmed, rejected }) => (
        <>
          {exactNumber(confirmed)}
          <span className="phone-only"> {t('ofAll', { count: confirmed + rejected })}</span>
        </>
      ),
    },
    {
      key: 'rejected',
      label: t(isPlain ? 'plainRejected' : 'rejected'),
      isFigure: true,
      isWide: true,
      render: (row) => exactNumber(row.rejected),
    },
  ]
  return <SimpleTable label={label} columns={columns} rows={rows} idOf={({ name }) => name} />
}
