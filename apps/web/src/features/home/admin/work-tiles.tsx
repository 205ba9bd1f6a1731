import { can } from '@signet/contract/access/permissions'
import { troubledStates } from '@signet/contract/collection/company-coverage'
import { listFailedJobs } from '@signet/contract/operation/jobs'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useUser } from '../../../session/use-session.ts'
import { searchOf } from '../../../url/page-search.ts'
import { t } from '../words.ts'
import type { AdminHomeSearch } from './admin-home-search.ts'
import { Columns } from '../../../ui/layout/parts.tsx'
import css from './work-tiles.module.css'
import { isTroubleTile, tileKeys, totalOf, type CompanyWork, type TileKey } from './work-figures.ts'

const refreshMs = 60_000

/** The open work of all companies. A tile limits the companies to those it counts; sources and failed jobs have a list of their own. */
export function WorkTiles({
  works,
  only,
  onOnly,
}: {
  works: readonly CompanyWork[] | undefined
  only: TileKey | undefined
  onOnly: (tile: TileKey | undefined) => void
}) {
  const { role } = useUser()
  return (
    <Columns as="ul" even gap={2} below={4} from={140} align="stretch" className={css.tiles} aria-label={t('openWork')}>
      {tileKeys.map((key) => {
        const count = works ? totalOf(key, works) : null
        const figure = <Figure label={t(`figure.${key}`)} count={count} isTrouble={isTroubleTile(key)} />
        return (
          <li key={key}>
            {key === 'sources' ? (
              <Link
                className={css.tile}
                to="/admin/home"
                search={searchOf({ part: 'sources', states: [...troubledStates] } satisfies AdminHomeSearch)}
              >
                {figure}
              </Link>
            ) : (
              <button
                type="button"
                className={css.tile}
                aria-pressed={only === key}
                onClick={() => onOnly(only === key ? undefined : key)}
              >
                {figure}
              </button>
            )}
          </li>
        )
      })}
      {can(role, 'systemHealth:check') ? <Installation /> : null}
    </Columns>
  )
}

/** What is wrong in the installation itself. */
function Installation() {
  const failed = useQuery({
    queryKey: ['installation', 'failedJobs', 'count'],
    queryFn: async ({ signal }) => (await call(listFailedJobs, { query: { limit: 1 }, signal })).total,
    refetchInterval: refreshMs,
  }).data
  const parts = useQuery({
    queryKey: ['installation', 'troubledParts'],
    queryFn: async ({ signal }) => (await call(getSystemHealth, { signal })).filter(({ ok }) => !ok).length,
    refetchInterval: refreshMs,
  }).data
  return (
    <>
      <li>
        <Link className={css.tile} to="/test" hash="failed-jobs">
          <Figure label={t('failedJobs')} count={failed ?? null} isTrouble />
        </Link>
      </li>
      <li>
        <Link className={css.tile} to="/test">
          <Figure label={t('partsInTrouble')} count={parts ?? null} isTrouble />
        </Link>
      </li>
    </>
  )
}

function Figure({ label, count, isTrouble }: { label: string; count: number | null; isTrouble: boolean }) {
  return (
    <>
      <span>{label}</span>
      <b className="num" data-tone={isTrouble && count ? 'worse' : undefined}>
        {count === null ? '\u2013' : exactNumber(count)}
      </b>
    </>
  )
}
