import { type HostingFacts, type Observation, type Observations } from '@signet/contract/threats/observations'
import type { ReactNode } from 'react'
import { dateOnly, dateTime } from '../../format/time/date-time.ts'
import { defang } from '@signet/contract/threats/defang'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { ChangeLine } from './change-line.tsx'
import { t } from './words.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import css from './domain-seen.module.css'
import { Rich } from '../../ui/text/rich.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Timeline, type TimelineEntry } from '../../ui/layout/timeline.tsx'
import { observationProblemName, observationName } from '../../words/named/observations.ts'

interface ObservationsQuery {
  data: Observations | undefined
  error: unknown
  refetch: () => unknown
}

/** Technical observations of a domain: its current registration, DNS, certificate and web server, and how they changed. */
export function DomainSeen({ query }: { query: ObservationsQuery }) {
  return (
    <DataState
      query={query}
      what={t('domainDetails')}
      loading={<Skeleton lines={10} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<StateBlock title={t('notCheckedYet')}>{t('notCheckedYetHint')}</StateBlock>}
    >
      {(all) => <Seen all={all} />}
    </DataState>
  )
}

function Seen({ all: { host, latest, items, checkedAt, nextAt } }: { all: Observations }) {
  return (
    <Stack gap={3}>
      <Text as="p" tone="quiet">
        {host !== null && <span className="mono">{defang(host)} </span>}
        {checkedAt && (
          <Rich text={(values) => t('lastChecked', values)} values={{ ago: <TimeAgo isWithin at={checkedAt} /> }} />
        )}{' '}
        {nextAt && t('nextCheck', { time: dateTime(nextAt) })}
      </Text>
      {latest.registration && <Registration facts={latest.registration} />}
      {latest.dns && <Dns facts={latest.dns} />}
      {latest.hosting && <Hosting facts={latest.hosting} />}
      {latest.tls && <Tls facts={latest.tls} />}
      {latest.http && <Http facts={latest.http} />}
      <Card kind="inset" className={css.panel}>
        <Inline as="h3" gap={3} align="stretch" justify="between" below={2}>
          {t('changeHistory')}
        </Inline>
        <Timeline label={t('observations')} entries={items.map(entryOf)} />
      </Card>
    </Stack>
  )
}

/** One observation: its values if it is the first of its kind, otherwise the differences. */
function entryOf({ id, kind, observedAt, seenCount, changes }: Observation): TimelineEntry {
  const isMaterial = changes.some((change) => change.isMaterial)
  return {
    id,
    at: observedAt,
    title: observationName(kind),
    tone: isMaterial ? 'stopped' : changes.length > 0 ? 'accent' : 'plain',
    text: (
      <>
        {changes.length === 0 ? t('firstSeen') : changes.map((change) => <ChangeLine key={change.what} {...change} />)}
        {seenCount > 1 && <Text tone="quiet"> {t('seenUnchangedTimes', { count: seenCount })}</Text>}
      </>
    ),
  }
}

const hosts = (names: readonly string[]) => names.map((name) => name.split(' ').map(defang).join(' '))
const day = (instant: string | null) =>
  instant === null ? null : instant.length === 10 ? dateOnly(`${instant}T12:00:00Z`, 'UTC') : dateTime(instant)

function Registration({ facts }: { facts: NonNullable<Observations['latest']['registration']> }) {
  const { abuse } = facts
  return (
    <Panel title={observationName('registration')} aside={facts.via === 'rdap' ? 'RDAP' : 'WHOIS'}>
      {facts.isRegistered ? (
        <>
          <Fact label={t('registrar')} values={[facts.registrar]} />
          <Fact label={t('registered')} values={[day(facts.created)]} />
          <Fact label={t('changed')} values={[day(facts.updated)]} />
          <Fact label={t('expires')} values={[day(facts.expires)]} />
          <Fact label={t('registrant')} values={[facts.registrantOrganisation, facts.registrantCountry]} />
          <Fact label={t('status')} values={facts.status} />
          <Fact label={t('nameServers')} values={hosts(facts.nameServers)} />
          <Fact label={t('abuseContact')} values={[abuse.email, abuse.phone, abuse.form && defang(abuse.form)]} />
        </>
      ) : (
        <Fact label={t('status')} values={[t('notRegistered')]} />
      )}
    </Panel>
  )
}

