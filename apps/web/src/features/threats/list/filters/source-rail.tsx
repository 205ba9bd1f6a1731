import { isOneOf } from '@signet/contract/narrow'
import { everySourceName } from '@signet/contract/threats/sources'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { shortNumber } from '../../../../format/numbers/short-number.ts'
import { sourceSlug } from '../../../../url/source-slug.ts'
import { useClientInfo } from '../../../../session/client-info.ts'
import { useCompany } from '../../../../session/company.ts'
import { useUser } from '../../../../session/use-session.ts'
import { SourceIcon } from '../../../../parts/threats/source-icon.tsx'
import { Inline, Text } from '../../../../ui/layout/parts.tsx'
import css from './source-rail.module.css'
import { t } from '../words.ts'
import { useRecords } from '../../records.ts'
import { sourceLabel, type ListSource } from '../../threat-source.ts'
import { sourceOptionsQuery } from '../../threats.api.ts'

/** The sources of the company as tabs with their counts, between All sources and Bookmarks. */
export function SourceRail({ source: current }: { source: ListSource }) {
  const company = useCompany()
  const user = useUser()
  const records = useRecords()
  const info = useClientInfo()
  const options = useQuery(sourceOptionsQuery(records, company)).data
  const counts = new Map(options?.map(({ value, count }) => [value, count ?? 0]))
  const all = options ? [...counts.values()].reduce((sum, count) => sum + count, 0) : undefined
  const about = info ?? user
  const own = records.kind === 'tout' ? about.toutSources : about.threatSources
  const list: ListSource[] = ['All', ...own.filter((source) => isOneOf(everySourceName, source)), 'Bookmarks']
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    rail.current?.querySelector(`[data-source="${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // The counts make the tabs wider, so the effect scrolls again once they are loaded.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [current, options])

  return (
    <Inline ref={rail} as="nav" gap="half" align="stretch" className={css.rail} aria-label={t('sources')}>
      {list.map((source) => {
        const count = source === 'All' ? all : counts.get(source)
        return (
          <Link
            key={source}
            to={records.listRoute}
            params={{ source: sourceSlug(source) }}
            search={({ from, to }) => ({ from, to })}
            className={css.tab}
            data-source={source}
            aria-current={source === current ? 'page' : undefined}
          >
            <SourceIcon source={source} />
            {sourceLabel(source)}
            {count !== undefined && (
              <Text size="meta" num title={exactNumber(count)}>
                {shortNumber(count)}
              </Text>
            )}
          </Link>
        )
      })}
    </Inline>
  )
}
