import type { ImportDetail, ImportMapping } from '@signet/contract/collection/imports'
import { lettersAndDigits } from '@signet/contract/letters-and-digits'
import { severities } from '@signet/contract/threats/severities'
import { titleFieldOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { timeOf } from './map-row.ts'

type Columns = ImportDetail['columns']

/** Other names of fields in files, in the order in which they are tried. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  domain_name: ['domain', 'hostname', 'fqdn', 'host'],
  link: ['url', 'uri', 'phishingurl', 'address'],
  adURL: ['adurl', 'url'],
  host: ['hostname', 'domain'],
  Username: ['user', 'handle', 'screenname', 'account', 'profile'],
  Handle: ['username', 'screenname', 'user'],
  Name: ['profilename', 'displayname', 'handle'],
  ProfileName: ['displayname', 'name', 'fullname'],
  ProfileUrl: ['url', 'profilelink', 'link'],
  'channel_data.entity_user_name': ['username', 'channel', 'handle'],
  appName: ['app', 'application', 'title', 'name'],
  packageName: ['package', 'appid', 'bundleid'],
  channelName: ['channel', 'name'],
  channelUrl: ['url', 'link'],
  postedBy: ['author', 'user', 'name'],
  postLink: ['url', 'link'],
  author_username: ['author', 'actor', 'user', 'username'],
  repositoryName: ['repository', 'repo', 'name'],
  repositoryLink: ['repourl', 'htmlurl', 'url', 'link'],
  advertiser: ['pagename', 'payer', 'name'],
  account_number: ['account', 'iban', 'wallet', 'upi', 'accountno'],
  account_name: ['holder', 'beneficiary', 'name'],
  bank_name: ['bank'],
  Profile: ['number', 'phone', 'phoneorhandle', 'handle'],
  service: ['product', 'protocol', 'name'],
  address: ['ip', 'ipv4', 'ipaddress'],
  title: ['name', 'filename'],
  price: ['amount', 'askingprice'],
  faceValue: ['face', 'originalprice'],
  quantity: ['tickets', 'count', 'number'],
  tool: ['bot', 'software'],
}
const urlNames = ['url', 'link', 'uri', 'address', 'profileurl']
const typeNames = ['threattype', 'type', 'category']
const severityNames = ['severity', 'priority', 'risk', 'threatlevel', 'level']
const firstSeenNames = ['firstseen', 'dateadded', 'created', 'createdat', 'reportedat', 'validfrom', 'date', 'time']
const lastSeenNames = ['lastseen', 'updated', 'updatedat', 'modified']

/** The columns that probably belong to the fields of a source, by their names and values. */
export function proposeMapping(kind: Kind, source: AnySource, columns: Columns): ImportMapping {
  const info = sourceInfoOf(kind, source)
  const find = (names: readonly string[], fits: (examples: readonly string[]) => boolean = () => true) => {
    for (const name of names) {
      const column = columns.find((each) => lettersAndDigits(each.name) === name && fits(each.examples))
      if (column) return column.name
    }
    return undefined
  }
  const fields: Record<string, string> = {}
  for (const { field, label } of info.fields) {
    const exact = columns.find(({ name }) => name === field)?.name
    const column =
      exact ??
      find([lettersAndDigits(field.split('.').at(-1) ?? field), lettersAndDigits(label), ...(otherNames[field] ?? [])])
    if (column !== undefined) fields[field] = column
  }
  const [type = ''] = info.types
  const titleField = titleFieldOf(source, type, {})
  const [only, ...others] = columns
  // A list without titles has one column.
  if (only && others.length === 0) fields[titleField] ??= only.name
  return {
    fields,
    threatType: { ...columnOf(find(typeNames, hasOne(info.types))), otherwise: type },
    severity: { ...columnOf(find(severityNames, hasOne(severities))), otherwise: 'Medium' },
    ...named(
      'url',
      find(urlNames, (examples) => examples.every((text) => /^(?:https?|hxxps?):/i.test(text))),
    ),
    ...named('firstSeen', find(firstSeenNames, isTime)),
    ...named('lastSeen', find(lastSeenNames, isTime)),
  }
}

// One value is enough: rows with another one are then rejected with their line, instead of losing it unnoticed.
const isTime = (examples: readonly string[]) => examples.some((text) => timeOf(text) || timeOf(Number(text)))
const columnOf = (column: string | undefined) => (column === undefined ? {} : { column })
const named = (name: 'url' | 'firstSeen' | 'lastSeen', column: string | undefined) =>
  column === undefined ? {} : { [name]: column }

function hasOne(options: readonly string[]): (examples: readonly string[]) => boolean {
  const known = new Set(options.map((option) => option.toLowerCase()))
  return (examples) => examples.some((text) => known.has(text.toLowerCase()))
}
