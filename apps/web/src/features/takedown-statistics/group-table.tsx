import {
  statisticsGroups,
  statisticsGroupsMax,
  type StatisticsClock,
  type StatisticsGroup,
  type TakedownStatistics,
} from '@signet/contract/takedowns/takedown-statistics'
import { Segments } from '../../ui/controls/segments.tsx'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { valueName } from '../../words/named/name-of.ts'
import { durationColumns } from './duration-columns.tsx'
import { providerName } from './provider-name.ts'
import { t } from './words.ts'

type Row = TakedownStatistics['groups'][number]

/** The durations of one clock by channel, registrar, host or source. */
export function GroupTable({
  clock,
  by,
  groups,
  total,
  onGroup,
}: {
  clock: StatisticsClock
  by: StatisticsGroup
  groups: readonly Row[]
  /** The number of takedowns whose step began, in a group or not. */
  total: number
  onGroup: (by: StatisticsGroup) => void
}) {
  const title = t('inComparison', { clock: t(`clock.${clock}`) })
  const isCut = groups.length === statisticsGroupsMax
  const unlisted = isCut ? 0 : total - groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card as="div">
      <Inline as="header" gap={3} justify="between" wrap below={3}>
        <Text as="h2" size="heading">
          {title}
        </Text>
        <Segments
          label={t('groupBy')}
          choices={statisticsGroups.map((value) => ({
            value,
            label: t(value === 'provider' ? 'providerShort' : `by.${value}`),
          }))}
          value={by}
          onChange={onGroup}
        />
      </Inline>
      <Text as="p" tone="quiet" size="meta" below={2}>
        {t(`clockMeaning.${clock}`)}
      </Text>
      {groups.length === 0 ? (
        <StateBlock title={t('noGroups')}>{t(`noGroupsHint.${by}`)}</StateBlock>
      ) : (
        <SimpleTable
          label={title}
          rows={groups}
          idOf={({ label }) => label}
          isCards
          columns={[
            {
              key: 'label',
              label: t(`by.${by}`),
              wraps: true,
              render: ({ label, name }) =>
                by === 'provider' ? <span title={label}>{providerName(label, name)}</span> : valueName(label),
            },
            ...durationColumns<Row>(),
          ]}
        />
      )}
      {isCut ? (
        <Text as="p" size="meta" tone="quiet" above={2}>
          {t('largestGroups', { count: statisticsGroupsMax })}
        </Text>
      ) : groups.length > 0 && unlisted > 0 && (by === 'host' || by === 'registrar') ? (
        <Text as="p" size="meta" tone="quiet" above={2}>
          {t(by === 'host' ? 'notListed.host' : 'notListed.registrar', { count: unlisted })}
        </Text>
      ) : null}
    </Card>
  )
}
