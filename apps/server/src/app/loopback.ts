import type { PlainReason } from '@signet/contract/errors/errors'

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

/** Why secrets can't be sent to an address: it must be https, except for a server on this machine. Null if they can. */
export function refusalOfAddress(address: string): PlainReason | null {
  const url = new URL(address)
  const isHere = url.protocol === 'http:' && isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))
  if (url.protocol !== 'https:' && !isHere) return 'NOT_HTTPS'
  return url.username || url.password || url.hash ? 'ADDRESS_NOT_PLAIN' : null
}
