import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconColumns3,
  IconDownload,
  IconKeyboard,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { updatedText } from '../../../format/time/time-ago.ts'
import { useCompany } from '../../../session/company.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { FailedParts } from '../../../ui/feedback/data-state.tsx'
import { NewRows } from '../../../ui/grid/new-rows.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { Popover } from '../../../ui/controls/popover.tsx'
import { showKeys } from '../../../ui/keys/shortcuts.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './count-line.module.css'
import { useRecords, type AnyThreat } from '../records.ts'
import type { Density } from './columns/threat-columns.tsx'
import { ignoredIn, type ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'
import { sharedFilters, sourceOptionsQuery, threatCountQuery } from '../threats.api.ts'
import type { useColumnChoice } from './columns/use-columns.ts'
import { useNewThreats } from './use-new-threats.ts'

const ColumnsMenu = lazy(() =>
  import('./columns/columns-menu.tsx').then(({ ThreatColumnsMenu: menu }) => ({ default: menu })),
)
const IgnoredFilters = lazy(() =>
  import('./filters/ignored-filters.tsx').then(({ IgnoredFilters: line }) => ({ default: line })),
)
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** The number of matching threats, the age of the data, the exclusions, and the tools of the list. */
export function ThreatCountLine({
  source,
  search,
  rows,
  density,
  onDensity,
  columns,
  onExport,
  onChange,
}: {
  source: ListSource
  search: ThreatSearch
  rows: PagedRows<AnyThreat>
  density: Density
  onDensity: () => void
  columns: ReturnType<typeof useColumnChoice>
  /** Undefined if the role may not export or the list is empty. */
  onExport: (() => void) | undefined
  onChange: (changes: Partial<ThreatSearch>) => void
}) {
  const company = useCompany()
  const records = useRecords()
  const { total, matching = 0, totalIsCapped, isOld } = rows
  const things = source === 'Bookmarks' ? t('bookmarkCount', { count: matching }) : records.words.count(matching)
  const isEvery = search.similar === 'all'
  const now = useNow()
  // The counts are asked for once the rows are shown.
  const hasRows = useDeferredValue(total !== undefined)
  const counted = useQuery({ ...threatCountQuery(records, company, source, search), enabled: hasRows })
  const withFiltered = useQuery({
    ...threatCountQuery(records, company, source, { ...search, auto: '1' }),
    enabled: hasRows && !search.auto,
  })
  const bySource = useQuery(sourceOptionsQuery(records, company, sharedFilters(search)))
  const matchingBySource = useQuery(sourceOptionsQuery(records, company, search))
  const count = counted.data
  const address = useSearch({ strict: false })
  const ignored = ignoredIn({ ...address })
  const fresh = useNewThreats(source, search, rows, count)
  const hidden = withFiltered.data !== undefined && count !== undefined ? withFiltered.data - count : 0
  return (
    <Inline gap={4} wrap least={42} className={css.line}>
      <p role="status">
        {total === undefined || isOld ? (
          <span className="visually-hidden">{t('loading')}</span>
        ) : (
          <>
            <b>{totalIsCapped ? t('moreThan', { things }) : things}</b>
            {!search.status && <span className="wide-only">, {t('anyStatus')}</span>}
          </>
        )}
      </p>
      {total !== undefined && !isOld && source !== 'Bookmarks' && (isEvery || total < matching) && (
        <Text as="p" tone="quiet">
          {!isEvery && `${t('groupedIntoRows', { count: total })} `}
          <button type="button" className="link" onClick={() => onChange({ similar: isEvery ? 'one' : 'all' })}>
            {isEvery ? t('groupSimilar') : t('showIndividually')}
          </button>
        </Text>
      )}
      {rows.readAt > 0 && (
        <Text as="p" tone="quiet" className="wide-only">
          {updatedText(rows.readAt, now)}
        </Text>
      )}
      <NewRows isInline count={fresh.count} onShow={fresh.show} />
      {ignored.length > 0 && (
        <Suspense fallback={null}>
          <IgnoredFilters address={address} ignored={ignored} />
        </Suspense>
      )}
      {hidden > 0 && (
        <Text as="p" tone="quiet">
          {t('autoFilteredCount', { n: exactNumber(hidden) })}{' '}
          <button type="button" className="link" onClick={() => onChange({ auto: '1' })}>
            {t('show')}
          </button>
        </Text>
      )}
      {/* Retry of a list that couldn't be loaded reads the counts again too. */}
      {total !== undefined && (
        <FailedParts of={[counted, withFiltered, bySource, matchingBySource]}>{t('countsFailed')}</FailedParts>
      )}
      <Text grow className="wide-only" />
      <IconButton label={t('keyboardShortcuts')} onClick={showKeys} className={`${css.wide} wide-only`}>
        <IconKeyboard {...icon} />
      </IconButton>
      <IconButton
        label={density === 'compact' ? t('comfortableRows') : t('compactRows')}
        onClick={onDensity}
        className={`${css.wide} wide-only`}
      >
        {density === 'compact' ? <IconBaselineDensityMedium {...icon} /> : <IconBaselineDensitySmall {...icon} />}
      </IconButton>
      <span className={`${css.wide} wide-only`}>
        <Popover
          label={t('columns')}
          align="end"
          trigger={(props) => (
            <button type="button" {...props} className="icon-link" aria-label={t('columns')} title={t('columns')}>
              <IconColumns3 {...icon} />
            </button>
          )}
        >
          {() => (
            <Suspense fallback={null}>
              <ColumnsMenu source={source} choice={columns.columns} onChange={columns.change} />
            </Suspense>
          )}
        </Popover>
      </span>
      {onExport && (
        <IconButton label={t('exportAsCsv')} onClick={onExport}>
          <IconDownload {...icon} />
        </IconButton>
      )}
    </Inline>
  )
}
