import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { fixedMask, leakSeverity, type Leak } from '@signet/contract/leaks/leaks'
import { IconEyeOff } from '@tabler/icons-react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { arrangeColumns } from '../../../ui/grid/columns/arrange-columns.ts'
import type { Column } from '../../../ui/grid/columns/columns.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Box, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { keepEnd } from '../../../ui/text/keep-end.ts'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { addressKind, leakName, shownHost, statusTones } from '../leak-words.ts'
import { shapeOf, type LeakShape, type LeakSort } from './leak-search.ts'
import css from './leak-columns.module.css'
import { leakTypeName, passwordKindName } from '../../../words/named/leaks.ts'

type LeakColumn = Column<Leak, LeakSort>

/** Whether a leak of this type is a sign-in: a file or card has no address to use it at and no password. */
const isSignIn = ({ leakType }: Pick<Leak, 'leakType'>): boolean =>
  ['signIns', 'malware'].includes(shapeOf(leakType) ?? '')

/** The kind of the password of a sign-in as text; empty for what has none by nature, such as documents. */
function passwordText({ leakType, hasPassword, passwordKind }: Leak): string {
  if (!isSignIn({ leakType })) return ''
  if (!hasPassword) return t('noPassword')
  return passwordKind ? passwordKindName(passwordKind) : t('withPassword')
}

/** The kind of password, never the password itself. Permitted users can reveal it in the open leak. */
function PasswordCell({ leak }: { leak: Leak }) {
  if (!leak.hasPassword) return <Text tone="quiet">{t('none')}</Text>
  const hint = leak.password === fixedMask ? null : leak.password
  if (!leak.passwordKind) return <Masked text={leak.password ?? fixedMask} />
  return (
    <>
      <Text cut>{passwordKindName(leak.passwordKind)}</Text>
      {leak.hashedBy ? (
        <Text cut tone="quiet" size="meta">
          {leak.hashedBy}
        </Text>
      ) : hint ? (
        <Masked text={hint} />
      ) : null}
    </>
  )
}

function Masked({ text }: { text: string }) {
  return (
    <Inline as="span" is-inline tone="quiet" className={css.password}>
      <IconEyeOff size={15} stroke={1.7} aria-hidden="true" />
      <span className="visually-hidden">{t('maskedPrefix')} </span>
      <span className="mono" title={text}>
        {text.replace(/•+/, '••••')}
      </span>
    </Inline>
  )
}

export function LeakStatusChip({ status }: Pick<Leak, 'status'>) {
  return <Chip tone={statusTones[status]}>{t(`status.${status}`)}</Chip>
}

export type LeakLayout = 'full' | 'tight' | 'withPanel' | 'cards'

/** A name that is cut before its end where it is too long: the ending of a file, the domain of an address. */
function Name({ name }: { name: string }) {
  const end = /(?:[^.]{0,6}\.[a-z0-9]{1,5}|@[^@]+)$/i.exec(name)?.index ?? name.length
  return (
    <Inline key={name} ref={keepEnd} as="b" gap={0} title={name}>
      <Text cut className="front">
        {name.slice(0, end)}
      </Text>
      <Text cut className={css.end}>
        {name.slice(end)}
      </Text>
    </Inline>
  )
}

/** The default columns of a list: identifiers are shown in full, and the date is shown below where the leak was found. */
export function shippedColumns(shape: LeakShape | undefined, byLeaked: boolean, isTight = false): LeakColumn[] {
  const hasSignIns = shape !== 'files' && shape !== 'cards'
  return [
    {
      key: 'name',
      label: shape === 'files' ? t('file') : shape === 'cards' ? t('card') : t('identity'),
      track: 'minmax(190px, 284fr)',
      sort: shape === 'files' ? 'entity' : 'username',
      render: (leak) => {
        const name = leakName(leak)
        return (
          <>
            <Name name={name} />
            <Inline as="span" className={css.second}>
              {leak.status !== 'open' && <LeakStatusChip status={leak.status} />}
              <Text cut tone="quiet" size="meta">
                {secondLine(leak, shape, isTight)}
              </Text>
            </Inline>
          </>
        )
      },
    },
    {
      key: 'found',
      label: t('foundIn'),
      track: 'minmax(132px, 150fr)',
      sort: 'source',
      also: { label: t('date'), sort: byLeaked ? 'date' : 'added' },
      render: (leak) => (
        <>
          <Text cut title={leak.source}>
            {leak.source}
          </Text>
          <Text cut tone="quiet" size="meta">
            <TimeAgo at={byLeaked ? leak.date : leak.addedAt} />
            {shape === 'files' && leak.docSource ? ` · ${leak.docSource}` : ''}
          </Text>
        </>
      ),
    },
    ...(hasSignIns ? [usedAt(), password()] : [records()]),
    {
      key: 'severity',
      label: t('severity'),
      track: '78px',
      render: (leak) => <SeverityMark severity={leakSeverity(leak)} />,
    },
  ]
}

