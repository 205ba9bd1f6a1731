import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { isRecord } from '@signet/contract/narrow'
import { startSpan, type ActiveSpan } from './tracing.ts'

/** Requests to other servers that run, by the object with which undici names them. */
type Running = WeakMap<object, ActiveSpan>

const requestOf = (message: unknown): Record<string, unknown> | null =>
  isRecord(message) && isRecord(message['request']) ? message['request'] : null

function hostOf(origin: unknown): { 'server.address': string; 'server.port': number } | null {
  const url = URL.parse(String(origin))
  if (!url) return null
  return { 'server.address': url.hostname, 'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)) }
}

/**
 * Records every request to another server as a span: undici announces them. Only the method, host and status are recorded, because paths
 * and queries may name what a company looks for.
 *
 * @returns ends it
 */
export function traceOutgoing(): () => void {
  const running: Running = new WeakMap()
  const begin = (message: unknown) => {
    const request = requestOf(message)
    const host = request && hostOf(request['origin'])
    if (!request || !host) return
    const method = String(request['method'])
    const span = startSpan(`${method} ${host['server.address']}`, 'client', { 'http.request.method': method, ...host })
    if (span) running.set(request, span)
  }
  const answered = (message: unknown) => {
    const request = requestOf(message)
    const response = isRecord(message) ? message['response'] : null
    const status = isRecord(response) ? Number(response['statusCode']) : 0
    if (request) running.get(request)?.set({ 'http.response.status_code': status })
  }
  const ended = (message: unknown) => {
    const request = requestOf(message)
    if (request) running.get(request)?.end()
  }
  const failed = (message: unknown) => {
    const request = requestOf(message)
    const span = request && running.get(request)
    if (!span) return
    span.fail(isRecord(message) ? message['error'] : null)
    span.end()
  }
  const listeners = [
    ['undici:request:create', begin],
    ['undici:request:headers', answered],
    ['undici:request:trailers', ended],
    ['undici:request:error', failed],
  ] as const
  for (const [name, listener] of listeners) subscribe(name, listener)
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener)
  }
}
