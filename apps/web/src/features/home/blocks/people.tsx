import { useQuery } from '@tanstack/react-query'
import { activity } from '../../../format/names/activity.ts'
import { dateTimeWithZone } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { SimpleTable } from '../../../ui/grid/simple-table.tsx'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { peopleActivityQuery, type RangeProps } from '../home.api.ts'
import { QuietState } from '../quiet-state.tsx'

const tablePx = 320

/** The activity of the company's people: when each was last active, and their decisions in the range. */
export function People({ company, rangeDays, now }: RangeProps) {
  const query = useQuery(peopleActivityQuery(company, rangeDays))
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={t('people')}
        place={{ least: 300 }}
        isEmpty={(people) => people.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noAccounts')}
          </Text>
        }
      >
        {(people) => (
          <>
            <Text as="h2" below={2}>
              {t('people')}
            </Text>
            <SimpleTable
              label={t('people')}
              rows={people}
              idOf={({ email }) => email}
              maxHeightPx={tablePx}
              columns={[
                {
                  key: 'name',
                  label: t('name'),
                  render: ({ name, email }) => (
                    <Stack as="span" gap={0}>
                      {name}
                      <small>{email}</small>
                    </Stack>
                  ),
                },
                {
                  key: 'active',
                  label: t('lastActive'),
                  render: ({ lastActive }) =>
                    lastActive === null ? (
                      activity(null, now)
                    ) : (
                      <time dateTime={lastActive} title={dateTimeWithZone(lastActive)}>
                        {activity(lastActive, now)}
                      </time>
                    ),
                },
                {
                  key: 'decisions',
                  label: t('decisionsInRange', { range: rangeDays }),
                  isFigure: true,
                  render: ({ decisions }) => exactNumber(decisions),
                },
              ]}
            />
          </>
        )}
      </QuietState>
    </Card>
  )
}
