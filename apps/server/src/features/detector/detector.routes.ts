import type * as contract from '@signet/contract/collection/detector'
import { backTestNamesMax, type Allowed } from '@signet/contract/collection/detector'
import { brandsToWatch } from '../companies/watched-brands.queries.ts'
import type { SteppedHandler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { suppressedBy } from '../allow-list/suppressed-by.ts'
import { runNames } from './run-names.ts'
import { storedNames } from './stored-names.queries.ts'

/** @throws AppError `TOO_MANY_REQUESTS` and `UNAVAILABLE` like `runNames` */
export const matchNames: SteppedHandler<typeof contract.matchNames> = {
  inSteps: async ({ before, last }, { body }) => {
    const assets = await before(async ({ tx, company }) =>
      (await brandsToWatch(tx, [company.id])).map(({ name, aliases, official }) => ({
        id: name,
        name,
        aliases,
        official,
        owner: company.key,
      })),
    )
    const rows = await runNames({ kind: 'bench', assets, names: body.names })
    return last(async (context) => {
      const found = rows.filter(({ verdicts }) => verdicts.length > 0)
      const entryOf = await entriesFor(
        context,
        found.map(({ name }) => name),
      )
      return { rows: rows.map((row) => ({ ...row, allowed: entryOf(row.name) })) }
    })
  },
}

/** @throws AppError `TOO_MANY_REQUESTS` and `UNAVAILABLE` like `runNames` */
export const backTestAssets: SteppedHandler<typeof contract.backTestAssets> = {
  inSteps: async ({ before, last }, { body }) => {
    const known = await before(({ tx, company }) => storedNames(tx, company.id, backTestNamesMax))
    const { foundNames, ...tried } = await runNames({
      kind: 'backTest',
      aliases: [...new Set(body.aliases.map((alias) => alias.toLowerCase()))],
      official: body.official,
      known,
      namesMax: backTestNamesMax,
    })
    return last(async (context) => {
      const entryOf = await entriesFor(context, [...foundNames, ...tried.examples.map(({ name }) => name)])
      return {
        ...tried,
        allowed: foundNames.filter((name) => entryOf(name) !== null).length,
        examples: tried.examples.map((example) => ({ ...example, allowed: entryOf(example.name) })),
      }
    })
  },
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
