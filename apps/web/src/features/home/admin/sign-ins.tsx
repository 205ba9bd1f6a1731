import { getLoginAnalytics, type LoginFigures } from '@signet/contract/access/login-analytics'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Spark } from '../../../charts/spark.tsx'
import { activity } from '../../../format/names/activity.ts'
import { dateTimeWithZone } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { SimpleTable } from '../../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './admin-home-page.module.css'
import { sumOf } from '../figures/figures.ts'
import { QuietState } from '../quiet-state.tsx'

const tablePx = 420

/** How often the people of the selected company sign in. */
export function SignIns({ company, now }: { company: string; now: Date }) {
  const query = useQuery({
    queryKey: [company, 'home', 'signIns'],
    queryFn: ({ signal }) => call(getLoginAnalytics, { query: { company }, signal }),
  })
  const name = useClientInfo()?.name ?? company
  const title = t('companySignIns', { company: name })
  return (
    <Card as="div" below={4}>
      <QuietState
        query={query}
        title={title}
        place={{ least: 420 }}
        isEmpty={(people) => people.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noAccounts')}
          </Text>
        }
      >
        {(people) => (
          <>
            <Inline as="header" wrap below={2}>
              <h2>{title}</h2>
              <Text as="small" grow>
                {t('lastDays', { range: 30 })}
              </Text>
            </Inline>
            <div className={css.people}>
              <SimpleTable
                label={title}
                rows={people.toSorted(byRecent)}
                idOf={({ user }) => user}
                maxHeightPx={tablePx}
                columns={[
                  {
                    key: 'name',
                    label: t('name'),
                    render: (person) => (
                      <Stack as="span" gap={0}>
                        {person.name}
                        <Text as="small" cut title={person.user}>
                          {person.user}
                        </Text>
                      </Stack>
                    ),
                  },
                  {
                    key: 'last',
                    label: t('lastActive'),
                    render: ({ lastSignIn }) =>
                      lastSignIn === null ? (
                        activity(null, now)
                      ) : (
                        <time dateTime={lastSignIn} title={dateTimeWithZone(lastSignIn)}>
                          {activity(lastSignIn, now)}
                        </time>
                      ),
                  },
                  {
                    key: 'count',
                    label: t('signIns'),
                    isFigure: true,
                    isWide: true,
                    render: ({ signIns }) => exactNumber(sumOf(signIns)),
                  },
                  {
                    key: 'line',
                    label: t('perDay'),
                    isWide: true,
                    render: (person) => (
                      <span className={css.line}>
                        <Spark
                          finding={`${person.name}: ${t('recentSignInsCount', { count: sumOf(person.signIns) })}`}
                          shape="columns"
                          values={person.signIns.map(({ count }) => count)}
                        />
                      </span>
                    ),
                  },
                ]}
              />
            </div>
          </>
        )}
      </QuietState>
    </Card>
  )
}

function byRecent(a: LoginFigures, b: LoginFigures): number {
  return (b.lastSignIn ?? '').localeCompare(a.lastSignIn ?? '')
}
