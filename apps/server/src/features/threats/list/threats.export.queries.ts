import { sql, type SelectQueryBuilder } from 'kysely'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { Tx } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import { numberOfThreat } from '../../../db/threat-numbers.queries.ts'
import { whereThreats, type ThreatFilter, type ThreatScope } from './threat-filter.queries.ts'

/** The threats that a filter matches, without columns. */
export const foundThreats = (tx: Tx, scope: ThreatScope, filter: ThreatFilter) =>
  whereThreats(tx.selectFrom('threats'), scope, filter)

/** The columns of an export, with the status of the last takedown. Index: takedowns_threat. */
export const withLastTakedown = (found: SelectQueryBuilder<Tables, 'threats', object>, companyId: number) =>
  found.select([
    'threats.id',
    'threats.title',
    'threats.source',
    'threats.threat_type',
    'threats.severity',
    'threats.status',
    'threats.category',
    'threats.url',
    'threats.score',
    'threats.indicators',
    'threats.first_seen',
    'threats.last_seen',
    'threats.published_at',
    numberOfThreat(companyId).as('number'),
    sql<TakedownStatus | null>`(select k.status from takedowns k
            where k.company_id = ${companyId} and k.threat_id = threats.id order by k.requested_at desc limit 1)`.as(
      'takedown',
    ),
  ])
