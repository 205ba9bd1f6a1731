import { getAutomaticDecisions, type AutomaticDecisions } from '@signet/contract/review/detection-quality'
import {
  getReviewPolicy,
  graceMinutesMax,
  putReviewPolicy,
  sampledPercentMin,
  secondReviewPercentMax,
  type ReviewPolicy,
  type StoredReviewPolicy,
} from '@signet/contract/review/review-policy'
import { recordFrom } from '@signet/contract/narrow'
import { usualAnalysisDueHours } from '@signet/contract/requests/analysis-parts'
import { requestKinds, usualRequestDueHours, type RequestKind } from '@signet/contract/requests/requests'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { percent } from '../../../format/numbers/percent.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { requestKindName } from '../../../words/named/requests.ts'
import { sourceName } from '../../../words/named/threats.ts'
import { SaveButtons } from '../save-buttons.tsx'
import { t } from '../words.ts'
import { hoursProblem, OwnHours } from './own-hours.tsx'

const keyOf = (company: string) => [company, 'settings', 'reviewPolicy']
/** In percent; the bounds and the first suggestion of what a person has to enter. */
const barPercent = { min: 90, max: 99.9, usual: '98' }

/** How the findings of the company are reviewed, and what is decided without a reviewer. */
export function ReviewPolicyPart() {
  const company = useCompany()
  const policy = useQuery({
    queryKey: keyOf(company),
    queryFn: ({ signal }) => call(getReviewPolicy, { query: { company }, signal }),
  })
  return (
    <Stack gap={6}>
      <FormSection title={t('reviewsAndDueDates')} hint={t('reviewPolicyHint')}>
        <DataState query={policy} what={t('reviewPolicyToLoad')} loading={<Skeleton lines={26} />}>
          {(saved) => <PolicyForm company={company} saved={saved} />}
        </DataState>
      </FormSection>
      <AutomaticPart company={company} />
    </Stack>
  )
}

interface Values {
  graceMinutes: string
  releases: boolean
  releaseBar: string
  filters: boolean
  filterBar: string
  sampledPercent: string
  secondReviewPercent: string
  ownHours: boolean
  hours: Record<Severity, string>
  ownRequestHours: boolean
  requestHours: Record<RequestKind, string>
  ownAnalysisHours: boolean
  analysisHours: Record<Severity, string>
}

/** To one decimal: without noise of the calculation. */
const percentOf = (bar: number | null) => (bar === null ? barPercent.usual : String(Math.round(bar * 1000) / 10))

const valuesOf = ({ graceMinutes, releaseBar, filterBar, ...percents }: StoredReviewPolicy): Values => ({
  graceMinutes: String(graceMinutes),
  releases: releaseBar !== null,
  releaseBar: percentOf(releaseBar),
  filters: filterBar !== null,
  filterBar: percentOf(filterBar),
  sampledPercent: String(percents.sampledPercent),
  secondReviewPercent: String(percents.secondReviewPercent),
  ownHours: percents.promisedHours !== null,
  hours: recordFrom(severities, (severity) =>
    String((percents.promisedHours ?? percents.usualPromisedHours)[severity]),
  ),
  ownRequestHours: percents.requestDueHours !== null,
  requestHours: recordFrom(requestKinds, (kind) => String((percents.requestDueHours ?? usualRequestDueHours)[kind])),
  ownAnalysisHours: percents.analysisDueHours !== null,
  analysisHours: recordFrom(severities, (severity) =>
    String((percents.analysisDueHours ?? usualAnalysisDueHours)[severity]),
  ),
})

const barOf = (text: string) => Math.round(Number(text) * 10) / 1000
const policyOf = (values: Values): ReviewPolicy => ({
  graceMinutes: Number(values.graceMinutes),
  releaseBar: values.releases ? barOf(values.releaseBar) : null,
  filterBar: values.filters ? barOf(values.filterBar) : null,
  sampledPercent: Number(values.sampledPercent),
  secondReviewPercent: Number(values.secondReviewPercent),
  promisedHours: values.ownHours ? recordFrom(severities, (severity) => Number(values.hours[severity])) : null,
  requestDueHours: values.ownRequestHours
    ? recordFrom(requestKinds, (kind) => Number(values.requestHours[kind]))
    : null,
  analysisDueHours: values.ownAnalysisHours
    ? recordFrom(severities, (severity) => Number(values.analysisHours[severity]))
    : null,
})

const isBetween = (text: string, min: number, max: number) =>
  /^\d+(?:\.\d)?$/.test(text) && Number(text) >= min && Number(text) <= max
const isWhole = (text: string, min: number, max: number) => /^\d+$/.test(text) && isBetween(text, min, max)
const isBar = (text: string) => isBetween(text, barPercent.min, barPercent.max)

