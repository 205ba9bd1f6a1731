import { IconBookmarkFilled } from '@tabler/icons-react'
import { fieldOf, titleFieldOf, type FieldKind } from '@signet/contract/threats/sources'
import { Suspense, use } from 'react'
import { rowsPerPage } from '../../../../api/paged-rows.ts'
import { late } from '../../../../api/late.ts'
import { titleForms } from '../../../../format/names/shown-title.ts'
import { indicatorName } from '../../../../format/names/indicator-name.ts'
import { namesWithin } from '../../../../format/names/names-within.ts'
import { SeverityMark } from '../../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../../parts/threats/source-icon.tsx'
import { StatusChip } from '../../../../ui/feedback/status-chip.tsx'
import { Thumb } from '../../../../parts/threats/pictures/thumb.tsx'
import { Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { useRecords, type AnyThreat, type Records, type ShownColumn, type ThreatColumn } from '../../records.ts'
import { ListContext } from '../list-context.ts'
import css from './threat-columns.module.css'
import { isMixed, type ListSource } from '../../threat-source.ts'
import { valueName } from '../../../../words/named/name-of.ts'
import { sourceName, threatStatusName } from '../../../../words/named/threats.ts'

export type Density = 'comfortable' | 'compact'

/** Row heights in pixels. */
export const rowHeights = { comfortable: 56, compact: 36, cards: 88 } as const

/** Next to an open panel most columns are hidden, on phones each row is a card. */
type Layout = 'full' | 'withPanel' | 'cards'

/** How many characters of reasons the second line has room for. */
const lineMax = { full: 43, withPanel: 24, cards: 39 } as const

/**
 * The second line: the number if there is room for it, the registered form of the name if it differs from the displayed one, the first
 * reasons for flagging it. Reasons of the record that aren't named are counted.
 */
function secondLine(
  { number, reasons, reasonCount, similar }: AnyThreat,
  registered: string | null,
  layout: Layout,
  facts: readonly string[] = [],
): { line: string; more: number; isShort: boolean } {
  const isShort = layout === 'withPanel'
  const isTight = similar || isShort
  const known = [isTight ? '' : number, registered, ...facts].filter(Boolean)
  const left = lineMax[layout] - (similar ? 18 : 0) - known.join(' · ').length
  const named = namesWithin(reasons.map(indicatorName), left)
  const line = [...known, ...named].join(' · ')
  return { line, more: similar && line.length > lineMax[layout] ? 0 : reasonCount - named.length, isShort }
}

/** The severity of a row. A folded group has that of the worst that it hides. */
function Severity({ threat }: { threat: AnyThreat }) {
  const { opened } = use(ListContext)
  const { id, severity: own, similarSeverity } = threat
  return <SeverityMark severity={(!opened.includes(id) && similarSeverity) || own} />
}

const SimilarButton = late(() =>
  import('./similar-button.tsx').then(({ SimilarButton: button }) => ({ default: button })),
)
const RowTitle = late(() =>
  import('../../../../parts/threats/names/marked-name.tsx').then(({ RowTitle: title }) => ({ default: title })),
)

/** The title of a row. Look-alike letters and search terms are highlighted once that code is loaded. */
function Title({ threat, shown }: { threat: AnyThreat; shown: string }) {
  const { found } = use(ListContext)
  const { markedName } = threat
  const domain = fieldOf(threat, 'registrable_domain') ?? fieldOf(threat, 'host')
  return (
    <b className="cut">
      {markedName || found || domain ? (
        <Suspense fallback={shown}>
          <RowTitle shown={shown} marked={markedName} found={found} domain={domain} />
        </Suspense>
      ) : (
        shown
      )}
    </b>
  )
}

/** The second line of a row: the user's bookmark note, otherwise the reasons for flagging the threat, and how many are similar. */
function Second({
  threat,
  line,
  more = 0,
  isShort,
  namesSource,
}: {
  threat: AnyThreat
  line: string | null
  more?: number
  isShort?: boolean
  namesSource?: boolean
}) {
  const { bookmarkNote: note, reasons } = threat
  return (
    <Inline as="span" gap={1} size="meta" tone="quiet" title={note ?? reasons.map(indicatorName).join(' · ')}>
      {namesSource && <Text fixed>{source.render(threat)}</Text>}
      <Text cut className={css.reasons} data-note={note && t('note')}>
        {note ?? line}
      </Text>
      {!note && more > 0 && <Text fixed>+{more}</Text>}
      {threat.similar && (
        <Suspense fallback={null}>
          <SimilarButton threat={threat} count={threat.similar} isShort={isShort} />
        </Suspense>
      )}
    </Inline>
  )
}

function ThreatCell({ threat, layout, isCompact }: { threat: AnyThreat; layout: Layout; isCompact: boolean }) {
  const { shown, registered } = titleForms(threat)
  return (
    <Inline gap={3} className={css.threat}>
      {!isCompact && <Thumb source={threat.source} href={threat.thumbnail} />}
      <Stack gap={0}>
        <Inline as="span">
          <Title threat={threat} shown={shown} />
          {isCompact && <Second threat={threat} line={registered} />}
          {threat.bookmarked && (
            <IconBookmarkFilled color="var(--accent-text)" size={14} aria-label={t('bookmarked')} />
          )}
        </Inline>
        {!isCompact && <Second threat={threat} {...secondLine(threat, registered, layout)} />}
      </Stack>
    </Inline>
  )
}

function Card({ threat, namesSource }: { threat: AnyThreat; namesSource: boolean }) {
  const { factsOf } = useRecords()
  const { shown, registered } = titleForms(threat)
  return (
    <Inline gap={3} className={css.card}>
      <Thumb source={threat.source} href={threat.thumbnail} />
      <Stack gap={0}>
        <Title threat={threat} shown={shown} />
        <Second
          threat={threat}
          namesSource={namesSource}
          {...secondLine(threat, registered, namesSource ? 'withPanel' : 'cards', factsOf?.(threat))}
        />
        <Inline as="span" size="meta" tone="faint" above={1} nowrap>
          <Severity threat={threat} />
          <StatusChip status={threat.status} source={threat.source} />
          <TimeAgo at={threat.firstSeen} />
        </Inline>
      </Stack>
    </Inline>
  )
}

const record: ThreatColumn = {
  key: 'threat',
  label: () => '',
  track: 'minmax(200px, 1.1fr)',
  sort: 'title',
  render: () => null,
  text: ({ title }) => title,
}
const severity: ThreatColumn = {
  key: 'severity',
  label: () => t('severity'),
  track: '106px',
  sort: 'severity',
  render: (threat) => <Severity threat={threat} />,
  text: ({ severity: name }) => valueName(name),
}
export const threatType: ThreatColumn = {
  key: 'type',
  label: () => t('type'),
  track: 'minmax(112px, 0.45fr)',
  sort: 'threatType',
  render: (threat) => (
    <Text tone="quiet" className="clamp" title={valueName(threat.threatType)}>
      {valueName(threat.threatType)}
    </Text>
  ),
  text: ({ threatType: type }) => valueName(type),
}
export const source: ThreatColumn = {
  key: 'source',
  label: () => t('source'),
  track: 'minmax(126px, 0.38fr)',
  sort: 'source',
  render: (threat) => (
    <Inline as="span" tone="quiet">
      <SourceIcon source={threat.source} />
      <Text cut tone="quiet" title={sourceName(threat.source)}>
        {sourceName(threat.source)}
      </Text>
    </Inline>
  ),
  text: ({ source: name }) => sourceName(name),
}
const status: ThreatColumn = {
  key: 'status',
  label: () => t('status'),
  // As wide as its longest name, Deeper analysis.
  track: '128px',
  sort: 'status',
  render: (threat) => <StatusChip status={threat.status} source={threat.source} />,
  text: (threat) => threatStatusName(threat.status, threat.source),
}
const detected: ThreatColumn = {
  key: 'detected',
  label: () => t('detected'),
  track: '108px',
  sort: 'firstSeen',
  render: (threat) => (
    <Text cut tone="quiet">
      <TimeAgo at={threat.firstSeen} />
    </Text>
  ),
  text: ({ firstSeen }) => firstSeen,
}

const tracks: Partial<Record<FieldKind, string>> = {
  number: '96px',
  money: '96px',
  port: '76px',
  date: '108px',
  country: '110px',
  code: 'minmax(132px, 0.44fr)',
  address: 'minmax(120px, 0.6fr)',
}

/** Fields whose values are longer or say less than those of their kind. */
const ownTracks: Readonly<Record<string, string>> = {
  packageName: 'minmax(226px, 0.4fr)',
  store: 'minmax(104px, 0.2fr)',
  publisher: 'minmax(96px, 0.66fr)',
  registrar: 'minmax(96px, 0.66fr)',
}

/** The types of threats that are apps are short, and their packages long. Those of touts are longer, like Automatic booking app. */
const typeTrackOf = (kind: Records['kind'], page: ListSource) =>
  kind === 'tout' ? '166px' : page === 'APK' ? '112px' : threatType.track

/** The cell of a field is loaded after the rows. Until then it is not taken for an empty one. */
const OwnCell = late(() => import('./own-cell.tsx').then(({ OwnCell: cell }) => ({ default: cell })))

/** The columns for the fields of a source, without its title. */
export function ownColumns(page: ListSource, { infoOf }: Records): readonly (ThreatColumn & { inList: boolean })[] {
  if (isMixed(page)) return []
  const { fields, types } = infoOf(page)
  const title = titleFieldOf(page, types[0] ?? '', {})
  return fields
    .filter(({ field }) => field !== title && field !== 'title')
    .map((own) => ({
      key: own.field,
      label: () => valueName(own.label),
      track: ownTracks[own.field] ?? tracks[own.kind ?? 'text'] ?? 'minmax(96px, 0.44fr)',
      sort: `fields.${own.field}` as const,
      // A signer helps to compare two apps, but leaves no room for the reasons of each.
      inList: own.inList === true && own.field !== 'signerSha256',
      text: (threat) => fieldOf(threat, own.field) ?? '',
      render: (threat) => (
        <Suspense fallback="…">
          <OwnCell own={own} threat={threat} />
        </Suspense>
      ),
    }))
}

/** Who offers something and for how much, as far as known. With the store this is what the list of touts shows of their own fields. */
const offerKeys: ReadonlySet<string> = new Set(['publisher', 'price', 'faceValue'])

/** The default columns of a list. */
export function defaultColumns(page: ListSource, records: Records): readonly ThreatColumn[] {
  const { kind, words, columnsOf } = records
  const facts = columnsOf(page)
  const isShown = ({ key, inList }: { key: string; inList: boolean }) =>
    kind === 'threat' ? inList : key === 'store' || offerKeys.has(key)
  return [
    severity,
    { ...record, label: words.one },
    // Where touts have several columns of their own, the type is optional.
    ...(kind === 'tout' && facts.length > 1 ? [] : [{ ...threatType, track: typeTrackOf(kind, page) }]),
    ...(isMixed(page) ? [source] : []),
    ...facts,
    ...ownColumns(page, records).filter(isShown),
    status,
    detected,
  ]
}

/** Whether the contact is the account that is the title of the row, or isn't known. */
const repeatsTitle = (contact: string, { title }: AnyThreat) =>
  !contact || contact.replace(/^@/, '') === title.replace(/^@/, '')

/** The columns that say nothing in the first rows: of an offer, what none of them has, and a contact that is the title of each. */
export function blankColumns(columns: readonly ThreatColumn[], rows: readonly AnyThreat[]): readonly ThreatColumn[] {
  const first = rows.slice(0, rowsPerPage)
  return columns.filter(({ key, text }) =>
    offerKeys.has(key)
      ? first.every((row) => text(row) === '')
      : key === 'contact' &&
        first.some((row) => text(row) !== '') &&
        first.every((row) => repeatsTitle(String(text(row)), row)),
  )
}

/** The columns of a layout. */
export function columnsFor(layout: Layout, density: Density, wanted: readonly ThreatColumn[]): readonly ShownColumn[] {
  const shown =
    layout === 'full'
      ? wanted
      : layout === 'withPanel'
        ? wanted.flatMap((column) => {
            const track = panelTracks[column.key]
            return track ? [{ ...column, track }] : []
          })
        : wanted.filter(({ key }) => key === 'threat')
  return shown.map((column) => ({
    ...column,
    label: column.label(),
    ...(column.key === 'threat' && {
      track: layout === 'cards' ? 'minmax(0, 1fr)' : column.track,
      render: (row: AnyThreat) =>
        layout === 'cards' ? (
          <Card threat={row} namesSource={wanted.some(({ key }) => key === 'source')} />
        ) : (
          <ThreatCell threat={row} layout={layout} isCompact={density === 'compact'} />
        ),
    }),
  }))
}

/** The columns next to an open panel. */
const panelTracks: Readonly<Record<string, string>> = {
  severity: '106px',
  threat: 'minmax(200px, 1.1fr)',
  status: '122px',
  detected: '104px',
}
