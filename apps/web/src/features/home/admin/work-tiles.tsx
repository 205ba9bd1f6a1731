import { can } from '@signet/contract/access/permissions'
import { troubledStates } from '@signet/contract/collection/company-coverage'
import { listFailedJobs } from '@signet/contract/operation/jobs'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useUser } from '../../../session/use-session.ts'
import { searchOf } from '../../../url/page-search.ts'
import { isMissing } from '../../../parts/system-health/is-missing.ts'
import { t } from '../words.ts'
import type { AdminHomeSearch } from './admin-home-search.ts'
import { Columns, Stack, Text } from '../../../ui/layout/parts.tsx'
import css from './work-tiles.module.css'
import { isTroubleTile, totalOf, type CompanyWork, type TileKey } from './work-figures.ts'

const refreshMs = 60_000

/** The cards: a figure that needs people, and what else is to do of the same kind, with the text of its number and its name. */
const cards = [
  { name: 'critical', main: 'critical', others: [] },
  {
    name: 'reviews',
    main: 'reviewsOverdue',
    others: [
      ['reviewsDueSoon', 'dueSoon', 'reviews'],
      ['reviewsCritical', 'critical', 'reviews'],
    ],
  },
  {
    name: 'takedowns',
    main: 'takedownsOverdue',
    others: [
      ['takedownsDueSoon', 'dueSoon', 'takedowns'],
      ['takedownsUnassigned', 'unassigned', 'takedowns'],
    ],
  },
  {
    name: 'analyses',
    main: 'analysesOverdue',
    others: [
      ['analysesDueSoon', 'dueSoon', 'analyses'],
      ['analysesUnassigned', 'unassigned', 'analyses'],
    ],
  },
  {
    name: 'requests',
    main: 'requestsOverdue',
    others: [
      ['requestsDueSoon', 'dueSoon', 'requests'],
      ['requestsOpen', 'open', 'requests'],
      ['requestsUnassigned', 'unassigned', 'requests'],
    ],
  },
  { name: 'mine', main: 'mine', others: [] },
  { name: 'sources', main: 'sources', others: [] },
] as const satisfies readonly { name: string; main: TileKey; others: readonly (readonly [TileKey, string, string])[] }[]

/** More cards than that don't fit a row: they take two rows, because one card alone on the second would leave it empty. */
const inRowMax = 6

/**
 * The open work of all companies. Cards with nothing to do are one sentence, which says what was checked. A figure limits the companies to
 * those that it counts; sources and failed jobs have a list of their own.
 */
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
  const installation = useInstallation(can(role, 'systemHealth:check'))
  const countOf = (key: TileKey) => (works ? totalOf(key, works) : null)
  // Nothing can be assigned to those who only read.
  const all = cards
    .filter(({ name }) => name !== 'mine' || can(role, 'takedowns:move'))
    .map((card) => {
      const keys: TileKey[] = [card.main, ...card.others.map(([key]) => key)]
      const isNothing = keys.every((key) => countOf(key) === 0)
      return { ...card, isShown: !isNothing || keys.some((key) => key === only) }
    })
  const shown = all.filter(({ isShown }) => isShown)
  const clear = [
    ...all.filter(({ isShown }) => !isShown).map(({ name }) => t(`clear.${name}`)),
    ...(installation?.jobs === 0 ? [t('clear.jobs')] : []),
    ...(installation?.checks?.failed === 0 ? [t('clear.checks')] : []),
  ]
  const isBroken = installation !== undefined && (installation.jobs !== 0 || installation.checks?.failed !== 0)
  const isMany = shown.length + (isBroken ? 1 : 0) > inRowMax
  const button = (key: TileKey, className: string | undefined, content: ReactNode, title?: string) => (
    <button
      key={key}
      type="button"
      className={className}
      aria-pressed={only === key}
      title={title}
      onClick={() => onOnly(only === key ? undefined : key)}
    >
      {content}
    </button>
  )
  return (
    <Stack gap={2} below={4}>
      <Columns
        as="ul"
        gap={2}
        from={170}
        align="stretch"
        className={`${css.tiles} ${isMany ? css.many : ''}`}
        aria-label={t('openWork')}
      >
        {shown.map(({ name, main, others }) => (
          <li key={name}>
            {main === 'sources' ? (
              <Link
                className={css.tile}
                to="/admin/home"
                search={searchOf({ part: 'sources', states: [...troubledStates] } satisfies AdminHomeSearch)}
                title={t('figure.sources')}
              >
                <Figure label={t('short.sources')} count={countOf(main)} isTrouble />
              </Link>
            ) : (
              button(
                main,
                css.tile,
                <Figure label={t(`short.${main}`)} count={countOf(main)} isTrouble={isTroubleTile(main)} />,
                t(`figure.${main}`),
              )
            )}
            <Others>
              {name === 'critical' && works ? [<InCompanies key="companies" works={works} />] : []}
              {others.flatMap(([key, word, what]) =>
                countOf(key) === 0 && only !== key
                  ? []
                  : button(
                      key,
                      css.more,
                      <>
                        <span className="visually-hidden">{t(what)}: </span>
                        {t(`inAll.${word}`, { count: figureText(countOf(key)) })}
                      </>,
                      t(`figure.${key}`),
                    ),
              )}
            </Others>
          </li>
        ))}
        {isBroken ? <Installation jobs={installation.jobs} checks={installation.checks?.failed ?? null} /> : null}
      </Columns>
      {clear.length > 0 ? (
        <Text as="p" size="meta" tone="quiet">
          {t('alsoChecked', { parts: clear.join(', ') })}
          {installation?.checks?.missing ? (
            <>
              {' '}
              <Link to="/test">{t('checksNotSetUpCount', { count: installation.checks.missing })}</Link>
            </>
          ) : null}
        </Text>
      ) : null}
    </Stack>
  )
}

