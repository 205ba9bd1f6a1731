import type * as contract from '@signet/contract/detector'
import { backTestNamesMax } from '@signet/contract/detector'
import type { Handler } from '../../http/mount-contract.ts'
import { brandsToWatch } from '../intake/intake.queries.ts'
import { runNames } from './run-names.ts'
import { storedNames } from './stored-names.queries.ts'

/** @throws AppError `TOO_MANY_REQUESTS` and `UNAVAILABLE` as the thread that does it */
export const matchNames: Handler<typeof contract.matchNames> = async ({ tx, company }, { body }) => {
  const brands = await brandsToWatch(tx, [company.id])
  const assets = brands.map(({ name, aliases, official }) => ({
    id: name,
    name,
    aliases,
    official,
    owner: company.key,
  }))
  return { rows: await runNames({ kind: 'bench', assets, names: body.names }) }
}

/** @throws AppError `TOO_MANY_REQUESTS` and `UNAVAILABLE` as the thread that does it */
export const backTestAssets: Handler<typeof contract.backTestAssets> = async ({ tx, company }, { body }) =>
  runNames({
    kind: 'backTest',
    aliases: [...new Set(body.aliases.map((alias) => alias.toLowerCase()))],
    official: body.official,
    known: await storedNames(tx, company.id, backTestNamesMax),
    namesMax: backTestNamesMax,
  })
