import * as z from 'zod/mini'
import { route } from '../route.ts'
import { addMax, AddResult, EnteredThreat, isAddedAnyway } from '../threats/add-threats.ts'
import { toutSources } from './tout-sources.ts'
import { Tout } from './touts.ts'
import * as wire from '../wire.ts'

/*
 * Touts that users add. Fields are those of the source for touts (`tout-sources.ts`), with the price, the face value and the quantity of the
 * offer as numbers.
 */

/**
 * Like `addThreat`. Reasons and score are those of the detector, if it finds any in the tout; severity and type stay as entered.
 */
export const addTout = route({
  method: 'POST',
  path: '/touts',
  summary: 'Add a tout manually and queue it for review; returns 409 with its id if it already exists',
  access: 'threats:add',
  module: 'touts',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    source: z.enum(toutSources),
    ...EnteredThreat.def.shape,
    isAddedAnyway,
  }),
  response: Tout,
})

/** Like `addThreats`. */
export const addTouts = route({
  method: 'POST',
  path: '/touts/many',
  summary:
    'Add up to 200 touts of one source manually, each independently; with dryRun only returns what would happen to each',
  access: 'threats:add',
  module: 'touts',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    source: z.enum(toutSources),
    rows: z.array(EnteredThreat).check(z.minLength(1), z.maxLength(addMax)),
    isAddedAnyway,
    dryRun: z._default(z.boolean(), false),
  }),
  response: z.array(AddResult),
})
