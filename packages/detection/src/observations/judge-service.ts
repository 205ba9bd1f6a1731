import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { fieldOf } from '@signet/contract/threats/sources'
import { ScoreSheet } from '../score/score.ts'
import type { JudgedAddress } from './judge-address.ts'
import { ownHostOf, type Watch } from './watch.ts'

/** Points of 100, set manually. */
const points = { own: 20, internal: 45, vulnerable: 55 } as const

/** Services for the inside of a network: databases, remote desktops, file shares, administration. */
const internalPorts: Readonly<Record<string, string>> = {
  21: 'FTP',
  23: 'Telnet',
  135: 'RPC',
  139: 'NetBIOS',
  389: 'LDAP',
  445: 'SMB',
  512: 'rexec',
  873: 'rsync',
  1433: 'SQL Server',
  1521: 'Oracle',
  2049: 'NFS',
  2375: 'Docker',
  2379: 'etcd',
  3306: 'MySQL',
  3389: 'Remote Desktop',
  5432: 'PostgreSQL',
  5601: 'Kibana',
  5900: 'VNC',
  5984: 'CouchDB',
  5985: 'WinRM',
  6379: 'Redis',
  6443: 'Kubernetes',
  9200: 'Elasticsearch',
  10250: 'kubelet',
  11211: 'memcached',
  27017: 'MongoDB',
}

/** A service on a host of a company that shouldn't be reachable, or has known vulnerabilities. What everybody may use is none. */
export function judgeService(watch: Watch, { fields }: SourceObservation): JudgedAddress[] {
  const host = (fieldOf(fields, 'host') ?? '').toLowerCase()
  const port = fieldOf(fields, 'port') ?? ''
  const vulnerabilities = fieldOf(fields, 'vulnerabilities') ?? ''
  const internal = internalPorts[port]
  if (host === '' || (internal === undefined && vulnerabilities === '')) return []
  return [...watch.companies.values()].flatMap((company) => {
    const own = ownHostOf(company, host)
    if (own === null || !company.firstBrand) return []
    const sheet = new ScoreSheet()
    sheet.add('Host of the company', points.own, host)
    if (internal !== undefined)
      sheet.add('Service not meant for the public', points.internal, `${internal}, port ${port}`)
    if (vulnerabilities !== '') sheet.add('Known vulnerabilities', points.vulnerable, vulnerabilities)
    return [
      { watched: company.firstBrand, score: sheet.score, indicators: sheet.indicators, threatType: 'Exposed service' },
    ]
  })
}