/** The optional columns of a list in addition to the default ones. */
export function moreColumns(shape: LeakShape | undefined): LeakColumn[] {
  return [
    {
      key: 'status',
      label: t('status'),
      track: '112px',
      render: (leak) => <LeakStatusChip status={leak.status} />,
    },
    words('package', t('package'), ({ entity }) => entity, 'entity'),
    ...(shape === undefined || shape === 'malware' ? [words('stealer', t('stealer'), ({ stealer }) => stealer)] : []),
    ...(shape === undefined || shape === 'files'
      ? [
          words('category', t('documentCategory'), ({ docCategory }) => docCategory),
          words('docSource', t('leakSite'), ({ docSource }) => docSource),
        ]
      : []),
    ...(shape === undefined ? [records()] : []),
    time('added', t('added'), ({ addedAt }) => addedAt, 'added'),
    time('leaked', t('leaked'), ({ date }) => date, 'date'),
  ]
}

/** The columns for a layout. A narrow list keeps those that distinguish the leaks. */
export function leakColumns(
  layout: LeakLayout,
  shape: LeakShape | undefined,
  byLeaked: boolean,
  choice: readonly ColumnChoice[] | undefined,
): readonly LeakColumn[] {
  if (layout === 'cards') return phoneColumns(byLeaked)
  const shipped = shippedColumns(shape, byLeaked, layout === 'tight')
  if (layout === 'withPanel')
    return shipped.filter(({ key }) => key === 'name' || key === 'found' || key === 'severity')
  const chosen = arrangeColumns(shipped, moreColumns(shape), choice, 'name')
  return layout === 'tight' ? chosen.filter(({ key }) => key !== 'password' && key !== 'used') : chosen
}

const usedAt = (): LeakColumn => ({
  key: 'used',
  label: t('usedAt'),
  track: 'minmax(160px, 234fr)',
  render: (leak) => <UsedAt leak={leak} />,
})
const password = (): LeakColumn => ({
  key: 'password',
  label: t('password'),
  track: '78px',
  render: (leak) => <PasswordCell leak={leak} />,
})
const records = (): LeakColumn => ({
  key: 'records',
  label: t('records'),
  track: '96px',
  render: ({ count }) => quiet(count === undefined ? undefined : exactNumber(count)),
})

const quiet = (text: string | undefined) => (
  <Text cut tone="quiet" num title={text}>
    {text ?? t('unknown')}
  </Text>
)

/** A column that shows one text. */
function words(key: string, label: string, read: (leak: Leak) => string | undefined, sort?: LeakSort): LeakColumn {
  return { key, label, track: 'minmax(112px, 150fr)', ...(sort ? { sort } : {}), render: (leak) => quiet(read(leak)) }
}

function time(key: string, label: string, read: (leak: Leak) => string, sort: LeakSort): LeakColumn {
  return {
    key,
    label,
    track: '112px',
    sort,
    render: (leak) => (
      <Text cut tone="quiet">
        <TimeAgo at={read(leak)} />
      </Text>
    ),
  }
}

function secondLine(leak: Leak, shape: LeakShape | undefined, isTight: boolean): string {
  if (shape === 'files') return leak.docCategory ?? t('unknown')
  if (shape === 'cards') return leak.entity
  // For these two kinds, the type already says whose credentials they are.
  const isCredential = leak.leakType === 'employeeCredentials' || leak.leakType === 'customerCredentials'
  const who = leak.username?.includes('@') || leak.isEmployee ? (leak.isEmployee ? t('employee') : t('customer')) : ''
  return [
    shape === undefined && leakTypeName(leak.leakType),
    shape === undefined && leak.docCategory,
    (shape !== undefined || !isCredential) && who,
    shape === 'malware' && leak.stealer,
    isTight && passwordText(leak),
    isTight && shownHost(leak),
  ]
    .filter(Boolean)
    .join(' · ')
}

function UsedAt({ leak }: { leak: Leak }) {
  const shown = shownHost(leak)
  if (!shown) return quiet(isSignIn(leak) ? undefined : t('noHost'))
  return (
    <>
      <Text cut className="mono" title={shown}>
        {shown}
      </Text>
      <Text cut tone="quiet" size="meta">
        {addressKind(leak)}
      </Text>
    </>
  )
}

function phoneColumns(byLeaked: boolean): LeakColumn[] {
  return [
    {
      key: 'name',
      label: t('identity'),
      track: 'minmax(0, 1fr)',
      sort: 'username',
      render: (leak) => (
        <>
          <Inline as="span" className={css.first}>
            <Name name={leakName(leak)} />
            {leak.status !== 'open' && <LeakStatusChip status={leak.status} />}
          </Inline>
          <Text cut tone="quiet" size="meta">
            {/* What says the least is last, because the end is cut on a narrow screen. */}
            {[passwordText(leak), leak.source, leakTypeName(leak.leakType)].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'when',
      label: t('date'),
      track: '96px',
      isAtEnd: true,
      sort: byLeaked ? 'date' : 'added',
      render: (leak) => (
        <Stack as="span" gap="half" align="end">
          <SeverityMark severity={leakSeverity(leak)} />
          <Box as="span" tone="quiet" size="meta" nowrap>
            <TimeAgo at={byLeaked ? leak.date : leak.addedAt} />
          </Box>
        </Stack>
      ),
    },
  ]
}