function Dns({ facts }: { facts: NonNullable<Observations['latest']['dns']> }) {
  // Record types have the same names in every language.
  const records: [type: string, values: readonly string[]][] = [
    ['A', facts.a.map(dotted)],
    ['AAAA', facts.aaaa],
    ['CNAME', hosts(facts.cname)],
    ['NS', hosts(facts.ns)],
    ['MX', hosts(facts.mx)],
    ['TXT', facts.txt],
  ]
  return (
    <Panel title={observationName('dns')} aside={facts.isWildcard ? t('wildcardDns') : undefined}>
      {facts.state === 'absent' && <Fact label={t('status')} values={[t('domainDoesNotExist')]} />}
      {records.map(([type, values]) => (
        <Fact key={type} label={type} values={values} />
      ))}
    </Panel>
  )
}

/** An IP address, defanged so that it isn't opened by accident. */
const dotted = (address: string) => address.replaceAll('.', '[.]')

function Hosting({ facts: { addresses, cdn, siteContacts, hops } }: { facts: HostingFacts }) {
  return (
    <Panel title={observationName('hosting')} aside={cdn === null ? undefined : t('behindCdn', { name: cdn.name })}>
      {addresses.map((one) => (
        <Fact key={one.address} label={dotted(one.address)} values={networkOf(one)} />
      ))}
      <Fact label={t('siteContact')} values={siteContacts?.contacts.map(defang) ?? []} />
      {hops.map(({ host, registration, addresses: [first] }) => (
        <Fact
          key={host}
          label={t('leadsTo')}
          values={[defang(host), registration?.registrar ?? null, ...(first ? networkOf(first) : [])]}
        />
      ))}
    </Panel>
  )
}

/** The network, the autonomous system and the abuse contacts of an address; a contact of both is shown once. */
function networkOf({ network, asn, system }: HostingFacts['addresses'][number]): string[] {
  const names = [network?.holder ?? network?.name, asn === null ? null : `AS${asn} ${system?.name ?? ''}`.trim()]
  const contacts = [network, system].map((record) => record?.abuse.email ?? record?.abuse.phone)
  return [...new Set([...names, ...contacts].filter((value): value is string => typeof value === 'string'))]
}

function Tls({ facts: { certificate, isTrusted, problem } }: { facts: NonNullable<Observations['latest']['tls']> }) {
  return (
    <Panel title={observationName('tls')} aside={isTrusted ? t('trusted') : t('notTrusted')}>
      {certificate && (
        <>
          <Fact label={t('issuer')} values={[certificate.issuer]} />
          <Fact label={t('names')} values={hosts(certificate.names)} />
          <Fact
            label={t('valid')}
            values={[`${dateOnly(certificate.notBefore)} – ${dateOnly(certificate.notAfter)}`]}
          />
          <Fact label={t('keyFingerprint')} values={[certificate.keySha256]} isCode />
        </>
      )}
      <Fact label={t('problem')} values={[problem && observationProblemName(problem)]} />
    </Panel>
  )
}

function Http({ facts }: { facts: NonNullable<Observations['latest']['http']> }) {
  const traits = [facts.isParked && t('parkingPage'), facts.hasPasswordField && t('asksForAPassword')]
  return (
    <Panel
      title={observationName('http')}
      aside={facts.status === null ? t('noResponse') : t('httpStatus', { status: facts.status })}
    >
      <Fact label={t('title')} values={[facts.title]} />
      <Fact label={t('page')} values={traits.map((trait) => trait || null)} />
      <Fact label={t('finalUrl')} values={[facts.address && defang(facts.address)]} />
      <Fact label={t('redirects')} values={facts.redirects.map(defang)} />
      <Fact label={t('server')} values={[facts.server]} />
      <Fact label={t('problem')} values={[facts.problem && observationProblemName(facts.problem)]} />
    </Panel>
  )
}

/** A heading with an aside, and what is below. */
export interface PanelProps {
  title: string
  aside?: string | undefined
  children: ReactNode
}

function Panel({ title, aside, children }: PanelProps) {
  return (
    <Card kind="inset" className={css.panel}>
      <Inline as="h3" gap={3} align="stretch" justify="between" below={2}>
        {title}{' '}
        {aside && (
          <Text tone="quiet" weight="plain">
            {aside}
          </Text>
        )}
      </Inline>
      <dl>{children}</dl>
    </Card>
  )
}

const shownValues = 8

/** A fact with one value per line; nothing if there is no value. */
function Fact({
  label,
  values,
  isCode = false,
}: {
  label: string
  values: readonly (string | null)[]
  isCode?: boolean
}) {
  const known = values.filter((value): value is string => value !== null && value !== '')
  if (known.length === 0) return null
  const more = known.length - shownValues
  return (
    <div>
      <dt>{label}</dt>
      <Stack as="dd" gap={0} className={isCode ? 'mono' : undefined}>
        {known.slice(0, shownValues).map((value) => (
          <span key={value}>{value}</span>
        ))}
        {more > 0 && <span>{t('andMore', { n: exactNumber(more) })}</span>}
      </Stack>
    </div>
  )
}
