import type * as contract from '@signet/contract/collection/discovered-hosts'
import type { HostChecks } from '@signet/contract/collection/discovered-hosts'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import { clockIn, connectorWork } from '../connectors/connector-work.ts'
import { collectJob } from '../connectors/connectors.jobs.ts'
import { findConnector, makeDue } from '../connectors/connectors.queries.ts'
import { approvesHosts, countHosts, decideHosts, hostsPage, setApprovesHosts } from './discovered-hosts.queries.ts'

const connector = 'ownHosts'

export const listDiscoveredHosts: Handler<typeof contract.listDiscoveredHosts> = ({ tx, company }, { query }) =>
  hostsPage(tx, company.id, query)

export const decideDiscoveredHosts: Handler<typeof contract.decideDiscoveredHosts> = async (context, { body }) => {
  const { tx, company, actor } = context
  const { hosts, state } = body
  const changed = await decideHosts(tx, company.id, hosts, { state, by: actor.name, now: new Date() })
  if (changed.length > 0) {
    await recordAudit(context, {
      action: 'settings.hostsDecided',
      targetType: 'company',
      targetId: companyTarget(company.id),
      after: { state, hosts: changed },
    })
  }
  return { changed: changed.length }
}

export const getHostChecks: Handler<typeof contract.getHostChecks> = (context) => checksOf(context)

async function checksOf({ tx, company }: Context): Promise<HostChecks> {
  const work = connectorWork(connector, await findConnector(tx, company.id, connector), await clockIn(tx))
  return { work, approvesHosts: await approvesHosts(tx, company.id), counts: await countHosts(tx, company.id) }
}

export const putHostPolicy: Handler<typeof contract.putHostPolicy> = async (context, { body }) => {
  const { tx, company } = context
  const before = await approvesHosts(tx, company.id)
  if (before !== body.approvesHosts) {
    await setApprovesHosts(tx, company.id, body.approvesHosts)
    await recordAudit(context, {
      action: 'settings.hostPolicyChanged',
      targetType: 'company',
      targetId: companyTarget(company.id),
      before: { approvesHosts: before },
      after: { approvesHosts: body.approvesHosts },
    })
  }
  return checksOf(context)
}

/** @throws AppError `NOT_FOUND` if the connector isn't on, `CONNECTOR_PAUSED` */
export const runHostChecks: Handler<typeof contract.runHostChecks> = async (context) => {
  const { tx, company, enqueue } = context
  const row = await findConnector(tx, company.id, connector)
  if (row?.paused_at) throw new AppError('CONNECTOR_PAUSED')
  if (!(await makeDue(tx, company.id, connector))) throw new AppError('NOT_FOUND', { what: 'record' })
  await enqueue(tx, collectJob, { companyId: company.id, connector })
  return checksOf(context)
}
