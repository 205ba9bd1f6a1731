import { keysIn, isOneOf, isRecord, meantBy } from '../narrow.ts'

/**
 * The 19 threat sources, and the one that only touts have: their names, the fields that make the title, and the searchable fields.
 *
 * Field names are fixed names of the wire (docs/api.md); a dot denotes a nested object.
 */

/** What the values of a field are. It decides how they are shown, sorted and filtered; see `field-kinds.ts`. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'money'
  | 'date'
  | 'country'
  /** A host or URL, shown defanged. */
  | 'address'
  | 'handle'
  | 'phone'
  /** An identifier, shown in monospace. */
  | 'code'
  /** Sorted as a number, shown without separators. */
  | 'port'

/** One field of a source: its wire name and its label. */
export interface SourceField {
  field: string
  label: string
  /** If missing: text. A name has the same kind in every source. */
  kind?: FieldKind
  /** Whether the list of the source has a column for it by default. */
  inList?: true
}

/** Information about one source; `types` are suggestions, and stored types may be others. */
export interface SourceInfo {
  label: string
  fields: readonly SourceField[]
  /** Fields a search can be limited to, in the order of the menu. */
  search: readonly { label: string; field: string }[]
  /** The threat types a reviewer may choose, most common first. */
  types: readonly string[]
}

const handle = [
  { label: 'Username', field: 'Username' },
  { label: 'Profile Name', field: 'ProfileName' },
] as const

const profileFields = [
  { field: 'Username', label: 'Username', kind: 'handle' },
  { field: 'ProfileName', label: 'Profile name', inList: true },
  { field: 'ProfileUrl', label: 'Profile address', kind: 'address' },
  { field: 'followers', label: 'Followers', kind: 'number', inList: true },
  { field: 'createdOn', label: 'Account created', kind: 'date', inList: true },
] as const

/** What providers say about an address and its page. */
export const pageFields = [
  { field: 'pageTitle', label: 'Page title' },
  { field: 'address', label: 'IP address', kind: 'code' },
  { field: 'malware', label: 'Malware' },
  { field: 'urlStatus', label: 'State of the address' },
  { field: 'confidence', label: 'Confidence', kind: 'number' },
  { field: 'scan', label: 'Scan', kind: 'address' },
  { field: 'report', label: 'Report', kind: 'address' },
] as const satisfies readonly SourceField[]

const socialTypes = ['Impersonating profile', 'Scam post', 'Fake support account', 'Fake giveaway'] as const

