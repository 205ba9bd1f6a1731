import type * as contract from '@signet/contract/collection/detector'
import { backTestNamesMax, type Allowed } from '@signet/contract/collection/detector'
import { brandsToWatch } from '../companies/watched-brands.queries.ts'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { suppressedBy } from '../allow-list/suppressed-by.ts'
import { runNames } from './run-names.ts'
import { storedNames } from './stored-names.queries.ts'

/** @throws AppError `TOO_MANY_REQUESTS` and `UNAVAILABLE` like `runNames` */
export const matchNames: Handler<typeof contract.matchNames> = async (context, { body }) => {
  const { tx, company } = context
  const brands = await brandsToWatch(tx, [company.id])
  const assets = brands.map(({ name, aliases, official }) => ({
    id: name,
    name,
    aliases,
    official,
    owner: company.key,
  }))
  const rows = await runNames({ kind: 'bench', assets, names: body.names })
  const entryOf = await entriesFor(
    context,
    rows.filter(({ verdicts }) => verdicts.length > 0).map(({ name }) => name),
  )
  return { rows: rows.map((row) => ({ ...row, allowed: entryOf(row.name) })) }
}

/** @throws AppError `TOO_MANY_REQUESTS` and `UNAVAILABLE` like `runNames` */
export const backTestAssets: Handler<typeof contract.backTestAssets> = async (context, { body }) => {
  const { tx, company } = context
  const { foundNames, ...tried } = await runNames({
    kind: 'backTest',
    aliases: [...new Set(body.aliases.map((alias) => alias.toLowerCase()))],
    official: body.official,
    known: await storedNames(tx, company.id, backTestNamesMax),
    namesMax: backTestNamesMax,
  })
  const entryOf = await entriesFor(context, [...foundNames, ...tried.examples.map(({ name }) => name)])
  return {
    ...tried,
    allowed: foundNames.filter((name) => entryOf(name) !== null).length,
    examples: tried.examples.map((example) => ({ ...example, allowed: entryOf(example.name) })),
  }
}

/** The entry of the company's allow list that would suppress each name if it were seen now. */
async function entriesFor({ tx, company }: Context, names: readonly string[]): Promise<(name: string) => Allowed> {
  const distinct = [...new Set(names)]
  const entries = await suppressedBy(
    tx,
    company.id,
    distinct.map((place) => ({ place, account: null, contentHash: null })),
    new Date(),
  )
  const byName = new Map(distinct.map((name, at) => [name, entries[at] ?? null]))
  return (name) => byName.get(name) ?? null
}
