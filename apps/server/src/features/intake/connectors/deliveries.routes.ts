import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { pushConnectors, type PushConnector } from '@signet/connectors'
import { pushConnectorNames, type PushConnectorName } from '@signet/contract/collection/connectors'
import type { App } from '../../../app/app.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import { AppError } from '../../../errors.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { isSame } from '../../../secret-token.ts'
import { findConnector, openCredentials, setDelivery, recordTest, type ConnectorRow } from './connectors.queries.ts'
import { hookBase, hookTokenOf, readHookToken } from './hook-of-connector.ts'
import { toutSourcesOf } from '../../companies/tout-sources.queries.ts'
import { judgedOf, storeObservations } from './store-observations.ts'

/** WhatsApp delivers at most 3 MB at a time. */
const bodyMax = 3 * 1024 * 1024
/** For each connector of a company. */
const deliveriesPerMinute = 600

const Challenge = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().check(z.regex(/^[\w.-]{1,200}$/)),
})

type OfHook = { Params: { connector: string; token: string } }
interface Hook {
  row: ConnectorRow
  connector: PushConnectorName
}

/** Mounts the addresses that providers deliver to. Each belongs to one connector of one company; its secret part is random. */
export async function mountDeliveries(server: FastifyInstance, app: App): Promise<void> {
  const gate = app.gates.gate('deliveries', deliveriesPerMinute)
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Signatures are those of the bytes as they were sent.
    const parser = { parseAs: 'buffer', bodyLimit: bodyMax } as const
    scope.addContentTypeParser<Buffer>('application/json', parser, (request, body, done) => {
      bodies.set(request, body)
      done(null)
    })
    const path = `${hookBase}/:connector/:token`
    scope.get<OfHook>(path, async ({ params, query: sent }, reply) => {
      const { row, connector } = await hookOf(app, params)
      const query = z.safeParse(Challenge, sent)
      if (!query.success || !isSame(query.data['hub.verify_token'], params.token)) throw noHook()
      await app.database.inCompanies([row.company_id], (tx) =>
        recordTest(tx, row.company_id, connector, { problem: null, reply: 'hub.mode=subscribe' }),
      )
      return reply.type('text/plain').header('cache-control', 'no-store').send(query.data['hub.challenge'])
    })
    scope.post<OfHook>(path, async (request, reply) => {
      const hook = await hookOf(app, request.params)
      if (!gate.admits(hook.row.id)) throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: gate.secondsLeft() })
      const body = bodies.get(request) ?? Buffer.alloc(0)
      await receive(app, hook, { headers: request.headers, body })
      return reply.header('cache-control', 'no-store').send()
    })
  })
}

const noHook = () => new AppError('NOT_FOUND', { what: 'call' })

/** @throws AppError `NOT_FOUND` for an address that belongs to no connector that is on */
async function hookOf({ database }: App, { connector, token }: OfHook['Params']): Promise<Hook> {
  const name = pushConnectorNames.find((each) => each === connector)
  const companyId = readHookToken(token)
  if (name === undefined || companyId === null) throw noHook()
  const row = await database.inCompanies([companyId], (tx) => findConnector(tx, companyId, name))
  if (!row?.is_on || !isSame(hookTokenOf(row), token)) throw noHook()
  const { is_active: isActive } = await database.inIdentity((tx) => companyOf(tx, companyId))
  if (!isActive) throw noHook()
  return { row, connector: name }
}

/** @throws AppError `DELIVERY_NOT_SIGNED`, which the settings show */
async function receive(
  { database, secrets, installation, queue }: App,
  { row, connector: name }: Hook,
  delivery: Parameters<PushConnector['read']>[0],
): Promise<void> {
  const { company_id: companyId } = row
  const connector: PushConnector = pushConnectors[name]
  const credentials = await database.inCompanies([companyId], (tx) => openCredentials(secrets, tx, row))
  if (!connector.isAuthentic(credentials, delivery)) {
    const refused = new AppError('DELIVERY_NOT_SIGNED')
    const problem = wordsOf(refused)
    await database.inCompanies([companyId], (tx) => recordTest(tx, companyId, name, { problem, reply: null }))
    throw refused
  }
  const { observations, skipped } = connector.read(delivery)
  const companyIds = [companyId]
  const toutSources = await toutSourcesOf(database, companyIds)
  await database.inCompanies(companyIds, async (tx) => {
    const { judged } = await judgedOf(tx, companyIds)
    const enqueue = installation.looksUp ? queue.enqueue : undefined
    const findings = { connector: name, observations, judged, companyIds, toutSources }
    const stored = await storeObservations(tx, findings, enqueue)
    const counts = stored.get(companyId) ?? { found: 0, suppressed: 0 }
    await setDelivery(tx, row, { observations, skipped }, counts)
  })
}
