import { Text } from '../../../../ui/layout/parts.tsx'
import { fieldOf } from '@signet/contract/threats/sources'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { defang } from '@signet/contract/threats/defang'
import { TimeAgo } from '../../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import type { AnyThreat, ThreatColumn } from '../../records.ts'
import { source, threatType } from './threat-columns.tsx'
import { takedownStatusName } from '../../../../words/named/cases.ts'
import { valueName } from '../../../../words/named/name-of.ts'

/** Optional columns that a user can add to a list. */

const read = (threat: AnyThreat, ...fields: string[]): string => {
  for (const field of fields) {
    const value = fieldOf(threat, field)
    if (value) return value
  }
  return ''
}
const quiet = (shown: string) => (
  <Text cut tone="quiet" title={shown || undefined}>
    {shown}
  </Text>
)

/** A column that shows one text. */
function column(
  key: string,
  label: () => string,
  track: string,
  text: (threat: AnyThreat) => string,
  show: (text: string) => string = (each) => each,
): ThreatColumn {
  return { key, label, track, text, render: (threat) => quiet(show(text(threat))) }
}

const time = (
  key: string,
  label: () => string,
  at: (threat: AnyThreat) => string | null,
  sort?: 'lastSeen',
): ThreatColumn => ({
  key,
  label,
  track: '126px',
  ...(sort ? { sort } : {}),
  text: (threat) => at(threat) ?? '',
  render: (threat) => {
    const instant = at(threat)
    return (
      instant && (
        <Text cut tone="quiet">
          <TimeAgo at={instant} />
        </Text>
      )
    )
  },
})

export const moreColumns: readonly ThreatColumn[] = [
  column(
    'number',
    () => t('number'),
    '96px',
    ({ number }) => number,
  ),
  threatType,
  source,
  time(
    'lastSeen',
    () => t('lastSeen'),
    ({ lastSeen }) => lastSeen,
    'lastSeen',
  ),
  time(
    'published',
    () => t('published'),
    ({ publishedAt }) => publishedAt,
  ),
  {
    key: 'score',
    label: () => t('score'),
    track: '76px',
    sort: 'score',
    text: ({ score }) => Math.round(score),
    render: ({ score }) => (
      <Text cut tone="quiet" num>
        {Math.round(score)}
      </Text>
    ),
  },
  column(
    'brand',
    () => t('brand'),
    'minmax(90px, 0.3fr)',
    (threat) => read(threat, 'brand'),
  ),
  column('host', () => t('host'), 'minmax(120px, 0.5fr)', hostOf, defang),
  column(
    'category',
    () => t('category'),
    'minmax(100px, 0.35fr)',
    ({ category }) => category ?? '',
    valueName,
  ),
  column(
    'adSource',
    () => t('adSource'),
    'minmax(100px, 0.35fr)',
    (threat) => read(threat, 'adSource'),
  ),
  column(
    'urlSource',
    () => t('urlSource'),
    'minmax(100px, 0.35fr)',
    (threat) => read(threat, 'urlSource'),
  ),
  column(
    'takedown',
    () => t('takedownStatus'),
    '150px',
    ({ takedown }) => (takedown ? takedownStatusName(takedown.status) : ''),
  ),
  {
    key: 'similar',
    label: () => t('similar'),
    track: '92px',
    text: ({ similar }) => similar ?? '',
    render: ({ similar }) => (
      <Text cut tone="quiet" num>
        {similar && exactNumber(similar)}
      </Text>
    ),
  },
  {
    key: 'sightings',
    label: () => t('sightings'),
    track: '92px',
    text: ({ sightings }) => sightings,
    render: ({ sightings }) => (
      <Text cut tone="quiet" num>
        {sightings}
      </Text>
    ),
  },
]

/** The host of a record; empty if it has none. */
function hostOf(threat: AnyThreat): string {
  const host = read(threat, 'host', 'registrable_domain', 'domain_name')
  if (host || !threat.url) return host
  return URL.canParse(threat.url) ? new URL(threat.url).hostname : ''
}
