import { isOneOf } from '@signet/contract/narrow'
import { everySourceName } from '@signet/contract/threats/sources'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, type ComponentProps } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import css from './filters/source-rail.module.css'
import { t } from './words.ts'
import { filterCount, noFilters } from '../views/filter-set.ts'
import { useRecords } from '../records.ts'
import type { FilterProps } from './filters/filter-props.ts'
import { sourceLabel } from '../threat-source.ts'

const CoverageNote = lazy(() =>
  import('../../../parts/coverage/coverage-note.tsx').then((part) => ({ default: part.CoverageNote })),
)

/** The empty state: nothing in this range, nothing for these filters, no bookmarks, or no threats yet. */
function NoRows({ source, search, onChange }: FilterProps) {
  const { kind } = useRecords()
  const count = filterCount(search)
  const hasRange = search.from !== undefined || search.to !== undefined
  const values = { source: sourceLabel(source) }
  const isTout = kind === 'tout'
  const title = (all: string, kept: string, one: string) =>
    source === 'All' ? all : source === 'Bookmarks' ? kept : one
  if (hasRange && count === 1) {
    const widen = <Button onClick={() => onChange({ from: undefined, to: undefined })}>{t('showAllDates')}</Button>
    const heading = title(
      isTout ? t('noToutsInRange') : t('noThreatsInRange'),
      t('noBookmarksInRange'),
      isTout ? t('noSourceToutsInRange', values) : t('noSourceThreatsInRange', values),
    )
    return <StateBlock title={heading} action={widen} />
  }
  if (count > 0) {
    const names = [
      search.q ? t('quotedName', { name: search.q }) : null,
      search.severity ? t('severity') : null,
      search.type ? t('type') : null,
      search.status ? t('status') : null,
      search.takedown ? t('takedownStatus') : null,
      search.assigned ? t('assignee') : null,
      search.isTakedown ? t('withTakedown') : null,
      search.category ? t('category') : null,
      search.adSource ? t('adSource') : null,
      search.urlSource ? t('urlSource') : null,
      search.fields ? t('ownFields') : null,
      hasRange ? t('range') : null,
    ].filter((name) => name !== null)
    const heading = title(
      isTout ? t('noToutsMatch') : t('noThreatsMatch'),
      t('noBookmarksMatch'),
      isTout ? t('noSourceToutsMatch', values) : t('noSourceThreatsMatch', values),
    )
    return (
      <StateBlock title={heading} action={<Button onClick={() => onChange(noFilters)}>{t('clearFilters')}</Button>}>
        {names.length > 0 && t('filteredBy', { names: names.join(', ') })}
      </StateBlock>
    )
  }
  if (source === 'Bookmarks') {
    return <StateBlock title={t('noBookmarksYet')}>{t('noBookmarksHint')}</StateBlock>
  }
  const heading = title(
    isTout ? t('noToutsYet') : t('noThreatsYet'),
    '',
    isTout ? t('noSourceToutsYet', values) : t('noSourceThreatsYet', values),
  )
  return (
    <StateBlock title={heading}>
      {t('nothingYetHint')}{' '}
      {isOneOf(everySourceName, source) && (
        <Suspense>
          <CoverageNote kind={kind} source={source} />
        </Suspense>
      )}
    </StateBlock>
  )
}

/** What is shown instead of rows: why nothing matches, or that there is no such source. */
export function NothingHere(props: ComponentProps<typeof NoRows> | { unknown: string }) {
  return 'unknown' in props ? <UnknownSource slug={props.unknown} /> : <NoRows {...props} />
}

/** The sources that the company has instead. */
function UnknownSource({ slug }: { slug: string }) {
  const { listRoute, kind } = useRecords()
  const company = useCompany()
  const user = useUser()
  const info = useClientInfo()
  const navigate = useNavigate()
  const about = info ?? user
  const own: readonly string[] = kind === 'tout' ? about.toutSources : about.threatSources
  return (
    <StateBlock
      title={t('sourceNotFound')}
      action={
        <>
          <ul className={css.others} aria-label={t('sources')}>
            {own
              .filter((source) => isOneOf(everySourceName, source))
              .map((source) => (
                <li key={source}>
                  <Link to={listRoute} params={{ source: sourceSlug(source) }} className={`${css.other} row`}>
                    <SourceIcon source={source} />
                    {sourceLabel(source)}
                  </Link>
                </li>
              ))}
          </ul>
          <Button kind="primary" onClick={() => void navigate({ to: listRoute, params: { source: 'All' } })}>
            {t('showAllSources')}
          </Button>
        </>
      }
    >
      {t('companyHasNoSource', { company: info?.name ?? company, source: slug })}
    </StateBlock>
  )
}
