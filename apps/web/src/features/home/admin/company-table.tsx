import type { ReactNode } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Box, Inline, Text } from '../../../ui/layout/parts.tsx'
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

/** Only reviewers open the queue, so that these are text and don't look like the figures that open a list. */
function ReviewQueue({ work: { qaBacklog, reviews } }: { work: CompanyWork }) {
  const urgent = (['overdue', 'dueSoon', 'critical'] as const)
    .filter((key) => reviews[key] > 0)
    .map((key) => t(`cell.${key}`, { count: exactNumber(reviews[key]) }))
  const isNoneDue = qaBacklog > 0 && reviews.overdue + reviews.dueSoon === 0
  const details = [
    ...urgent,
    ...(isNoneDue ? [t(urgent.length > 0 ? 'cell.noneOverdueAfter' : 'cell.noneOverdue')] : []),
  ].join(', ')
  return (
    <FigureRow>
      {[
        <Inline key="waiting" as="span" is-inline gap={0} least={24}>
          {t('cell.waiting', { count: exactNumber(qaBacklog) })}
        </Inline>,
        details === '' ? null : (
          <Text key="details" as="small" tone="quiet">
            {details}
          </Text>
        ),
      ]}
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
          title={key.endsWith('DueSoon') ? t('dueSoonMeans') : undefined}
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
