import type { DeeperAnalysis } from '@signet/contract/deeper-analyses'
import { everySource } from '@signet/contract/sources'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../format/shown-title.ts'
import type { Column } from '../../ui/data-grid.tsx'
import { StepDots } from '../../ui/progress-steps.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { plural, t } from '../../words/words.ts'
import css from './analyses-page.module.css'
import type { AnalysisSort } from './analysis-search.ts'

type AnalysisColumn = Column<DeeperAnalysis, AnalysisSort>

/** The columns of the list; phones get one card a row. */
export function analysisColumns(isPhone: boolean): AnalysisColumn[] {
  if (isPhone) return [{ key: 'card', label: t('Deeper analysis'), track: '1fr', render: (row) => <Card row={row} /> }]
  return [
    {
      key: 'target',
      label: t('About'),
      track: 'minmax(220px, 1.5fr)',
      sort: 'title',
      render: (row) => (
        <span className={css.two}>
          <TitleLink row={row} />
          <small>{t(row.threatType)}</small>
        </span>
      ),
    },
    {
      key: 'source',
      label: t('Source'),
      track: 'minmax(116px, 0.6fr)',
      sort: 'source',
      render: ({ source }) => (
        <span className={css.source}>
          <SourceIcon source={source} />
          <span title={t(everySource[source].label)}>{t(everySource[source].label)}</span>
        </span>
      ),
    },
    {
      key: 'severity',
      label: t('Severity'),
      track: '104px',
      sort: 'severity',
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: 'status',
      label: t('Status'),
      track: 'minmax(190px, 0.9fr)',
      sort: 'status',
      render: (row) => (
        <span className={css.two}>
          <Steps row={row} />
          <small>{row.files.length > 0 ? plural(row.files.length, '{n} file', '{n} files') : t(row.statusLabel)}</small>
        </span>
      ),
    },
    {
      key: 'asked',
      label: t('Asked'),
      track: 'minmax(130px, 0.6fr)',
      sort: 'requestedAt',
      render: ({ requestedAt, requestedBy }) => (
        <span className={css.two}>
          <TimeAgo at={requestedAt} />
          <small>{requestedBy}</small>
        </span>
      ),
    },
    {
      key: 'moved',
      label: t('Last move'),
      track: '120px',
      sort: 'updatedAt',
      render: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    },
  ]
}

function Steps({ row }: { row: DeeperAnalysis }) {
  return (
    <StepDots steps={row.steps.map((step) => ({ ...step, label: t(step.label), note: step.note && t(step.note) }))} />
  )
}

function TitleLink({ row }: { row: DeeperAnalysis }) {
  return (
    <Link
      className={css.link}
      to="/deeperAnalysis/$analysisId"
      params={{ analysisId: row.id }}
      // The grid is one tab stop; Enter opens the row under the cursor.
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      {shownTitle(row.source, row.title)}
    </Link>
  )
}

function Card({ row }: { row: DeeperAnalysis }) {
  return (
    <span className={css.card}>
      <span className={css.cardHead}>
        <SeverityMark severity={row.severity} isShort />
        <TitleLink row={row} />
      </span>
      <span className={css.cardFoot}>
        <Steps row={row} />
        <TimeAgo at={row.requestedAt} />
      </span>
    </span>
  )
}
