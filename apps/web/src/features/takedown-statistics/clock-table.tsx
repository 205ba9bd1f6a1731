import type { StatisticsClock, TakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { durationColumns } from './duration-columns.tsx'
import { t } from './words.ts'

type Row = TakedownStatistics['clocks'][number]

/** The durations of all clocks. A name shows the curve and the groups of its clock. */
export function ClockTable({
  clocks,
  chosen,
  onChoose,
}: {
  clocks: readonly Row[]
  chosen: StatisticsClock
  onChoose: (clock: StatisticsClock) => void
}) {
  return (
    <Card as="div">
      <Text as="h2" size="heading" below={2}>
        {t('durations')}
      </Text>
      <SimpleTable
        label={t('durations')}
        rows={clocks}
        idOf={({ key }) => key}
        current={chosen}
        isCards
        columns={[
          {
            key: 'clock',
            label: t('step'),
            render: ({ key }) => (
              <button
                type="button"
                className="link"
                aria-pressed={key === chosen}
                title={t(`clockMeaning.${key}`)}
                onClick={() => onChoose(key)}
              >
                {t(`clock.${key}`)}
              </button>
            ),
          },
          ...durationColumns<Row>(),
        ]}
      />
    </Card>
  )
}
