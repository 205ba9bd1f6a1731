import {
  connectorNames,
  connectors as infos,
  isCollecting,
  isPolled,
  type CompanyConnector,
  type ConnectorInfo,
  type ConnectorName,
  type CredentialName,
} from '@signet/contract/collection/connectors'
import { feedsMax, readFeedAddresses } from '@signet/connectors'
import type * as contract from '@signet/contract/collection/connectors'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import { AppError, found } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import { clockIn, companyConnector } from './connector-work.ts'
import { collectJob, testConnectorJob } from './connectors.jobs.ts'
import {
  connectorsOf,
  deleteStored,
  findConnector,
  makeDue,
  openCredentials,
  putConnectorRow,
} from './connectors.queries.ts'
import { assertMailbox, keptOf } from './mailbox-account.ts'
import { pauseFor } from './pause-connector.ts'

export const listConnectors: Handler<typeof contract.listConnectors> = (context) => all(context)

async function all({ tx, company }: Context): Promise<CompanyConnector[]> {
  const rows = new Map((await connectorsOf(tx, company.id)).map((row) => [row.connector, row]))
  const clock = await clockIn(tx)
  return connectorNames.map((name) => companyConnector(name, rows.get(name), clock))
}

/**
 * @throws AppError `REQUIRED` for a credential that the connector needs, `NOT_AN_OPTION` for one that it doesn't have and for switching on
 *   one that collects nothing,
 *   `NOT_A_WEB_ADDRESS` for a server without an http address, `FEED_LINE_INVALID`, `FEEDS_TOO_MANY`
 */
export const putConnector: Handler<typeof contract.putConnector> = async (context, { params, body }) => {
  const { tx, company, enqueue } = context
  const { connector } = params
  const { isOn } = body
  const { credentials: needed, optional = [] }: ConnectorInfo = infos[connector]
  const known = await findConnector(tx, company.id, connector)
  const stored = known ? await openCredentials(context.secrets, tx, known) : {}
  const credentials = { ...keptOf(stored, body.credentials), ...body.credentials }
  assertNone(
    Object.keys(credentials).filter((name) => ![...needed, ...optional].some((each) => each === name)),
    'NOT_AN_OPTION',
    [...needed, ...optional],
  )
  if (isOn && !isCollecting(connector)) throw new AppError('NOT_AN_OPTION', { options: 'false' }, { at: 'body.isOn' })
  if (isOn || !isCollecting(connector)) {
    assertNone(
      needed.filter((name) => !credentials[name]),
      'REQUIRED',
      needed,
    )
  }
  if (credentials.baseUrl && !/^https?:\/\/[^/]/.test(credentials.baseUrl)) {
    throw new AppError('NOT_A_WEB_ADDRESS', {}, { at: 'body.credentials.baseUrl' })
  }
  if (body.credentials.feeds !== undefined) assertFeeds(body.credentials.feeds)
  if (credentials.mailServer !== undefined) await assertMailbox(context, credentials, isOn)
  await putConnectorRow(context, company.id, connector, { isOn, credentials })
  if (isOn && isPolled(connector)) await enqueue(tx, collectJob, { companyId: company.id, connector })
  await record(context, 'settings.connectorSet', connector, isOn)
  return all(context)
}

function assertNone(names: readonly string[], reason: 'REQUIRED' | 'NOT_AN_OPTION', needed: readonly CredentialName[]) {
  const [name] = names
  if (name === undefined) return
  const at = { at: `body.credentials.${name}` }
  throw reason === 'REQUIRED'
    ? new AppError('REQUIRED', {}, at)
    : new AppError('NOT_AN_OPTION', { options: needed.join(', ') }, at)
}

/** @throws AppError `FEED_LINE_INVALID`, `FEEDS_TOO_MANY` */
function assertFeeds(feeds: string): void {
  const read = readFeedAddresses(feeds)
  const at = { at: 'body.credentials.feeds' }
  if (Array.isArray(read)) return
  // What follows the address may be a key.
  const [line = ''] = read.refused.split(/\s/)
  if (line === '') throw new AppError('FEEDS_TOO_MANY', { max: feedsMax }, at)
  throw new AppError('FEED_LINE_INVALID', { line: line.slice(0, 200) }, at)
}

/** @throws AppError `NOT_FOUND` if nothing is stored for the connector */
export const deleteConnector: Handler<typeof contract.deleteConnector> = async (context, { params }) => {
  const { tx, company } = context
  if (!(await deleteStored(tx, company.id, params.connector))) throw new AppError('NOT_FOUND', { what: 'record' })
  await record(context, 'settings.connectorDeleted', params.connector, false)
  return all(context)
}

/** @throws AppError `NOT_FOUND` if nothing is stored for the connector */
export const testConnector: Handler<typeof contract.testConnector> = async (context, { params }) => {
  const { tx, company, enqueue } = context
  const { connector } = params
  found(await findConnector(tx, company.id, connector), 'record')
  await enqueue(tx, testConnectorJob, { companyId: company.id, connector })
  return all(context)
}

/** @throws AppError `NOT_FOUND` if the connector isn't on, `CONNECTOR_PAUSED` */
export const runConnector: Handler<typeof contract.runConnector> = async (context, { params }) => {
  const { tx, company, enqueue } = context
  const { connector } = params
  const row = await findConnector(tx, company.id, connector)
  if (row?.paused_at) throw new AppError('CONNECTOR_PAUSED')
  if (!(await makeDue(tx, company.id, connector))) throw new AppError('NOT_FOUND', { what: 'record' })
  await enqueue(tx, collectJob, { companyId: company.id, connector })
  return all(context)
}

/** @throws AppError `NOT_FOUND` if the connector isn't on */
export const pauseConnector: Handler<typeof contract.pauseConnector> = async (context, { params, body }) => {
  const { tx, company } = context
  const row = await findConnector(tx, company.id, params.connector)
  if (!row?.is_on) throw new AppError('NOT_FOUND', { what: 'record' })
  await pauseFor(context, params.connector, body.isPaused)
  return all(context)
}

function record(
  context: Context,
  action: 'settings.connectorSet' | 'settings.connectorDeleted',
  connector: ConnectorName,
  isOn: boolean,
): Promise<void> {
  const targetId = companyTarget(context.company.id)
  return recordAudit(context, { action, targetType: 'company', targetId, after: { connector, isOn } })
}
