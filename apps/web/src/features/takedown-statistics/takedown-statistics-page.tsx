import { statisticsClocks } from '@signet/contract/takedowns/takedown-statistics'
import { useQuery } from '@tanstack/react-query'
import { CaseCrumbs } from '../../parts/cases/case-layout.tsx'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { usePageSearch } from '../../url/page-search.ts'
import { ClockCurve } from './clock-curve.tsx'
import { ClockTable } from './clock-table.tsx'
import { GroupTable } from './group-table.tsx'
import { Outcomes } from './outcomes.tsx'
import { validateTakedownStatisticsSearch } from './statistics-search.ts'
import { statisticsQuery } from './statistics.api.ts'
import { t } from './words.ts'

const ranges = ['30', '90', '365'] as const

/** How long takedowns take, step by step and in comparison, with the cases that never got there. */
export function TakedownStatisticsPage() {
  const company = useCompany()
  const mayChoose = useCan('company:choose')
  const [{ range = '90', scope, clock = 'firstOutage', by = 'channel' }, change] = usePageSearch(
    validateTakedownStatisticsSearch,
  )
  const rangeDays = Number(range)
  const query = useQuery(
    statisticsQuery(company, { rangeDays, isEveryCompany: mayChoose && scope === 'all', clock, by }),
  )
  return (
    <Page title={t('statistics')}>
      <CaseCrumbs to="/takedown" list={t('takedowns')} name={t('statistics')} />
      <Stack data-every-company={scope === 'all' || undefined}>
        <Inline as="header" gap={3} wrap>
          <Segments
            label={t('range')}
            choices={ranges.map((value) => ({ value, label: t('lastDays', { days: Number(value) }) }))}
            value={range}
            onChange={(next) => change({ range: next === '90' ? undefined : next })}
          />
          {mayChoose ? (
            <Segments
              label={t('companies')}
              choices={[
                { value: 'one', label: t('thisCompany') },
                { value: 'all', label: t('allCompanies') },
              ]}
              value={scope ?? 'one'}
              onChange={(next) => change({ scope: next === 'all' ? next : undefined })}
            />
          ) : null}
        </Inline>
        <DataState
          query={query}
          what={t('theStatistics')}
          loading={<Skeleton lines={20} />}
          isEmpty={({ total }) => total === 0}
          empty={<StateBlock title={t('empty', { days: rangeDays })}>{t('emptyHint')}</StateBlock>}
        >
          {(found) => (
            <>
              <Outcomes found={found} rangeDays={rangeDays} />
              <ClockTable
                clocks={found.clocks}
                chosen={clock}
                onChoose={(next) => change({ clock: next === 'firstOutage' ? undefined : next }, { replace: true })}
              />
              <ClockCurve clock={clock} found={found} />
              <GroupTable
                clock={clock}
                by={by}
                groups={found.groups}
                total={found.clocks.find(({ key }) => key === clock)?.count ?? 0}
                onGroup={(next) => change({ by: next === 'channel' ? undefined : next }, { replace: true })}
              />
              <Definitions />
            </>
          )}
        </DataState>
      </Stack>
    </Page>
  )
}

/** What each figure means, in the words of the report. */
function Definitions() {
  return (
    <Card as="div">
      <Text as="h2" size="heading" below={2}>
        {t('definitions')}
      </Text>
      <Stack as="dl" gap={2}>
        {statisticsClocks.map((key) => (
          <div key={key}>
            <dt>{t(`clock.${key}`)}</dt>
            <Text as="dd" tone="quiet">
              {t(`clockMeaning.${key}`)}
            </Text>
          </div>
        ))}
        {(['median', 'ninetieth', 'relapseRate', 'notThere', 'uncounted'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`term.${key}`)}</dt>
            <Text as="dd" tone="quiet">
              {t(`termMeaning.${key}`)}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  )
}
