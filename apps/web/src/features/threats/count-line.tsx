import { accessGroups, type Role } from '@signet/contract/permissions'
import type { Threat } from '@signet/contract/threats'
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconDownload, IconKeyboard } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PagedRows } from '../../api/paged-rows.ts'
import { calendarDay } from '../../format/date-time.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { timeAgo } from '../../format/time-ago.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import css from './count-line.module.css'
import type { ThreatSearch } from './threat-search.ts'
import type { ListSource } from './threat-source.ts'
import { threatCountQuery } from './threats.api.ts'
import type { Density } from './use-density.ts'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** Peek accounts look; they take nothing away. */
const mayExport = (role: Role) => (accessGroups.NON_PEEK_ACCOUNTS as readonly Role[]).includes(role)

/** How many match, how fresh they are, what was left out, and the tools of the list. */
export function CountLine({
  source,
  search,
  rows,
  density,
  onDensity,
  onChange,
  onShowKeys,
}: {
  source: ListSource
  search: ThreatSearch
  rows: PagedRows<Threat>
  density: Density
  onDensity: () => void
  onChange: (changes: Partial<ThreatSearch>) => void
  onShowKeys: () => void
}) {
  const company = useCompany()
  const { role } = useUser()
  const client = useQueryClient()
  const { total, totalIsCapped, isOld } = rows
  const now = useQuery({ ...threatCountQuery(company, source, search), enabled: total !== undefined }).data
  const withFiltered = useQuery({
    ...threatCountQuery(company, source, { ...search, auto: '1' }),
    enabled: total !== undefined && !search.auto,
  }).data
  const fresh = now !== undefined && total !== undefined && !totalIsCapped ? now - total : 0
  const hidden = withFiltered !== undefined && now !== undefined ? withFiltered - now : 0
  const reload = () => void client.invalidateQueries({ queryKey: [company, 'threats'] })
  const save = () => {
    // The writer of the file is not part of the first load.
    void import('./export-csv.ts').then(({ saveCsv, threatsCsv }) => {
      saveCsv(`threats-${source}-${calendarDay(new Date())}.csv`, threatsCsv(rows.loaded))
      toast(`${exactNumber(rows.loaded.length)} rows exported`)
      return null
    })
  }

  return (
    <div className={css.line}>
      <p role="status" className="num">
        {total === undefined || isOld ? (
          <span className="visually-hidden">Loading</span>
        ) : (
          <>
            <b>
              {exactNumber(total)}
              {totalIsCapped && '+'}
            </b>{' '}
            {total === 1 ? 'threat' : 'threats'}
          </>
        )}
      </p>
      {rows.readAt > 0 && <p className={css.quiet}>Updated {timeAgo(new Date(rows.readAt), new Date())}</p>}
      {fresh > 0 && (
        <p>
          {exactNumber(fresh)} new,{' '}
          <button type="button" className={css.link} onClick={reload}>
            show
          </button>
        </p>
      )}
      {hidden > 0 && (
        <p className={css.quiet}>
          {exactNumber(hidden)} filtered automatically{' '}
          <button type="button" className={css.link} onClick={() => onChange({ auto: '1' })}>
            Show
          </button>
        </p>
      )}
      <span className={css.space} />
      <IconButton label="Keyboard shortcuts" onClick={onShowKeys} className={css.wide}>
        <IconKeyboard {...icon} />
      </IconButton>
      <IconButton
        label={density === 'compact' ? 'Comfortable rows' : 'Compact rows'}
        onClick={onDensity}
        className={css.wide}
      >
        {density === 'compact' ? <IconBaselineDensityMedium {...icon} /> : <IconBaselineDensitySmall {...icon} />}
      </IconButton>
      {mayExport(role) && (
        <IconButton
          label={`Export ${exactNumber(rows.loaded.length)} loaded rows as CSV`}
          disabled={rows.loaded.length === 0}
          onClick={save}
        >
          <IconDownload {...icon} />
        </IconButton>
      )}
    </div>
  )
}
