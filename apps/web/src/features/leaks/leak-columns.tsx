import { leakSeverity, type Leak } from '@signet/contract/leaks'
import { IconEyeOff } from '@tabler/icons-react'
import { exactNumber } from '../../format/exact-number.ts'
import { defang } from '../../format/defang.ts'
import type { Column } from '../../ui/data-grid.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { t } from '../../words/words.ts'
import { addressKind, hostOf, leakName, statusTones, statusWords } from './leak-words.ts'
import type { LeakShape, LeakSort } from './leak-search.ts'
import css from './leak-columns.module.css'

type LeakColumn = Column<Leak, LeakSort>

/** Masked; who may see it opens the leak. */
export function PasswordCell({ leak }: { leak: Leak }) {
  if (!leak.hasPassword) return <span className={css.quiet}>{t('None')}</span>
  return (
    <span className={css.password}>
      <IconEyeOff size={15} stroke={1.7} aria-hidden="true" />
      <span className="visually-hidden">{t('Masked:')} </span>
      <span className="mono">{leak.password}</span>
    </span>
  )
}

export function LeakStatusChip({ status }: Pick<Leak, 'status'>) {
  return <Chip tone={statusTones[status]}>{t(statusWords[status])}</Chip>
}

/**
 * The columns for a shape of leaks; with none, those that all kinds share. With `byLeaked` the day it got out stands in
 * the place of the day it was learned of.
 */
export function leakColumns(
  shape: LeakShape | undefined,
  layout: 'full' | 'beside' | 'cards',
  isMasked: boolean,
  byLeaked: boolean,
): LeakColumn[] {
  if (layout === 'cards') return phoneColumns(isMasked)
  const columns: (LeakColumn | false)[] = [
    {
      key: 'severity',
      label: t('Severity'),
      track: '104px',
      render: (leak) => <SeverityMark severity={leakSeverity(leak)} isShort={layout === 'beside'} />,
    },
    {
      key: 'name',
      label: shape === 'files' ? t('What') : shape === 'cards' ? t('Card') : t('Identity'),
      track: 'minmax(128px, 1.3fr)',
      sort: shape === 'files' ? 'entity' : 'username',
      render: (leak) => (
        <>
          <b className={css.line}>{leakName(leak, isMasked)}</b>
          <span className={css.sub}>{secondLine(leak, shape)}</span>
        </>
      ),
    },
    {
      key: 'found',
      label: t('Found in'),
      track: 'minmax(112px, 1fr)',
      sort: 'source',
      render: (leak) => (
        <>
          <span className={css.line}>{leak.source}</span>
          <span className={css.sub}>
            {shape === 'files' ? (
              (leak.docSource ?? t('Not known'))
            ) : (
              <>
                {leak.stealer ? `${leak.stealer} · ` : ''}
                {leak.entity}
              </>
            )}
          </span>
        </>
      ),
    },
    shape !== 'files' &&
      shape !== 'cards' && {
        key: 'used',
        label: t('Used at'),
        track: 'minmax(112px, 1fr)',
        render: (leak) => <UsedAt leak={leak} />,
      },
    (shape === 'files' || shape === 'cards') && {
      key: 'records',
      label: t('Records'),
      track: '90px',
      render: (leak) =>
        leak.count === undefined ? (
          <span className={css.quiet}>{t('Not known')}</span>
        ) : (
          <span className="num">{exactNumber(leak.count)}</span>
        ),
    },
    shape !== 'files' &&
      shape !== 'cards' && {
        key: 'password',
        label: t('Password'),
        track: '100px',
        render: (leak) => <PasswordCell leak={leak} />,
      },
    {
      key: 'status',
      label: t('Status'),
      track: '116px',
      render: (leak) => <LeakStatusChip status={leak.status} />,
    },
    layout === 'full' && {
      key: 'added',
      label: byLeaked ? t('Leaked') : t('Added'),
      track: '116px',
      sort: byLeaked ? 'date' : 'added',
      render: (leak) => (
        <span className={css.line}>
          <TimeAgo at={byLeaked ? leak.date : leak.addedAt} />
        </span>
      ),
    },
  ]
  const kept = columns.filter((column) => column !== false)
  // Beside the panel only what tells the leaks apart.
  return layout === 'beside'
    ? kept.filter(({ key }) => key !== 'used' && key !== 'records' && key !== 'password')
    : kept
}

function secondLine(leak: Leak, shape: LeakShape | undefined): string {
  const who = leak.username?.includes('@') || leak.isEmployee ? (leak.isEmployee ? t('Employee') : t('Customer')) : ''
  if (shape === 'files') return leak.docCategory ?? t('Not known')
  if (shape === 'cards') return t(leak.leakTypeLabel)
  if (shape !== undefined) return who
  return [t(leak.leakTypeLabel), who].filter(Boolean).join(' · ')
}

function UsedAt({ leak }: { leak: Leak }) {
  const host = hostOf(leak)
  if (!host) return <span className={css.quiet}>{leak.docCategory ?? t('Not known')}</span>
  return (
    <>
      <span className={`${css.line} mono`}>{defang(host)}</span>
      <span className={css.sub}>{addressKind(leak)}</span>
    </>
  )
}

function phoneColumns(isMasked: boolean): LeakColumn[] {
  return [
    {
      key: 'name',
      label: t('Identity'),
      track: 'minmax(0, 1fr)',
      sort: 'username',
      render: (leak) => (
        <>
          <span className={css.top}>
            <SeverityMark severity={leakSeverity(leak)} isShort />
            <b className={css.line}>{leakName(leak, isMasked)}</b>
          </span>
          <span className={css.sub}>{[t(leak.leakTypeLabel), leak.source].join(' · ')}</span>
        </>
      ),
    },
    {
      key: 'status',
      label: t('Status'),
      track: '108px',
      render: (leak) => (
        <span className={css.end}>
          <LeakStatusChip status={leak.status} />
          <span className={css.sub}>
            <TimeAgo at={leak.addedAt} />
          </span>
        </span>
      ),
    },
  ]
}
