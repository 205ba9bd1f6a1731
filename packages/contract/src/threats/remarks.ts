import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Remark, RemarkInput, Source } from './threats.ts'
import * as wire from '../wire.ts'

const ofThreat = {
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
}

/** Maximum number of remarks on one threat, besides those of decisions; the next one is refused. */
export const remarksMax = 500

/** The pages of remarks; a threat and those merged into it can have more than one page. */
export const remarkPages = z.extend(wire.ofCompany, { pageNumber: z._default(wire.int(1, 1000), 1) })

/** 404 for a threat of another company or source, and for one that is not published. */
export const listRemarks = route({
  method: 'GET',
  path: '/threats/{source}/{threatId}/remarks',
  summary: 'List the remarks on a threat and those merged into it, the latest 500 first, each page oldest first',
  access: 'threats:read',
  params: ofThreat.params,
  query: remarkPages,
  response: z.array(Remark),
})

/** Repeated calls aren't deduplicated: each call adds one remark. 404 for a threat of another company or source; 409 after `remarksMax`. */
export const addRemark = route({
  method: 'POST',
  path: '/threats/{source}/{threatId}/remarks',
  summary: 'Add a remark to a threat without deciding on it',
  access: 'threats:remark',
  status: 201,
  ...ofThreat,
  body: RemarkInput,
  response: Remark,
})
