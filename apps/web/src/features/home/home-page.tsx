import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { weekdayDate } from '../../format/date-time.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { useCompany } from '../../session/company.ts'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useNow } from '../../ui/use-now.ts'
import { msg, plural, t } from '../../words/words.ts'
import { BySource } from './by-source.tsx'
import { Figures } from './figure-cards.tsx'
import { ThreatTypes, TakedownProgress, ThreatsPerDay } from './home-charts.tsx'
import css from './home-page.module.css'
import { validateHomeSearch } from './home-search.ts'
import { undecidedQuery } from './home.api.ts'
import { ToDecide } from './to-decide.tsx'

const ranges = [
  { value: '7', label: msg('7 days') },
  { value: '30', label: msg('30 days') },
  { value: '365', label: msg('365 days') },
] as const

/** What needs a decision today, and whether it is getting safer. */
export function HomePage() {
  const company = useCompany()
  const { range = '30' } = validateHomeSearch({ ...useSearch({ strict: false }) })
  const rangeDays = Number(range)
  const navigate = useNavigate()
  const now = useNow()
  const critical = useQuery(undecidedQuery(company, true)).data
  const open = useQuery(undecidedQuery(company, false)).data
  const parts = { company, rangeDays, now }
  return (
    <Page title={t('Home')}>
      <header className={css.head}>
        <div>
          <h2>{critical === undefined ? '\u00a0' : answer(critical)}</h2>
          <p>
            {weekdayDate(now)}.
            {range === '365' ? '' : ` ${t('Compared with the {range} days before.', { range: rangeDays })}`}
          </p>
        </div>
        <Segments
          label={t('Range')}
          choices={ranges.map(({ value, label }) => ({ value, label: t(label) }))}
          value={range}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: ((old: object) => ({ ...old, range: next === '30' ? undefined : next })) as never,
            })
          }
        />
      </header>
      <Figures {...parts} open={open} critical={critical} />
      <div className={css.grid}>
        <ToDecide key={company} company={company} rangeDays={rangeDays} openCount={open?.total} />
        <ThreatsPerDay {...parts} />
        <BySource {...parts} />
        <div className={css.side}>
          <TakedownProgress {...parts} />
          <ThreatTypes {...parts} />
        </div>
      </div>
    </Page>
  )
}

/** The one line that says whether there is something to do. */
function answer({ total, isCapped }: { total: number; isCapped: boolean }): string {
  if (total === 0) return t('No critical threat needs a decision')
  if (isCapped) return t('{count} or more critical threats need a decision', { count: exactNumber(total) })
  return plural(total, '{n} critical threat needs a decision', '{n} critical threats need a decision')
}
