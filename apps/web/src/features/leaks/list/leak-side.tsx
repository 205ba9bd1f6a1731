import type { LeakType } from '@signet/contract/leaks/leaks'
import { useQuery } from '@tanstack/react-query'
import { BarList } from '../../../charts/bar-list.tsx'
import { ColumnChart } from '../../../charts/column-chart.tsx'
import { dateOnly } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { leakDaysQuery, packagesQuery, passwordsQuery, topAddressesQuery } from '../leaks.api.ts'
import { shapeOf, type LeakSearch } from './leak-search.ts'
import css from './leak-side.module.css'
import { nameOf, valueName } from '../../../words/named/name-of.ts'

const days = 30
const addressesMax = 6
const packagesMax = 5

interface SideProps {
  company: string
  type: LeakType | undefined
  onNarrow: (changes: LeakSearch) => void
}

/** An overview of the leaks of a kind: how many per day, which addresses are affected, and how many are usable. */
export function LeakSide({ company, type, onNarrow }: SideProps) {
  const hasSignIns = type === undefined || shapeOf(type) === 'signIns' || shapeOf(type) === 'malware'
  return (
    <Stack as="aside" className={`${css.side} scroller`} aria-label={t('leakStatistics')}>
      <PerDay company={company} type={type} onNarrow={onNarrow} />
      {hasSignIns && <Addresses company={company} />}
      {hasSignIns && <Passwords company={company} type={type} />}
      <Packages company={company} type={type} />
    </Stack>
  )
}

function PerDay({ company, type, onNarrow }: SideProps) {
  const query = useQuery(leakDaysQuery(company, type, days))
  return (
    <Card>
      <DataState query={query} what={t('leaksPerDayWhat')} loading={<Skeleton lines={6} />}>
        {(points) => {
          const sum = points.reduce((all, { count }) => all + count, 0)
          const top = points.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 })
          const finding =
            sum === 0
              ? t('noneAddedInDays', { days })
              : t('addedFinding', {
                  count: exactNumber(sum),
                  days,
                  date: dateOnly(`${top.date}T00:00:00Z`, 'UTC'),
                  most: exactNumber(top.count),
                })
          return (
            <>
              <ColumnChart
                title={t('addedPerDay')}
                subtitle={
                  <Text as="p" size="meta" tone="faint">
                    {t('lastDaysCount', { count: days })}
                  </Text>
                }
                finding={finding}
                points={points.map(({ date, count }) => ({ at: date, values: [count] }))}
                series={[{ key: 'leaks', label: t('leaks'), tone: 'accent' }]}
                rangeDays={days}
                heightPx={96}
                onRange={(from, to) => onNarrow({ from, to, dates: undefined })}
              />
              <Text as="p" size="meta" tone="quiet" above={3}>
                {finding}
              </Text>
            </>
          )
        }}
      </DataState>
    </Card>
  )
}

function Addresses({ company }: { company: string }) {
  const query = useQuery(topAddressesQuery(company, addressesMax))
  return (
    <Card>
      <DataState
        query={query}
        what={t('affectedHostsWhat')}
        loading={<Skeleton lines={6} />}
        isEmpty={(hosts) => hosts.length === 0}
        empty={<Nothing title={t('affectedHosts')}>{t('noHosts')}</Nothing>}
      >
        {(hosts) => (
          <BarList
            title={t('affectedHosts')}
            rowName={t('host')}
            finding={t('hostsFinding', {
              host: hosts[0]?.url ?? '',
              count: exactNumber(hosts[0]?.count ?? 0),
            })}
            // An address needs the width that its share would take.
            bars={hosts.map(({ url, count }) => ({ key: url, label: url, count, note: '' }))}
          />
        )}
      </DataState>
    </Card>
  )
}

function Passwords({ company, type }: { company: string; type: LeakType | undefined }) {
  const query = useQuery(passwordsQuery(company, type))
  return (
    <Card>
      <DataState query={query} what={t('passwordsWhat')} loading={<Skeleton lines={3} />}>
        {(kinds) => (
          <BarList
            title={t('passwords')}
            rowName={t('password')}
            finding={t('passwordsFinding', {
              count: exactNumber(countOf(kinds, 'plain')),
              other: exactNumber(countOf(kinds, 'none')),
            })}
            bars={kinds
              .toSorted((a, b) => b.count - a.count)
              .map(({ key, label, count }) => ({
                key,
                label: nameOf('passwordKind', key, valueName(label)),
                count,
                tone: passwordTones[key],
              }))}
          />
        )}
      </DataState>
    </Card>
  )
}

/** By what a password of a kind opens: a token gives access until it expires, a hash none until it is cracked. */
const passwordTones = {
  plain: 'critical',
  token: 'high',
  hashed: 'medium',
  unknown: 'medium',
  none: 'low',
} as const

const countOf = (kinds: readonly { key: string; count: number }[], kind: string) =>
  kinds.find(({ key }) => key === kind)?.count ?? 0

function Packages({ company, type }: { company: string; type: LeakType | undefined }) {
  const query = useQuery(packagesQuery(company, type))
  return (
    <Card>
      <DataState
        query={query}
        what={t('packagesWhat')}
        loading={<Skeleton lines={6} />}
        isEmpty={(packages) => packages.length === 0}
        empty={<Nothing title={t('largestPackages')}>{t('noPackages')}</Nothing>}
      >
        {(packages) => {
          const bars = packages.slice(0, packagesMax).map(({ entity, employees, customers }) => ({
            key: entity,
            label: entity,
            count: employees + customers,
            note: employees > 0 ? t('employeesCount', { count: employees }) : '',
          }))
          return (
            <BarList
              title={t('largestPackages')}
              rowName={t('package')}
              noteName={t('employees')}
              finding={t('packagesFinding', {
                name: bars[0]?.label ?? '',
                count: exactNumber(bars[0]?.count ?? 0),
              })}
              bars={bars}
            />
          )
        }}
      </DataState>
    </Card>
  )
}

function Nothing({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h2>{title}</h2>
      <Text as="p" size="meta" tone="quiet" above={3}>
        {children}
      </Text>
    </>
  )
}
