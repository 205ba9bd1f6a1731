import { type Json, textOf, textsOf } from '../narrow.ts'
import { ipOf, portOf } from './values.ts'

/** What Shodan's InternetDB knows of an address. */
export interface InternetDbAnswer {
  /** False if it has no data. That doesn't mean that no port is open. */
  known: boolean
  ip: string | null
  /** Open ports; null if nothing is known. */
  services: number[] | null
  hostnames: string[] | null
  cpes: string[] | null
  cves: string[] | null
  tags: string[] | null
}

const fields = ['ports', 'hostnames', 'cpes', 'vulns', 'tags']

/** Whether a JSON object is an answer of InternetDB, or its answer for an address that it has no data of. */
export const isInternetDb = (answer: Json): boolean =>
  isNoData(answer) || (textOf(answer['ip']) !== null && fields.every((field) => Array.isArray(answer[field])))

/** Reads an answer of https://internetdb.shodan.io/ (fields: its openapi.json); null for another object. */
export function readInternetDb(answer: Json): InternetDbAnswer | null {
  if (!isInternetDb(answer)) return null
  if (isNoData(answer)) {
    return { known: false, ip: null, services: null, hostnames: null, cpes: null, cves: null, tags: null }
  }
  const ports = Array.isArray(answer['ports']) ? answer['ports'] : []
  return {
    known: true,
    ip: ipOf(answer['ip']),
    services: ports.flatMap((port) => portOf(port) ?? []),
    hostnames: textsOf(answer['hostnames']),
    cpes: textsOf(answer['cpes']),
    cves: textsOf(answer['vulns']),
    tags: textsOf(answer['tags']),
  }
}

const isNoData = (answer: Json) =>
  Object.keys(answer).length === 1 && textOf(answer['detail'])?.startsWith('No information') === true
