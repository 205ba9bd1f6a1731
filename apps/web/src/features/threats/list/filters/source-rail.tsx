import { isOneOf } from '@signet/contract/narrow'
import type { Option } from '@signet/contract/wire'
import { everySourceName, type AnySource } from '@signet/contract/threats/sources'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { lazy } from '../../../../api/lazy.ts'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { shortNumber } from '../../../../format/numbers/short-number.ts'
import { sourceSlug } from '../../../../url/source-slug.ts'
import { useClientInfo } from '../../../../session/client-info.ts'
import { useCompany } from '../../../../session/company.ts'
import { useUser } from '../../../../session/use-session.ts'
import { SourceIcon } from '../../../../parts/threats/source-icon.tsx'
import { Inline, Text } from '../../../../ui/layout/parts.tsx'
import { useCurrentInView } from '../../../../ui/layout/use-current-in-view.ts'
import css from './source-rail.module.css'
import { t } from '../words.ts'
import { useRecords } from '../../records.ts'
import { sourceLabel, type ListSource } from '../../threat-source.ts'
import { sharedFilters, sourceOptionsQuery } from '../../threats.api.ts'
import type { ThreatSearch } from '../../threat-search.ts'

const MoreSources = lazy(() => import('./other-sources.tsx').then(({ MoreSources: menu }) => ({ default: menu })))

/**
 * The sources of the company that are set up as tabs, between All sources and Bookmarks; the others are under More sources. A tab keeps the
 * filters that every source has, and shows how many records there are with them; the open one counts what its list finds. The line above
 * the list says if these counts can't be loaded.
 */
export function SourceRail({ source: current, search }: { source: ListSource; search: ThreatSearch }) {
  const company = useCompany()
  const user = useUser()
  const records = useRecords()
  const info = useClientInfo()
  const shared = sharedFilters(search)
  const bySource = useQuery(sourceOptionsQuery(records, company, shared))
  const matching = useQuery(sourceOptionsQuery(records, company, search))
  const options = bySource.data
  const counts = new Map(options?.map(({ value, count }) => [value, count]))
  const about = info ?? user
  const chosen: readonly string[] = records.kind === 'tout' ? about.toutSources : about.threatSources
  const setUp: readonly string[] = (records.kind === 'threat' && info?.setUpSources) || chosen
  const own = chosen.filter((source) => isOneOf(everySourceName, source))
  const isShown = (source: AnySource) => setUp.includes(source) || source === current || (counts.get(source) ?? 0) > 0
  const more = own.filter((source) => !isShown(source))
  const rail = useRef<HTMLElement>(null)
  useCurrentInView(rail, `[data-source="${current}"]`, options)

  const tabOf = (source: ListSource) => {
    const counted = source === current ? matching.data : options
    const count = source === 'All' ? sumOf(counted) : counted?.find(({ value }) => value === source)?.count
    return (
      <Link
        key={source}
        to={records.listRoute}
        params={{ source: sourceSlug(source) }}
        search={shared}
        className={`${css.tab} row`}
        data-source={source}
        aria-current={source === current ? 'page' : undefined}
      >
        <SourceIcon source={source} />
        {sourceLabel(source)}
        {/* Its place is there before it arrives, so that no tab moves. */}
        {(count !== undefined || (bySource.isPending && source !== 'Bookmarks')) && (
          <Text size="meta" num className={css.count} title={count === undefined ? undefined : exactNumber(count)}>
            {count === undefined ? null : shortNumber(count)}
          </Text>
        )}
      </Link>
    )
  }

  return (
    <Inline
      ref={rail}
      as="nav"
      gap="half"
      align="stretch"
      fixed
      pad="0 4"
      line="below"
      className={`${css.rail} strip`}
      aria-label={t('sources')}
    >
      {['All' as const, ...own.filter(isShown)].map(tabOf)}
      {/* The counts say which these are. */}
      {!bySource.isPending && more.length > 0 && (
        <Suspense fallback={null}>
          <MoreSources sources={more} />
        </Suspense>
      )}
      {tabOf('Bookmarks')}
    </Inline>
  )
}

/** The records of all sources; undefined if some are not counted. */
const sumOf = (options: readonly Option[] | undefined) =>
  options?.reduce<number | undefined>(
    (sum, { count }) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
