import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'
import { ShownIndicator } from './records.ts'

/*
 * Files of apps that people upload: a job reads each in a limited process and compares it with the company's own apps. A threat is added
 * with `addThreats`, whose rows name the file.
 */

/** Files of Android apps, alone or in several parts. */
export const appFileUpload = {
  maxBytes: 250_000_000,
  types: ['application/vnd.android.package-archive', 'application/zip'],
} as const

/** `reading` until the job has read it. */
export const appFileStates = ['reading', 'read', 'unreadable'] as const

/** A file of an app, with what was read in it. */
export const AppFile = z.object({
  id: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  sha256: z.string(),
  state: z.enum(appFileStates),
  /** Why it can't be read. */
  problem: z.nullable(wire.Sentence),
  /** The values of fields of the source APK (`sources.ts`). */
  fields: z.record(z.string(), z.string()),
  /** The company signed it. */
  isOwn: z.boolean(),
  /** Why it passes for an app of the company; empty if it doesn't, or if the company signed it. */
  indicators: z.array(ShownIndicator),
  createdAt: wire.time,
})
export type AppFile = z.output<typeof AppFile>

/** 413 above `appFileUpload.maxBytes`; 415 for what is no archive. */
export const addAppFile = route({
  method: 'POST',
  path: '/v1/appFiles',
  summary:
    'Upload a file of an Android app (APK, XAPK, APKM or APKS); a job reads it and compares it with the own apps',
  access: 'threats:add',
  status: 202,
  query: wire.ofCompany,
  upload: appFileUpload,
  body: z.strictObject({ company: wire.company }),
  response: AppFile,
})

/** Files are kept for 90 days, and longer as evidence of a threat. */
export const getAppFile = route({
  method: 'GET',
  path: '/v1/appFiles/{appFileId}',
  summary: 'Get a file of an app with what was read in it',
  access: 'threats:add',
  params: z.object({ appFileId: wire.id }),
  query: wire.ofCompany,
  response: AppFile,
})
