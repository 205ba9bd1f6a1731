import type { FileKind } from '../file-kind.ts'
import type { Json } from '../narrow.ts'
import type { SourceFile } from '../source-file.ts'
import { isHttpx, readHttpx } from './httpx.ts'
import { isInternetDb, readInternetDb } from './internetdb.ts'
import { eventsInLine } from './masscan-events.ts'
import { readMasscan, type MasscanService } from './masscan.ts'
import { readNmap } from './nmap.ts'
import { readNuclei, templateOf } from './nuclei.ts'
import { firstRecord, headOf, recordsOf } from '../records.ts'
import { isSubfinder, readSubfinder } from './subfinder.ts'
import { unique } from './values.ts'

/** Whether the first record of a file is one of a program. */
const startsWith = (isRecord: (record: Json) => boolean) => (file: SourceFile) => {
  const record = firstRecord(file)
  return record !== undefined && isRecord(record)
}

/** Reports of scanners of open services. */
export const easmKinds: readonly FileKind[] = [
  {
    name: 'nmap',
    recognizes: (file) => /<nmaprun\s[^>]*?scanner\s*=\s*["']nmap["']/.test(headOf(file)),
    read: (file) => readNmap(file.text),
  },
  {
    name: 'masscan',
    recognizes: isMasscan,
    read: (file) => reportOf(readMasscan(file.text)),
  },
  {
    name: 'nuclei',
    recognizes: startsWith((record) => templateOf(record) !== null),
    read: (file) => recordsOf(file).flatMap((record) => readNuclei(record) ?? []),
  },
  {
    name: 'httpx',
    recognizes: startsWith(isHttpx),
    read: (file) => recordsOf(file).flatMap((record) => readHttpx(record) ?? []),
  },
  {
    name: 'subfinder',
    recognizes: startsWith(isSubfinder),
    read: (file) => readSubfinder(recordsOf(file)),
  },
  {
    name: 'internetdb',
    recognizes: startsWith(isInternetDb),
    read: (file) => recordsOf(file).flatMap((record) => readInternetDb(record) ?? []),
  },
]

function isMasscan(file: SourceFile): boolean {
  const head = headOf(file)
  if (/<nmaprun\s[^>]*?scanner\s*=\s*["']masscan["']/.test(head) || head.startsWith('#masscan')) return true
  return head.split('\n', 20).some((line) => eventsInLine(line).length > 0)
}

/** A report with the services of one host also says what they have in common; one with several has a list of the hosts. */
function reportOf(services: readonly MasscanService[]): object {
  const hosts = unique(services.map(({ ip }) => ip))
  if (hosts.length !== 1) return { hosts, services }
  const openPorts = unique(services.filter(({ state }) => state === 'open').map(({ port }) => port))
  const title = services.find((service) => service.title !== null)?.title ?? null
  const server = services.find((service) => service.server !== null)?.server ?? null
  return { hosts: 1, ip: hosts[0], openPorts: openPorts.toSorted((a, b) => a - b), title, server, services }
}