/** What else is to do of the same kind, on one line if it fits. */
function Others({ children }: { children: readonly ReactNode[] }) {
  return children.flat().length > 0 ? <div className={`${css.others} wide-only`}>{children}</div> : null
}

/** How many companies have critical threats. */
function InCompanies({ works }: { works: readonly CompanyWork[] }) {
  const count = works.filter(({ criticalOpen }) => criticalOpen > 0).length
  return <span className={css.more}>{t('inCompaniesCount', { count })}</span>
}

/** What is wrong in the installation: its failed checks, and the failed jobs behind some of them. */
function Installation({ checks, jobs }: { checks: number | null; jobs: number | null }) {
  const toJobs = { to: '/test', hash: 'failed-jobs' } as const
  if (checks === 0)
    return (
      <li>
        <Link className={css.tile} {...toJobs}>
          <Figure label={t('failedJobs')} count={jobs} isTrouble />
        </Link>
      </li>
    )
  return (
    <li>
      <Link className={css.tile} to="/test" title={t('partsInTrouble')}>
        <Figure label={t('short.checks')} count={checks} isTrouble />
      </Link>
      <Others>
        {jobs === 0
          ? []
          : [
              <Link key="jobs" className={css.more} {...toJobs}>
                {t('failedJobs')}: {figureText(jobs)}
              </Link>,
            ]}
      </Others>
    </li>
  )
}

/** How much is wrong in the installation itself; null for what couldn't be loaded. Nothing while it loads. */
function useInstallation(isRead: boolean) {
  const jobs = useQuery({
    queryKey: ['installation', 'failedJobs', 'count'],
    queryFn: async ({ signal }) => (await call(listFailedJobs, { query: { limit: 1 }, signal })).total,
    refetchInterval: refreshMs,
    enabled: isRead,
  })
  const checks = useQuery({
    queryKey: ['installation', 'checks', 'count'],
    queryFn: async ({ signal }) => {
      const parts = await call(getSystemHealth, { signal })
      return { failed: parts.filter(({ ok }) => !ok).length, missing: parts.filter(isMissing).length }
    },
    refetchInterval: refreshMs,
    enabled: isRead,
  })
  const isKnown = [jobs, checks].every(({ data, isError }) => data !== undefined || isError)
  return isKnown ? { jobs: jobs.data ?? null, checks: checks.data ?? null } : undefined
}

const figureText = (count: number | null): string => (count === null ? '\u2013' : exactNumber(count))

function Figure({ label, count, isTrouble }: { label: string; count: number | null; isTrouble: boolean }) {
  return (
    <>
      <span>{label}</span>{' '}
      <b className="num" data-tone={isTrouble && count ? 'worse' : undefined}>
        {figureText(count)}
      </b>
    </>
  )
}