/** The 19 threat sources by name; the name is stored and sent. */
export const sources = {
  APK: {
    label: 'APK',
    fields: [
      { field: 'appName', label: 'App name' },
      { field: 'packageName', label: 'Package name', kind: 'code', inList: true },
      { field: 'versionName', label: 'Version' },
      { field: 'store', label: 'Store', inList: true },
      { field: 'publisher', label: 'Publisher' },
      { field: 'signerSha256', label: 'Signer SHA-256', kind: 'code', inList: true },
      { field: 'teamId', label: 'Apple team', kind: 'code' },
      { field: 'malware', label: 'Malware' },
      { field: 'permissions', label: 'Permissions' },
      { field: 'hosts', label: 'Hosts in code' },
      { field: 'keys', label: 'Keys in code' },
      { field: 'md5', label: 'MD5', kind: 'code' },
      { field: 'sha256', label: 'SHA-256', kind: 'code' },
    ],
    search: [
      { label: 'App name', field: 'appName' },
      { label: 'Package name', field: 'packageName' },
      { label: 'MD5', field: 'md5' },
      { label: 'SHA256', field: 'sha256' },
    ],
    types: ['Fake app', 'Modified app', 'Malicious app'],
  },
  Telegram: {
    label: 'Telegram',
    fields: [
      { field: 'channel_data.entity_user_name', label: 'Username', kind: 'handle' },
      { field: 'channel_data.channel_name', label: 'Channel name', kind: 'handle' },
      { field: 'channel_data.title', label: 'Channel title', inList: true },
      { field: 'channel_data.participants_count', label: 'Members', kind: 'number', inList: true },
      { field: 'channel_data.is_scam', label: 'Marked as a scam by Telegram' },
      { field: 'channel_data.is_fake', label: 'Marked as fake by Telegram' },
      { field: 'message_content', label: 'Message' },
      { field: 'sender', label: 'Sender', kind: 'handle' },
    ],
    search: [
      { label: 'Channel name', field: 'channel_data.channel_name' },
      { label: 'Channel title', field: 'channel_data.title' },
      { label: 'Username', field: 'channel_data.entity_user_name' },
    ],
    types: ['Impersonating channel', 'Sale of accounts', 'Scam channel', 'Cyber Threat'],
  },
  Instagram: { label: 'Instagram', fields: profileFields, search: handle, types: socialTypes },
  Twitter: {
    label: 'Twitter',
    fields: [
      { field: 'Name', label: 'Profile name' },
      { field: 'Handle', label: 'Handle', kind: 'handle', inList: true },
      { field: 'ProfileUrl', label: 'Profile address', kind: 'address' },
      { field: 'followers', label: 'Followers', kind: 'number', inList: true },
      { field: 'createdOn', label: 'Account created', kind: 'date', inList: true },
      { field: 'postText', label: 'Post' },
    ],
    search: [
      { label: 'Profile name', field: 'Name' },
      { label: 'Handle', field: 'Handle' },
    ],
    types: ['Impersonating handle', 'Scam post', 'Fake support account', 'Fake giveaway'],
  },
  FB: {
    label: 'Facebook',
    fields: [
      { field: 'subtype', label: 'Kind', inList: true },
      { field: 'GroupName', label: 'Group name' },
      { field: 'PageName', label: 'Page name' },
      { field: 'postOwnerName', label: 'Posted by' },
      { field: 'Title', label: 'Listing' },
      { field: 'ProfileName', label: 'Profile name' },
      { field: 'ProfileUrl', label: 'Address', kind: 'address', inList: true },
    ],
    search: [
      { label: 'Group name', field: 'GroupName' },
      { label: 'Page name', field: 'PageName' },
      { label: 'Profile name', field: 'ProfileName' },
    ],
    types: ['Impersonating page', 'Scam post', 'Fake support group', 'Fake marketplace listing'],
  },
  YouTube: {
    label: 'YouTube',
    fields: [
      { field: 'channelName', label: 'Channel name' },
      { field: 'videoTitle', label: 'Video', inList: true },
      { field: 'channelUrl', label: 'Channel address', kind: 'address' },
      { field: 'channelHandle', label: 'Handle', kind: 'handle' },
      { field: 'isLive', label: 'Live' },
      { field: 'subscribers', label: 'Subscribers', kind: 'number', inList: true },
    ],
    search: [{ label: 'Channel name', field: 'channelName' }],
    types: ['Impersonating channel', 'Fake livestream', 'Scam video'],
  },
  LinkedIn: {
    label: 'LinkedIn',
    fields: [
      { field: 'postedBy', label: 'Posted by' },
      { field: 'postLink', label: 'Post link', kind: 'address' },
      { field: 'profileLink', label: 'Profile link', kind: 'address', inList: true },
      { field: 'headline', label: 'Headline', inList: true },
    ],
    search: [
      { label: 'Post link', field: 'postLink' },
      { label: 'Profile link', field: 'profileLink' },
    ],
    types: ['Fake employee', 'Fake job offer', 'Impersonating page'],
  },
  Domain: {
    label: 'Domain',
    fields: [
      { field: 'domain_name', label: 'Domain name', kind: 'address' },
      { field: 'registrable_domain', label: 'Registrable domain', kind: 'address' },
      { field: 'unicode_name', label: 'Displayed as' },
      { field: 'brand', label: 'Imitated brand' },
      { field: 'class', label: 'Technique' },
      { field: 'registrar', label: 'Registrar', inList: true },
      { field: 'address', label: 'IP address', kind: 'code' },
      { field: 'registeredOn', label: 'Registered', kind: 'date', inList: true },
    ],
    search: [{ label: 'Domain name', field: 'domain_name' }],
    types: ['Look-alike domain', 'Phishing site', 'Brand in subdomain', 'Parked look-alike'],
  },
  URL: {
    label: 'URL',
    fields: [
      { field: 'link', label: 'Address', kind: 'address' },
      { field: 'adURL', label: 'Ad URL', kind: 'address' },
      { field: 'urlSource', label: 'Found in', inList: true },
      { field: 'host', label: 'Host', kind: 'address', inList: true },
      { field: 'reports', label: 'Reports', kind: 'number' },
      { field: 'brand', label: 'Imitated brand' },
      { field: 'class', label: 'Technique' },
      ...pageFields,
    ],
    search: [{ label: 'AD url', field: 'adURL' }],
    types: ['Phishing page', 'Malicious redirect', 'Fake customer care', 'Scam page'],
  },
  DarkWeb: {
    label: 'Dark web',
    fields: [
      { field: 'author_username', label: 'Author' },
      { field: 'email', label: 'Email' },
      { field: 'forum', label: 'Forum', inList: true },
      { field: 'post_title', label: 'Post', inList: true },
      { field: 'website', label: 'Website', kind: 'address' },
      { field: 'country', label: 'Country', kind: 'country' },
      { field: 'activity', label: 'Industry' },
      { field: 'claimUrl', label: 'Claim', kind: 'address' },
    ],
    search: [{ label: 'Email', field: 'email' }],
    types: ['Sale of data', 'Sale of access', 'Ransomware claim', 'Fraud tutorial'],
  },
  GitHub: {
    label: 'GitHub',
    fields: [
      { field: 'repositoryName', label: 'Repository' },
      { field: 'repositoryId', label: 'Repository ID', kind: 'code' },
      { field: 'repositoryLink', label: 'Repository link', kind: 'address' },
      { field: 'path', label: 'File', kind: 'code', inList: true },
    ],
    search: [
      { label: 'Repository name', field: 'repositoryName' },
      { label: 'Repository ID', field: 'repositoryId' },
      { label: 'Repository link', field: 'repositoryLink' },
    ],
    types: ['Exposed key', 'Leaked source', 'Phishing kit'],
  },
  GoogleMaps: {
    label: 'Google Maps',
    fields: [
      { field: 'title', label: 'Title' },
      { field: 'ProfileName', label: 'Profile name' },
      { field: 'phone', label: 'Phone', kind: 'phone', inList: true },
      { field: 'placeId', label: 'Place ID', kind: 'code' },
      { field: 'placeAddress', label: 'Location' },
      { field: 'website', label: 'Website', kind: 'address', inList: true },
      { field: 'businessStatus', label: 'Business status' },
    ],
    search: [
      { label: 'Title', field: 'title' },
      { label: 'Profile Name', field: 'ProfileName' },
    ],
    types: ['Fake branch', 'Fake support number'],
  },
  Advertisements: {
    label: 'Advertisements',
    fields: [
      { field: 'advertiser', label: 'Advertiser' },
      { field: 'advertiserId', label: 'Ad account', kind: 'code' },
      { field: 'adURL', label: 'Ad URL', kind: 'address' },
      { field: 'adSource', label: 'Network', inList: true },
      { field: 'creative', label: 'Text' },
      { field: 'landingUrl', label: 'Landing page', kind: 'address', inList: true },
      { field: 'payer', label: 'Paid by' },
      { field: 'advertiserUrl', label: 'Advertiser page', kind: 'address' },
      { field: 'platforms', label: 'Platforms' },
      { field: 'reach', label: 'Reach', kind: 'number' },
      { field: 'firstShown', label: 'First shown', kind: 'date', inList: true },
      { field: 'lastShown', label: 'Last shown', kind: 'date' },
      { field: 'adStatus', label: 'State of the ad' },
    ],
    search: [{ label: 'Ad URL', field: 'adURL' }],
    types: ['Scam ad', 'Brand bidding', 'Fake investment ad'],
  },
  FinancialFraud: {
    label: 'Financial Fraud Intelligence',
    fields: [
      { field: 'account_number', label: 'Account number', kind: 'code' },
      { field: 'account_name', label: 'Account name', inList: true },
      { field: 'bank_name', label: 'Bank', inList: true },
      { field: 'bic', label: 'BIC', kind: 'code' },
      { field: 'currency', label: 'Currency' },
      { field: 'seenWith', label: 'Linked to' },
    ],
    search: [
      { label: 'Bank Name', field: 'bank_name' },
      { label: 'Account Number', field: 'account_number' },
      { label: 'Account Name', field: 'account_name' },
    ],
    types: ['Mule account', 'Scam wallet', 'Fraud payee'],
  },
  DocumentLeaks: {
    label: 'Document Leaks',
    fields: [
      { field: 'title', label: 'Title' },
      { field: 'docSource', label: 'Found on', inList: true },
      { field: 'docCategory', label: 'Category', inList: true },
      { field: 'link', label: 'Address', kind: 'address' },
    ],
    search: [{ label: 'Title', field: 'title' }],
    types: ['Confidential document', 'Internal document', 'Customer records'],
  },
  Reddit: {
    label: 'Reddit',
    fields: [...profileFields, { field: 'postTitle', label: 'Post' }, { field: 'subreddit', label: 'Subreddit' }],
    search: handle,
    types: socialTypes,
  },
  TikTok: { label: 'TikTok', fields: profileFields, search: handle, types: socialTypes },
  WhatsApp: {
    label: 'WhatsApp',
    fields: [
      { field: 'Profile', label: 'Number', kind: 'phone', inList: true },
      { field: 'ProfileName', label: 'Profile name' },
      { field: 'inviteLink', label: 'Invite link', kind: 'address', inList: true },
      { field: 'message', label: 'Message' },
    ],
    search: [
      { label: 'Profile', field: 'Profile' },
      { label: 'Profile Name', field: 'ProfileName' },
    ],
    types: ['Fake support number', 'Impersonating business', 'Scam group'],
  },
  EASM: {
    label: 'EASM',
    fields: [
      { field: 'service', label: 'Service' },
      { field: 'host', label: 'Host', kind: 'address', inList: true },
      { field: 'address', label: 'IP address', kind: 'code', inList: true },
      { field: 'port', label: 'Port', kind: 'port', inList: true },
      { field: 'proof', label: 'Evidence' },
      { field: 'vulnerabilities', label: 'Vulnerabilities' },
      { field: 'expires', label: 'Valid until', kind: 'date' },
      { field: 'noLongerSeen', label: 'No longer seen since', kind: 'date', inList: true },
    ],
    search: [{ label: 'Service', field: 'service' }],
    types: [
      'Exposed service',
      'Expired certificate',
      'Dangling DNS record',
      'Certificate problem',
      'Weak web settings',
      'Weak email settings',
      'Expiring domain',
    ],
  },
} as const satisfies Record<string, SourceInfo>

