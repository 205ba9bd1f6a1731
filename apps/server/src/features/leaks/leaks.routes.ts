import type * as contract from '@signet/contract/leaks/leaks'
import {
  leakTypeKeys,
  leakTypes,
  passwordKindKeys,
  passwordKinds,
  recentLeakDays,
  urlTypeKeys,
  urlTypes,
  type LeakType,
} from '@signet/contract/leaks/leaks'
import { isOneOf } from '@signet/contract/narrow'
import { addDays, isoDay } from '@signet/contract/time'
import type { Option } from '@signet/contract/wire'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { changeLeakStatus, changeLeakStatuses } from './change-leak.ts'
import { leakCountsOf, leakDaysFrom, leaksByType, topHosts, type Dimension } from './list/leak-counts.queries.ts'
import { findLeak, lastReads, listLeakGroups, listLeakRows } from './leaks.queries.ts'
import { shownUntil } from './disclosures/disclose-names.ts'
import { revealPassword } from './passwords/reveal-password.ts'
import { toLeaks as toLeaksWith } from './list/show-leaks.ts'
import type { ListedLeak } from './leaks.queries.ts'

/** Leaks as the caller may see them. */
const toLeaks = async (context: Context, rows: readonly ListedLeak[]) =>
  toLeaksWith(context, rows, (await shownUntil(context)) !== null)

const groupItemsMax = 5
const entitiesMax = 100

/** The day this many days before the end of today, UTC: `1` is today. */
const dayBack = (daysBack: number) => addDays(isoDay(new Date()), 1 - daysBack)

/** When leaks of a type were last searched: when a file was completed, or, for leaks from other sources, the last day some were added. */
function lastOf(read: Date | undefined, day: string | undefined): string | null {
  const known = [...(read ? [read.toISOString()] : []), ...(day ? [`${day}T00:00:00.000Z`] : [])]
  return known.toSorted().at(-1) ?? null
}

export const getLeakSummary: Handler<typeof contract.getLeakSummary> = async ({ tx, company }) => {
  const added = await leaksByType(tx, company.id, dayBack(recentLeakDays))
  const reads = await lastReads(tx, company.id)
  return leakTypeKeys.map((leakType) => {
    const own = added.get(leakType)
    return {
      leakTypeLabel: leakTypes[leakType].label,
      leakType,
      recentlyAdded: own?.recent ?? 0,
      total: own?.total ?? 0,
      lastCheckedAt: lastOf(reads.get(leakType), own?.lastDay),
    }
  })
}

export const getLeaks: Handler<typeof contract.getLeaks> = async (context, { query }) => {
  const { categorise, pageNumber, limit, sortField, sortDirection, company: _, ...filter } = query
  if (!categorise) {
    const page = await listLeakRows(context.tx, context.company.id, filter, {
      pageNumber,
      limit,
      sortField,
      sortDirection,
    })
    return { ...page, items: await toLeaks(context, page.items) }
  }
  const page = await listLeakGroups(context.tx, context.company.id, filter, {
    pageNumber,
    limit,
    itemsMax: groupItemsMax,
  })
  const leaks = await toLeaks(
    context,
    page.items.flatMap(({ items }) => items),
  )
  const byPackage = Map.groupBy(leaks, ({ entity }) => entity)
  const items = page.items.map(({ entity, count }) => ({
    key: entity,
    label: entity,
    count,
    items: byPackage.get(entity) ?? [],
  }))
  return { ...page, items }
}

