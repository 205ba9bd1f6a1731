import type { IncomingMessage, ServerResponse } from 'node:http'
import { startFakeServer, type FakeServer } from './fake-server.ts'

/** How the services answer a submission: as documented, busy, broken, without an answer, or refusing the account. */
export type ServiceManners = 'ok' | 'throttles' | 'fails' | 'breaks' | 'unauthorised' | 'noTicket'

/** A report that a service took. */
export interface TakenAbuseReport {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** Local stand-ins for the services that take reports, each at `<url>/<service>` with the paths of the real one. */
export interface FakeAbuseReportServices {
  server: FakeServer
  /** What the services took, oldest first; also what they took before the connection broke. */
  taken: TakenAbuseReport[]
  manners: ServiceManners
  onTaken(listener: (report: TakenAbuseReport) => void): void
  close(): Promise<void>
}

const json = (response: ServerResponse, status: number, value: object, headers = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

const ok = (value: object, status = 200) => ({ status, value })

/** The answer of a service that works; null for a path that it doesn't have. */
function answerOf(path: string, method: string, count: number): { status: number; value: object } | null {
  if (/^\/cloudflare\/accounts\/[^/]+\/abuse-reports\/abuse_phishing$/.test(path)) {
    return ok({ abuse_rand: `cf${count}`, request: { act: 'abuse_phishing' }, result: 'success' })
  }
  if (/^\/cloudflare\/accounts\/[^/]+\/abuse-reports\/cf\d+$/.test(path)) {
    const summary = { accepted_url_count: 1, active_count: 1, in_review_count: 0, external_host_notified: true }
    return ok({ success: true, result: { status: 'accepted', mitigation_summary: summary } })
  }
  if (path.startsWith('/cloudflare/accounts/')) return ok({ success: true, result: { reports: [] } })
  if (path === '/godaddy/v1/abuse/tickets') {
    return method === 'POST' ? ok({ u_number: `DCU${count}` }, 201) : ok({ ticketIds: [], pagination: { total: 0 } })
  }
  if (path.startsWith('/godaddy/v1/abuse/tickets/')) return ok({ closed: true, closedAt: '2026-11-22T12:00:00Z' })
  if (path === '/urlhaus/api/') return ok({ query_status: 'ok' })
  if (path === '/urlhaus/v1/url/') return ok({ query_status: 'ok', id: 4711, url_status: 'offline', larted: 'true' })
  if (path === '/netcraft/api/v3/report/urls') return ok({ message: 'Successfully reported', uuid: `nc${count}` })
  if (path.startsWith('/netcraft/api/v3/submission/')) return ok({ state: 'malicious' })
  if (path === '/urlscan/api/v1/scan') return ok({ message: 'Submission successful', uuid: `us${count}` })
  if (path.startsWith('/urlscan/api/v1/result/')) return ok({ message: 'Scan is not finished yet' }, 404)
  return path === '/urlscan/api/v1/quotas' ? ok({ limits: {} }) : null
}

/** Starts the services on 127.0.0.1. */
export async function startFakeAbuseReportServices(): Promise<FakeAbuseReportServices> {
  const server = await startFakeServer()
  const listeners: ((report: TakenAbuseReport) => void)[] = []
  const services: FakeAbuseReportServices = {
    server,
    taken: [],
    manners: 'ok',
    onTaken: (listener) => void listeners.push(listener),
    close: () => server.close(),
  }
  server.onOther((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const found = answerOf(path, request.method ?? 'GET', services.taken.length + 1)
    if (!found) return false
    void bodyOf(request).then((body) => {
      if (services.manners === 'unauthorised') return json(response, 401, { message: 'Unauthorized' })
      if (services.manners === 'throttles') return json(response, 429, {}, { 'retry-after': '3600' })
      if (request.method === 'POST') {
        const report = { path, headers: request.headers, body }
        services.taken.push(report)
        for (const listener of listeners) listener(report)
      }
      if (services.manners === 'breaks') return void request.socket.destroy()
      if (services.manners === 'fails') return json(response, 500, { message: 'Internal error' })
      return json(response, found.status, services.manners === 'noTicket' ? {} : found.value)
    })
    return true
  })
  return services
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