/** A source of threats: a key of `sources`. */
export type ThreatSource = keyof typeof sources
/** Every source of threats, in the order menus show them. */
export const threatSources = keysIn(sources)

/** The sources whose records are named by a host. */
export const hostSources = ['Domain', 'URL'] as const satisfies readonly ThreatSource[]
/** Whether the records of a source are named by a host. */
export const isNamedByHost = (source: string): boolean => isOneOf(hostSources, source)

/** The kind of a record: a threat, or an illegitimate seller or advertiser. */
export const kinds = ['threat', 'tout'] as const
/** One of `kinds`. */
export type Kind = (typeof kinds)[number]

/** Every source by name; touts have one that threats don't have. The properties of the other sources for touts are in `tout-sources.ts`. */
export const everySource = {
  ...sources,
  Extension: {
    label: 'Extension',
    fields: [
      { field: 'extensionName', label: 'Extension' },
      { field: 'extensionId', label: 'Extension ID', kind: 'code' },
      { field: 'store', label: 'Store', inList: true },
      { field: 'publisher', label: 'Publisher' },
      { field: 'installs', label: 'Installs', kind: 'number', inList: true },
    ],
    search: [{ label: 'Extension Name', field: 'extensionName' }],
    types: ['Automatic booking', 'Queue jumping', 'Account sharing'],
  },
} as const satisfies Record<string, SourceInfo>
/** A source of threats or touts: a key of `everySource`. */
export type AnySource = keyof typeof everySource
/** A type that some source suggests, e.g. `Look-alike domain`; stored types may be others. */
export type ThreatType = (typeof everySource)[AnySource]['types'][number]
/** Every source of threats and touts, in the order of `everySource`. */
export const everySourceName = keysIn(everySource)

