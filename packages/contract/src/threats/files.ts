import * as z from 'zod/mini'
import { imageTypes, mebibyte, officeTypes } from './file-types.ts'
import { route } from '../route.ts'
import { sourceIn } from './records.ts'
import { toutSources } from '../touts/tout-sources.ts'
import { Source } from './threats.ts'
import * as wire from '../wire.ts'

const shownTypes = [...imageTypes, 'application/pdf', 'text/html'] as const

/** Files that can be stored as evidence of a threat. */
export const evidenceUpload = {
  maxBytes: 20 * mebibyte,
  types: [...shownTypes, 'message/rfc822'],
  opensDocuments: true,
} as const

/** Files that can be stored with a case, including correspondence. */
export const caseFileUpload = {
  ...evidenceUpload,
  types: [...shownTypes, ...officeTypes, 'text/plain', 'text/csv'],
} as const

/** Maximum number of files that people can add to a case; replies of providers don't count. */
export const caseFilesMax = 300

/** The body of a call that accepts one file and no other fields; the company can also be given in the query. */
export const OnlyFile = z.strictObject({ company: wire.company })

/**
 * 404 for a threat of another company or source; 413 above `evidenceUpload.maxBytes`; 415 when the content is of
 * another type.
 */
export const addEvidence = route({
  method: 'POST',
  path: '/threats/{source}/{threatId}/evidence',
  summary: 'Add an image, a PDF or a page as evidence of a threat; identical files are stored once',
  access: 'threats:correct',
  status: 201,
  upload: evidenceUpload,
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
  body: OnlyFile,
  response: wire.File,
})

/** Like `addEvidence`, for touts. */
export const addToutEvidence = route({
  method: 'POST',
  path: '/touts/{source}/{toutId}/evidence',
  summary: 'Add an image, a PDF or a page as evidence of a tout; identical files are stored once',
  access: 'threats:correct',
  module: 'touts',
  status: 201,
  upload: evidenceUpload,
  params: z.object({ source: sourceIn(toutSources), toutId: wire.id }),
  query: wire.ofCompany,
  body: OnlyFile,
  response: wire.File,
})

/** 404 for a takedown of another company; 409 when it has `caseFilesMax` files; 413 and 415 by `caseFileUpload`. */
export const addTakedownFile = route({
  method: 'POST',
  path: '/takedown/{takedownId}/files',
  summary: "Add a file to a takedown, such as a provider's reply",
  access: 'takedowns:move',
  status: 201,
  upload: caseFileUpload,
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  body: OnlyFile,
  response: wire.File,
})

/** 404 for an analysis of another company; 409 when it has `caseFilesMax` files; 413 and 415 by `caseFileUpload`. */
export const addAnalysisFile = route({
  method: 'POST',
  path: '/deeperAnalysis/{analysisId}/files',
  summary: 'Add a file to a deeper analysis, such as its findings',
  access: 'analyses:move',
  status: 201,
  upload: caseFileUpload,
  params: z.object({ analysisId: wire.id }),
  query: wire.ofCompany,
  body: OnlyFile,
  response: wire.File,
})