function PolicyForm({ company, saved }: { company: string; saved: StoredReviewPolicy }) {
  const mayChange = useCan('assets:write')
  const form = useForm({
    initial: valuesOf(saved),
    check: (values) => ({
      graceMinutes:
        !isWhole(values.graceMinutes, 0, graceMinutesMax) && t('numberWrong', { min: 0, max: graceMinutesMax }),
      releaseBar: values.releases && !isBar(values.releaseBar) && t('numberWrong', barPercent),
      filterBar: values.filters && !isBar(values.filterBar) && t('numberWrong', barPercent),
      sampledPercent:
        !isWhole(values.sampledPercent, sampledPercentMin, 100) &&
        t('numberWrong', { min: sampledPercentMin, max: 100 }),
      secondReviewPercent:
        !isWhole(values.secondReviewPercent, 0, secondReviewPercentMax) &&
        t('numberWrong', { min: 0, max: secondReviewPercentMax }),
      hours: values.ownHours && hoursProblem(values.hours),
      requestHours: values.ownRequestHours && hoursProblem(values.requestHours),
      analysisHours: values.ownAnalysisHours && hoursProblem(values.analysisHours),
    }),
    save: async (values) => {
      const body = policyOf(values)
      queryClient.setQueryData(keyOf(company), await call(putReviewPolicy, { query: { company }, body }))
      void queryClient.invalidateQueries({ queryKey: automaticKeyOf(company) })
      form.reset(values)
      toast(t('saved'))
    },
  })
  const { releases, filters, ownHours, hours, ownRequestHours, requestHours, ownAnalysisHours, analysisHours } =
    form.values
  const barField = { type: 'number', ...barPercent, step: 0.1, disabled: !mayChange } as const
  return (
    <Stack as="form" {...form.props}>
      <TextField
        label={t('graceMinutes')}
        hint={t('graceMinutesHint')}
        type="number"
        min={0}
        max={graceMinutesMax}
        disabled={!mayChange}
        {...form.field('graceMinutes')}
      />
      <OwnHours
        label={t('ownHours')}
        hintOf={(usual) => t('ownHoursHint', { hours: usual })}
        all={severities}
        nameOf={valueName}
        usual={saved.usualPromisedHours}
        isOn={ownHours}
        hours={hours}
        isDisabled={!mayChange}
        problem={form.problems.fields['hours']}
        onChange={(isOn, next) => form.set({ ownHours: isOn, hours: next })}
      />
      <OwnHours
        label={t('ownRequestHours')}
        hintOf={(usual) => t('ownRequestHoursHint', { hours: usual })}
        all={requestKinds}
        nameOf={requestKindName}
        usual={usualRequestDueHours}
        isOn={ownRequestHours}
        hours={requestHours}
        isDisabled={!mayChange}
        problem={form.problems.fields['requestHours']}
        onChange={(isOn, next) => form.set({ ownRequestHours: isOn, requestHours: next })}
      />
      <OwnHours
        label={t('ownAnalysisHours')}
        hintOf={(usual) => t('ownAnalysisHoursHint', { hours: usual })}
        all={severities}
        nameOf={valueName}
        usual={usualAnalysisDueHours}
        isOn={ownAnalysisHours}
        hours={analysisHours}
        isDisabled={!mayChange}
        problem={form.problems.fields['analysisHours']}
        onChange={(isOn, next) => form.set({ ownAnalysisHours: isOn, analysisHours: next })}
      />
      <Tick
        label={t('releases')}
        hint={t('releasesHint')}
        isOn={releases}
        isDisabled={!mayChange}
        onChange={(isOn) => form.set({ releases: isOn })}
      />
      {releases ? <TextField label={t('releaseBar')} {...barField} {...form.field('releaseBar')} /> : null}
      <Tick
        label={t('filters')}
        hint={t('filtersHint')}
        isOn={filters}
        isDisabled={!mayChange}
        onChange={(isOn) => form.set({ filters: isOn })}
      />
      {filters ? <TextField label={t('filterBar')} {...barField} {...form.field('filterBar')} /> : null}
      {releases || filters ? (
        <TextField
          label={t('sampledPercent')}
          hint={t('sampledPercentHint')}
          type="number"
          min={sampledPercentMin}
          max={100}
          disabled={!mayChange}
          {...form.field('sampledPercent')}
        />
      ) : null}
      <TextField
        label={t('secondReviewPercent')}
        hint={t('secondReviewPercentHint')}
        type="number"
        min={0}
        max={secondReviewPercentMax}
        disabled={!mayChange}
        {...form.field('secondReviewPercent')}
      />
      <SaveButtons form={form} />
    </Stack>
  )
}

const automaticKeyOf = (company: string) => [company, 'settings', 'automaticDecisions']

/** What is decided without a reviewer now, by source, and what became of it. */
function AutomaticPart({ company }: { company: string }) {
  const decisions = useQuery({
    queryKey: automaticKeyOf(company),
    queryFn: ({ signal }) => call(getAutomaticDecisions, { query: { company }, signal }),
  })
  return (
    <FormSection title={t('automaticDecisions')} hint={t('automaticDecisionsHint')}>
      <DataState query={decisions} what={t('automaticDecisionsToLoad')} loading={<Skeleton lines={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t('nothingAutomatic')}</p>
          ) : (
            <SimpleTable
              label={t('automaticBySource')}
              columns={automaticColumns()}
              rows={rows}
              idOf={({ source }) => source}
            />
          )
        }
      </DataState>
    </FormSection>
  )
}

type Threshold = AutomaticDecisions['release']

const basisOf = (threshold: Threshold, sentence: 'releasedFrom' | 'filteredUpTo') =>
  threshold === null
    ? t('notAutomatic')
    : t(sentence, {
        score: threshold.score,
        agreed: exactNumber(threshold.agreed),
        all: exactNumber(threshold.agreed + threshold.disagreed),
        low: percent(threshold.low),
      })

const automaticColumns = (): SimpleColumn<AutomaticDecisions>[] => [
  { key: 'source', label: t('source'), render: ({ source }) => sourceName(source) },
  { key: 'release', label: t('released'), wraps: true, render: ({ release }) => basisOf(release, 'releasedFrom') },
  { key: 'filter', label: t('filtered'), wraps: true, render: ({ filter }) => basisOf(filter, 'filteredUpTo') },
  {
    key: 'counts',
    label: t('last30Days'),
    wraps: true,
    isWide: true,
    render: ({ released, filtered, overturned }) => t('automaticCounts', { released, filtered, overturned }),
  },
]
