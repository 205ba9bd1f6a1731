import * as z from 'zod/mini'
import { route } from '../route.ts'
import {
  addedEvidenceUpload,
  AddResult,
  EnteredThreat,
  formBool,
  furtherLinks,
  isAddedAnyway,
  rowsOf,
} from '../threats/add-threats.ts'
import { toutSources } from './tout-sources.ts'
import { Tout } from './touts.ts'
import * as wire from '../wire.ts'

/*
 * Touts that users add. Fields are those of the source for touts (`tout-sources.ts`), with the price, the face value and the quantity of
 * the offer as numbers.
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
  upload: addedEvidenceUpload,
  body: z.strictObject({
    company: wire.company,
    source: z.enum(toutSources),
    rows: rowsOf(z.extend(EnteredThreat, { links: furtherLinks })),
    isAddedAnyway: formBool,
    dryRun: formBool,
  }),
  response: z.array(AddResult),
})
