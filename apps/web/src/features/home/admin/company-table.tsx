import type { ReactNode } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Box, Inline } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import css from './admin-home-page.module.css'
import { figureOf, type CompanyWork, type WorkKey } from './work-figures.ts'

/** The figures of each column, with the text of a number. Zeros aren't shown. */
const columnFigures = {
  critical: [['critical', 'open']],
  takedowns: [
    ['takedownsOverdue', 'overdue'],
    ['takedownsDueSoon', 'dueSoon'],
    ['takedownsUnassigned', 'unassigned'],
    ['takedownsMine', 'mine'],
  ],
  analyses: [
    ['analysesOverdue', 'overdue'],
    ['analysesDueSoon', 'dueSoon'],
    ['analysesUnassigned', 'unassigned'],
    ['analysesMine', 'mine'],
  ],
  requests: [
    ['requestsOverdue', 'overdue'],
    ['requestsDueSoon', 'dueSoon'],
    ['requestsOpen', 'open'],
    ['requestsUnassigned', 'unassigned'],
    ['requestsMine', 'mine'],
  ],
  sources: [['sources', 'sources']],
} as const satisfies Record<string, readonly (readonly [WorkKey, string])[]>
type ColumnKey = keyof typeof columnFigures

/** The open work of each company. Its name opens its home page, and every number the list that it counts. */
export function CompanyTable({ rows, current }: { rows: readonly CompanyWork[]; current: string }) {
  const open = useSwitchCompany()
  const figures = (key: ColumnKey, label: string): SimpleColumn<CompanyWork> => ({
    key,
    label,
    render: (work) => (
      <Figures column={key} label={label} work={work} onOpen={(path) => void open(work.company, path)} />
    ),
  })
  const isAny = (key: ColumnKey) => rows.some((work) => shownIn(key, work).length > 0)
  const columns: (SimpleColumn<CompanyWork> | false)[] = [
    {
      key: 'name',
      label: t('company'),
      wraps: true,
      render: ({ company, name }) => (
        <button type="button" className={`${css.open} name-link`} onClick={() => void open(company, '/home')}>
          {name}
          {company === current ? <small>{t('selected')}</small> : null}
        </button>
      ),
    },
    isAny('critical') && figures('critical', t('criticalThreats')),
    {
      key: 'oldest',
      label: t('oldestOpen'),
      render: ({ oldestUndecided }) => <Since at={oldestUndecided} />,
    },
    isAny('takedowns') && figures('takedowns', t('takedowns')),
    isAny('analyses') && figures('analyses', t('analyses')),
    isAny('requests') && figures('requests', t('requests')),
    isAny('sources') && figures('sources', t('sources')),
    { key: 'backlog', label: t('reviewQueue'), render: (work) => <ReviewQueue work={work} /> },
    {
      key: 'signIn',
      label: t('lastSignIn'),
      render: ({ lastSignIn }) => <Since at={lastSignIn} />,
    },
  ]
  return (
    <div className={css.companies}>
      <SimpleTable
        label={t('companies')}
        columns={columns.filter((column) => column !== false)}
        rows={rows}
        idOf={({ company }) => company}
        isCards
      />
    </div>
  )
}

function ReviewQueue({ work: { qaBacklog, reviews } }: { work: CompanyWork }) {
  return (
    <FigureRow>
      {[
        reviews.overdue > 0 && (
          <Inline key="overdue" as="span" is-inline gap={0} least={24} data-tone="worse">
            {t('cell.overdue', { count: exactNumber(reviews.overdue) })}
          </Inline>
        ),
        reviews.dueSoon > 0 && (
          <Inline key="dueSoon" as="span" is-inline gap={0} least={24} tone="caution">
            {t('cell.dueSoon', { count: exactNumber(reviews.dueSoon) })}
          </Inline>
        ),
        reviews.critical > 0 && (
          <Inline key="critical" as="span" is-inline gap={0} least={24}>
            {t('cell.critical', { count: exactNumber(reviews.critical) })}
          </Inline>
        ),
        <Inline key="waiting" as="span" is-inline gap={0} least={24}>
          {t('cell.waiting', { count: exactNumber(qaBacklog) })}
        </Inline>,
        qaBacklog > 0 && reviews.overdue + reviews.dueSoon === 0 && (
          <Inline key="none" as="span" is-inline gap={0} least={24} tone="quiet">
            {t('cell.noneOverdue')}
          </Inline>
        ),
      ].filter((figure) => figure !== false)}
    </FigureRow>
  )
}

/** The figures of a cell, which takes half of the row on phones if there is only one. */
function FigureRow({ children, isHalf = false }: { children: readonly ReactNode[]; isHalf?: boolean }) {
  return (
    <Inline as="span" gap={0} wrap align="start" className={`${css.figures} ${isHalf ? css.half : ''}`}>
      {children}
    </Inline>
  )
}

function Figures({
  column,
  label,
  work,
  onOpen,
}: {
  column: ColumnKey
  label: string
  work: CompanyWork
  onOpen: (path: string) => void
}) {
  const shown = shownIn(column, work)
  if (shown.length === 0) return <None />
  return (
    <FigureRow isHalf={column === 'critical'}>
      {shown.map(({ key, figure, text }) => (
        <Box
          as="button"
          key={key}
          type="button"
          least={24}
          pad={0}
          tone={key.endsWith('DueSoon') ? 'caution' : 'accent'}
          nowrap
          className={css.figure}
          data-tone={figure.isTrouble ? 'worse' : undefined}
          aria-label={t('openAt', { company: work.name, list: `${label}, ${text}` })}
          onClick={() => figure.pathOf && onOpen(figure.pathOf(work))}
        >
          {text}
        </Box>
      ))}
    </FigureRow>
  )
}

/** How long ago something was, which takes half of the row on phones. */
function Since({ at }: { at: string | null }) {
  if (at === null) return <None />
  return (
    <span className={css.half}>
      <TimeAgo at={at} />
    </span>
  )
}

function None() {
  return (
    <Box as="span" tone="quiet" className={css.none}>
      {t('none')}
    </Box>
  )
}

/** The figures of a column that a company has something of. */
function shownIn(column: ColumnKey, work: CompanyWork) {
  return columnFigures[column].flatMap(([key, word]) => {
    const figure = figureOf(key)
    const count = figure.countOf(work)
    return count ? [{ key, figure, text: figureText(word, count) }] : []
  })
}

function figureText(word: (typeof columnFigures)[ColumnKey][number][1], count: number): string {
  return word === 'sources' ? t('sourcesInTroubleCount', { count }) : t(`cell.${word}`, { count: exactNumber(count) })
}
