import * as z from 'zod/mini'
import { imageTypes, mebibyte } from './file-types.ts'
import { route } from './route.ts'
import { Source } from './threats.ts'
import * as wire from './wire.ts'

/** A stored file. `href` opens it for about five minutes without a token; it is bound to the session it was made for. */
export const File = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  type: z.string(),
  createdAt: wire.time,
  href: z.string(),
})
export type File = z.output<typeof File>

/** What may be kept with a threat or a case. */
export const evidenceUpload = {
  maxBytes: 20 * mebibyte,
  types: [...imageTypes, 'application/pdf', 'text/html'],
} as const

/** The body of a call that takes one file and nothing else; the company may be named in the query instead. */
export const OnlyFile = z.strictObject({ company: wire.company })

export const addEvidence = route({
  method: 'POST',
  path: '/threats/{source}/{threatId}/evidence',
  summary: 'Keeps an image, a PDF or a page as evidence of a threat; the same bytes twice are one piece',
  access: 'threats:correct',
  status: 201,
  upload: evidenceUpload,
  params: z.object({ source: Source, threatId: wire.id }),
  query: z.object({ company: wire.company }),
  body: OnlyFile,
  response: File,
})
