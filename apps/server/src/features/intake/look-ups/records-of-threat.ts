import type { LookUpRecord } from '@signet/connectors'
import { fieldOf, type SourceRecord } from '@signet/contract/threats/sources'

/** What identifies a threat at providers: its file, address, host, account, repository or page in a store. */
export function recordsOfThreat({ source, fields, url }: SourceRecord): LookUpRecord[] {
  const records: LookUpRecord[] = []
  const add = (kind: LookUpRecord['kind'], value: string | null | undefined) => {
    if (value) records.push({ kind, value })
  }
  const field = (name: string) => fieldOf(fields, name)?.trim() ?? null
  switch (source) {
    case 'APK':
      add('fileHash', (field('sha256') ?? field('md5'))?.toLowerCase())
      add(isInStore(url ?? null) ? 'listing' : 'url', url)
      break
    case 'Domain':
      add('host', field('domain_name'))
      break
    case 'URL':
      add('url', field('link') ?? field('adURL'))
      add('host', field('host'))
      break
    case 'Twitter':
      add('account', handleIn(field('Handle')) ?? lastStep(field('ProfileUrl')))
      break
    case 'Telegram':
      add('account', handleIn(field('channel_data.entity_user_name')))
      break
    case 'YouTube':
      add('account', channelIn(field('channelUrl')) ?? handleIn(field('channelHandle')))
      break
    case 'GitHub':
      add('repository', /^https?:\/\/github\.com\/([\w-]+\/[\w.-]+)/i.exec(field('repositoryLink') ?? '')?.[1])
      break
    default:
  }
  return records
}

const isInStore = (url: string | null) =>
  /^https?:\/\/(?:apps\.apple|itunes\.apple|play\.google)\.com\//i.test(url ?? '')
const handleIn = (text: string | null) => text?.replace(/^@/, '') || null
const lastStep = (address: string | null) => /^https?:\/\/[^/]+\/@?(\w+)\/?$/.exec(address ?? '')?.[1]
const channelIn = (address: string | null) => /\/channel\/(UC[\w-]{22})/.exec(address ?? '')?.[1]