/** The label of a source; a value that isn't one is its own label. */
export const sourceLabelOf = (value: unknown): string =>
  isOneOf(everySourceName, value) ? everySource[value].label : String(value)

/** The threat source for a word in an address or query: its name or label, in any case. */
export function sourceOf(word: string): ThreatSource | null {
  const source = anySourceOf(word)
  return source === 'Extension' ? null : source
}

/** The source of threats or touts for a word. */
export function anySourceOf(word: string): AnySource | null {
  return meantBy(word, everySourceName, sourceLabelOf) ?? null
}

/** The fields of a threat that belong to its source, as stored and as sent. */
export interface SourceFields {
  [field: string]: string | number | boolean | null | SourceFields
}

/** What a threat or tout is found by: its list and its id. */
export interface RecordPlace {
  kind: Kind
  source: AnySource
  id: string
}

/** A threat or finding as far as its source shows it. */
export interface SourceRecord {
  source: AnySource
  fields: SourceFields
  /** Its address, if it has one. */
  url?: string | null
}

/** The value at a dotted field name, as text; `null` when there is none. */
export function fieldOf(fields: Readonly<Record<string, unknown>>, path: string): string | null {
  let value: unknown = fields
  for (const step of path.split('.')) {
    if (!isRecord(value)) return null
    value = value[step]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

const cyberThreat: ThreatType = 'Cyber Threat'
const fakeSupport: ThreatType = 'Fake customer care'

const facebookTitle: Record<string, string> = {
  Groups: 'GroupName',
  Pages: 'PageName',
  Posts: 'postOwnerName',
  MarketPlace: 'Title',
  People: 'ProfileName',
}

/** The field that contains the title of a threat, by its source, type and (Facebook) subtype. */
export function titleFieldOf(source: AnySource, threatType: string, fields: SourceFields): string {
  switch (source) {
    case 'APK':
      return 'appName'
    case 'Telegram':
      return threatType === cyberThreat ? 'message_content' : 'channel_data.entity_user_name'
    case 'Twitter':
      return 'Name'
    case 'Domain':
      return 'domain_name'
    case 'DarkWeb':
      return 'author_username'
    case 'Instagram':
    case 'Reddit':
    case 'TikTok':
      return 'Username'
    case 'YouTube':
      return 'channelName'
    case 'GoogleMaps':
    case 'DocumentLeaks':
      return 'title'
    case 'URL':
      return threatType === fakeSupport ? 'adURL' : 'link'
    case 'GitHub':
      return 'repositoryName'
    case 'EASM':
      return 'service'
    case 'LinkedIn':
      return 'postedBy'
    case 'Advertisements':
      return 'advertiser'
    case 'FinancialFraud':
      return 'account_number'
    case 'FB':
      return facebookTitle[fieldOf(fields, 'subtype') ?? ''] ?? 'PageName'
    case 'WhatsApp':
      return 'ProfileName'
    case 'Extension':
      return 'extensionName'
  }
}

/** The fields that contain the title of a threat of a source, whatever its type. */
export function titleFieldsOf(source: AnySource): string[] {
  if (source === 'FB') return Object.values(facebookTitle)
  return [...new Set(everySource[source].types.map((type) => titleFieldOf(source, type, {})))]
}

/** The title of a threat; falls back to any field that has a value, never empty. */
export function titleOf(source: AnySource, threatType: string, fields: SourceFields): string {
  const title = fieldOf(fields, titleFieldOf(source, threatType, fields))
  if (title) return title
  for (const { field } of everySource[source].fields) {
    const value = fieldOf(fields, field)
    if (value) return value
  }
  return everySource[source].label
}
