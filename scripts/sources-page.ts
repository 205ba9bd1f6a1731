import {
  connectors as infos,
  connectorNames,
  asksProvider,
  isPolled,
  isPushed,
  type ConnectorInfo,
  type ConnectorName,
} from '../packages/contract/src/collection/connectors.ts'
import type { LookUpKind } from '../packages/contract/src/collection/look-up-kinds.ts'
import { keysIn } from '../packages/contract/src/narrow.ts'
import { sources, threatSources } from '../packages/contract/src/threats/sources.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../packages/contract/src/time.ts'
import { askedConnectors, connectors, pushConnectors } from '../packages/connectors/src/collect/connectors.ts'
import type { AskedProvider, Connector, ProviderApi } from '../packages/connectors/src/collect/connector.ts'

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
] as const

/** A period in its largest whole unit, e.g. `12 hours`. */
function period(ms: number): string {
  const [name, size] = units.find(([, each]) => ms % each === 0) ?? (['ms', 1] as const)
  const count = ms / size
  return count === 1 ? name : `${count} ${name}${name === 'ms' ? '' : 's'}`
}

function limitsOf(name: ConnectorName): string {
  if (isPushed(name)) return 'the provider delivers, at most 600 deliveries per minute'
  const { quota, spacingMs }: AskedProvider = askedConnectors[name]
  const perPeriod = quota ? [`${quota.calls} calls per ${period(quota.perMs)}`] : []
  return [
    ...perPeriod,
    `a call every ${period(spacingMs)}`,
    ...(isPolled(name) ? [runsOf(connectors[name])] : []),
  ].join('; ')
}

const runsOf = ({ everyMs, isList }: Connector) => `a run every ${period(everyMs)}${isList ? ' for all companies' : ''}`

const kindNames: Readonly<Record<LookUpKind, string>> = {
  fileHash: 'files by their hash',
  url: 'addresses',
  host: 'hosts',
  account: 'accounts',
  repository: 'repositories',
  listing: 'apps by their page',
}

const lookUpsOf = ({ lookUp }: AskedProvider): string =>
  lookUp
    ? keysIn(lookUp.kinds)
        .map((kind) => kindNames[kind])
        .join(', ')
    : 'nothing'

/** `docs/sources.md`: how each source is collected, from the connectors themselves. */
export function sourcesPage(): string {
  const rows = connectorNames.map((name) => {
    const { label, source, credentials }: ConnectorInfo = infos[name]
    const api: ProviderApi = asksProvider(name) ? askedConnectors[name].api : pushConnectors[name].api
    const { calls, documentation, permission, checked, unconfirmed } = api
    const needs = [...credentials.map((credential) => `\`${credential}\``), ...(permission ? [permission] : [])]
    const cells = [
      source === null ? 'none: only looks up' : sources[source].label,
      `[${label}](${documentation}) (\`${name}\`)`,
      calls.map((call) => `\`${call}\``).join(', '),
      needs.join(', ') || 'nothing',
      limitsOf(name),
      asksProvider(name) ? lookUpsOf(askedConnectors[name]) : 'nothing',
      checked,
      unconfirmed || 'nothing',
    ]
    return `| ${cells.join(' | ')} |`
  })
  const covered = new Set<string | null>(connectorNames.map((name) => infos[name].source))
  const rest = threatSources.filter((source) => !covered.has(source) && source !== 'Domain')
  return `# Sources

<!-- Written by \`npm run generate\` from the connectors. -->

How the product itself collects from providers. Every source also takes findings from \`POST /api/rest/ingest/{source}\` and threats that
staff add. What anybody reports on the page of a company ([reports of the public](decisions/reports-of-the-public.md)) belongs to the source
that fits: addresses, accounts, numbers and payment accounts. Domains come from feeds, certificate logs and permutations ([README](../README.md)).

Staff switch connectors on for each company in Settings → Sources, with the company's own account at the provider. It is stored encrypted
and never shown. A worker then runs each connector at its usual distance:

- It looks for the names of the company's brands, and for accounts whose names resemble its own. Detection decides what is a threat; what
  the company owns or allows is counted and not reported.
- Each answer is stored together with the position in the search, so a run that is interrupted continues there, and nothing comes in twice.
- One run of a connector works for a company at a time, in any process. A list that is the same for every company and needs no account is
  read once for all companies that have it on, and judged for each. Rates and quotas hold over all processes.
- A provider that throttles is left alone until the time it names. After other failures, the next attempt waits five minutes, then twice as
  long each time. A record that isn't as documented costs only itself: it is counted and named.
- A provider that delivers by itself is given an address of the product that belongs to one company, and its deliveries must be signed.
- Own hosts has no provider: it finds hosts below the company's own domains, and checks those that a person approved from outside
  ([own hosts](decisions/own-hosts.md)). What it finds is fixed by the company and marked when it is no longer seen.
- WhatsApp can't be searched. The numbers and invitations to groups that threats of other sources lead to become threats of their own.
- A provider that answers, but has had nothing for three days and for two runs, is shown as silent.
- Users who manage the alerts of the company are notified once of a connector that is silent, fails three times in a row or needs another
  account, and again only after it has worked. An alert rule for the event *Connector isn't delivering data* sends this to staff by email.

People also add apps by their address: the page of an app in Google Play or the App Store, or a link that downloads its file. Google
Play has no API for apps of others, so only the one page that a person named is read, if its robots.txt allows it; the App Store is asked
with \`GET /lookup\`. Neither says who signed an app or which permissions it has. Only public addresses are fetched, with at most three
redirects and 250 MB. The answer becomes evidence of the threat.

\`npx signet connectors\` prints the state of every connector as JSON Lines, and \`npx signet connectors run NAME --company KEY\` runs one now
([README](../README.md)).

Reviewers can ask some providers about a single threat, and so can admins and sub-admins once it is published: about the hash of its file, its address or host, its account, its repository or its
page in a store. A company's account is used, whether the connector is switched on or not; one without an account must be on. The call is
taken from the same rate and quota. The answer is kept with the threat, as evidence too.

VirusTotal and AndroZoo are only asked about single threats: nothing is collected from them, so they have no source, can't be switched on, and
are in no coverage. Settings → Sources lists them below the sources. Only a hash, an address or the name of a host is sent to them; no file
and no address is submitted. Of the app that AndroZoo answers with, only the beginning is read, to see that it is there.

Every connector that asks its provider over HTTP passes the same suite (\`packages/connectors/test/providers/collect-suite.ts\`, and
\`look-up-suite.ts\` for single records) against a local
stand-in for its provider, which pages, throttles, expires, breaks and falls silent as the provider documents it. No connector was run against the provider itself.
What was compared with the documentation is all that the last column of the table doesn't name: calls, fields, limits and errors.

| source | connector | calls | needs | limits | looks up | compared with the documentation | not confirmed by it |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## Without a connector

${rest.map((source) => sources[source].label).join(' and ')} offer no API by which accounts or posts of others may be searched for this purpose, so no connector collects from
them. Their threats come from reports of the public and of clients, from imported files, from other programs that send them in, and from people
who add them; detection judges what is reported like findings of other sources. Coverage shows both as *Import only*. Their advertisements are
collected, as threats of the source Advertisements.
`
}
