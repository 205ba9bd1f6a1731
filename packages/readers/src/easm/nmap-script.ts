import { textOf } from '../narrow.ts'
import { unique, utcOf, withoutByteEscapes } from './values.ts'

/** The result of an NSE script. */
export interface NmapScript {
  id: string
  /** What the script says to people, at most 2,000 characters. */
  output: string
}

/** A script while it is read, with the values of its structured result in their order. */
export interface OpenScript extends NmapScript {
  /** `table`: the key of the table around the value. */
  values: { table: string; key: string; text: string }[]
}

/** What a certificate of a service says, by the script `ssl-cert`. */
export interface NmapCertificate {
  certNames: string[]
  certNotAfter: string | null
}

/** Outputs of `http-title` that are no title. */
const noTitle = /^(Site doesn't have a title|Did not follow redirect|Requested resource was|ERROR:)/i

/** The title of a page, by the script `http-title`. */
export function titleOf(scripts: readonly OpenScript[]): string | null {
  const script = scripts.find(({ id }) => id === 'http-title')
  const title = script?.values.find(({ key }) => key === 'title')?.text
  const text = title ?? script?.output.split('\n')[0] ?? ''
  return noTitle.test(text) ? null : textOf(withoutByteEscapes(text))
}

/** The DNS names of a certificate, or its common name if it has none, and its last day. */
export function certificateOf(scripts: readonly OpenScript[]): NmapCertificate {
  const script = scripts.find(({ id }) => id === 'ssl-cert')
  if (!script) return { certNames: [], certNotAfter: null }
  const { values, output } = script
  const nameAt = values.findIndex(({ key, text }) => key === 'name' && text === 'X509v3 Subject Alternative Name')
  const list =
    (nameAt < 0 ? undefined : values.slice(nameAt).find(({ key }) => key === 'value')?.text) ??
    /^Subject Alternative Name: (.*)$/m.exec(output)?.[1]
  const names = [...(list ?? '').matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name.toLowerCase())
  const common =
    values.find(({ table, key }) => table === 'subject' && key === 'commonName')?.text ??
    /^Subject:.*?commonName=([^/\n]+)/m.exec(output)?.[1]
  return {
    certNames: unique(names.length > 0 || !common ? names : [common]),
    certNotAfter: utcOf(
      values.find(({ key }) => key === 'notAfter')?.text ?? /^Not valid after:\s*(\S+)/m.exec(output)?.[1],
    ),
  }
}