/** The values of a dimension that occur, by label. */
async function optionsOf(
  { tx, company }: Context,
  dimension: Dimension,
  leakType: LeakType | undefined,
  labelOf = (key: string) => key,
): Promise<Option[]> {
  const counts = await leakCountsOf(tx, company.id, dimension, leakType)
  return counts
    .map(({ key, leaks }) => ({ value: key, label: labelOf(key), count: leaks }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en') || (a.value < b.value ? -1 : 1))
}

export const getDatabaseList: Handler<typeof contract.getDatabaseList> = (context, { query }) =>
  optionsOf(context, 'database', query.leakType)
export const getPackageList: Handler<typeof contract.getPackageList> = (context, { query }) =>
  optionsOf(context, 'package', query.leakType)
export const getDocCategoryList: Handler<typeof contract.getDocCategoryList> = (context) =>
  optionsOf(context, 'docCategory', undefined)
export const getDocSourcesList: Handler<typeof contract.getDocSourcesList> = (context) =>
  optionsOf(context, 'docSource', undefined)
export const getURLTypesList: Handler<typeof contract.getURLTypesList> = (context) =>
  optionsOf(context, 'urlType', undefined, (key) => (isOneOf(urlTypeKeys, key) ? urlTypes[key] : key))
export const getSubDomainList: Handler<typeof contract.getSubDomainList> = (context, { query }) =>
  optionsOf(context, 'subdomain', query.type)
export const getStealerList: Handler<typeof contract.getStealerList> = (context, { query }) =>
  optionsOf(context, 'stealer', query.leakType)

export const getLeakDistribution: Handler<typeof contract.getLeakDistribution> = async ({ tx, company }, { query }) => {
  const dimension = query.dateType === 'added' ? 'addedDay' : 'day'
  const byKind = Map.groupBy(
    await leakDaysFrom(tx, company.id, dimension, dayBack(query.daysBack)),
    (row) => row.leak_type,
  )
  return leakTypeKeys
    .map((key) => {
      const days = byKind.get(key) ?? []
      return {
        key,
        label: leakTypes[key].label,
        count: days.reduce((all, day) => all + day.leaks, 0),
        withPassword: days.reduce((all, day) => all + day.with_password, 0),
      }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

export const getLeakFrequency: Handler<typeof contract.getLeakFrequency> = async ({ tx, company }, { query }) => {
  const from = dayBack(query.daysBack)
  const kinds = query.leakType ? [query.leakType] : leakTypeKeys
  const counts = new Map<string, number>()
  const dimension = query.dateType === 'added' ? 'addedDay' : 'day'
  for (const row of await leakDaysFrom(tx, company.id, dimension, from))
    counts.set(`${row.key} ${row.leak_type}`, row.leaks)
  return Array.from({ length: query.daysBack }, (_, index) => {
    const date = addDays(from, index)
    const by = Object.fromEntries(kinds.map((kind) => [kind, counts.get(`${date} ${kind}`) ?? 0]))
    return { date, count: Object.values(by).reduce((all, count) => all + count, 0), by }
  })
}

export const getLeakPasswords: Handler<typeof contract.getLeakPasswords> = async ({ tx, company }, { query }) => {
  const kinds = await leakCountsOf(tx, company.id, 'passwordKind', query.leakType)
  const days = await leakCountsOf(tx, company.id, 'addedDay', query.leakType)
  const all = sum(days.map(({ leaks }) => leaks))
  const withPassword = sum(days.map((day) => day.withPassword))
  const countOf = (kind: string) => kinds.find(({ key }) => key === kind)?.leaks ?? 0
  const known = passwordKindKeys.map((key) => ({ key, label: passwordKinds[key], count: countOf(key) }))
  return [
    ...known,
    { key: 'unknown' as const, label: 'Unknown', count: withPassword - sum(known.map(({ count }) => count)) },
    { key: 'none' as const, label: 'None', count: all - withPassword },
  ].filter(({ count }) => count > 0)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

export const getLeakEntityStats: Handler<typeof contract.getLeakEntityStats> = async ({ tx, company }, { query }) => {
  const counts = await leakCountsOf(tx, company.id, 'package', query.leakType)
  return counts
    .toSorted((a, b) => b.leaks - a.leaks || (a.key < b.key ? -1 : 1))
    .slice(0, entitiesMax)
    .map(({ key, leaks, employees, withPassword }) => ({
      entity: key,
      employees,
      customers: leaks - employees,
      withPassword,
    }))
}

export const topNAffectedURLS: Handler<typeof contract.topNAffectedURLS> = async ({ tx, company }, { query }) =>
  (await topHosts(tx, company.id, query.n)).map(({ key, leaks }) => ({ url: key, count: leaks }))

/** @throws AppError `NOT_FOUND` */
async function shownLeak(context: Context, leakId: string): Promise<contract.Leak> {
  const row = await findLeak(context.tx, context.company.id, leakId)
  const [leak] = row ? await toLeaks(context, [row]) : []
  if (!leak) throw new AppError('NOT_FOUND', { what: 'leak' })
  return leak
}

/** @throws AppError `NOT_FOUND` */
export const getLeak: Handler<typeof contract.getLeak> = (context, { params }) => shownLeak(context, params.leakId)

export const changeLeaks: Handler<typeof contract.changeLeaks> = (context, { body }) =>
  changeLeakStatuses(context, body.ids, body.status, body.versions)

/** @throws AppError `NOT_FOUND`, `CONFLICT` */
export const changeLeak: Handler<typeof contract.changeLeak> = async (context, { params, body }) => {
  await changeLeakStatus(context, params.leakId, body)
  return shownLeak(context, params.leakId)
}

/** @throws AppError like `revealPassword` */
export const revealLeak: IdentityHandler<typeof contract.revealLeak> = {
  withIdentity: async (context, { params, body }) => ({
    password: await revealPassword(context, params.leakId, body),
  }),
}
