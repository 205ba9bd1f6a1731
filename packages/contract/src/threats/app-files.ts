import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'
import { ShownIndicator } from './records.ts'

/*
 * Files of apps that people upload, and apps whose address they enter: a job fetches the page of the store or the file, reads it (a file in
 * a limited process) and compares it with the company's own apps. A threat is added with `addThreats`, whose rows name the app.
 */

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Files of apps for Android, alone or in several parts, and for iOS. */
export const appFileUpload = {
  maxBytes: 250_000_000,
  types: ['application/vnd.android.package-archive', 'application/zip'],
} as const
/** The extensions of these files, as people are asked for them. A ZIP archive of any name is accepted, and read by its content. */
export const appFileExtensions = ['apk', 'xapk', 'apkm', 'apks', 'aab', 'ipa'] as const

/** `reading` until a job has fetched and read it. */
export const appFileStates = ['reading', 'read', 'unreadable'] as const

/** A file of an app, or its page in a store, with what was read in it. */
export const AppFile = z.object({
  id: z.string(),
  /** The name of the file; until it is fetched, the address. */
  name: z.string(),
  /** The address that a person entered; null for an uploaded file. */
  address: z.nullable(z.string()),
  /** Whether the page of a store was read instead of a file: it says who publishes the app, not who signed it. */
  isListing: z.boolean(),
  /** In bytes; null until it is fetched. */
  size: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  state: z.enum(appFileStates),
  /** Why it can't be read. */
  problem: z.nullable(wire.Sentence),
  /** The values of fields of the source APK (`sources.ts`). */
  fields: z.record(z.string(), z.string()),
  /** The company signed it, or it is an app of the company in a store. */
  isOwn: z.boolean(),
  /** Why it passes for an app of the company; empty if it doesn't, or if it is the company's own. */
  indicators: z.array(ShownIndicator),
  createdAt: wire.time,
})
export type AppFile = z.output<typeof AppFile>

/** 413 above `appFileUpload.maxBytes`; 415 for what is no archive. */
export const addAppFile = route({
  method: 'POST',
  path: '/v1/appFiles',
  summary:
    'Upload a file of an app (APK, XAPK, APKM, APKS, AAB or IPA); a job reads it and compares it with the own apps',
  access: 'threats:add',
  status: 202,
  query: wire.ofCompany,
  upload: appFileUpload,
  body: z.strictObject({ company: wire.company }),
  response: AppFile,
})

/**
 * The page of an app in Google Play or the App Store, or any other address, which must send the file of an Android app. Only that page is
 * read. What goes wrong there is the `problem` of the app. 400 (`NOT_AN_APP_ADDRESS`) for other pages of the stores.
 */
export const addAppAddress = route({
  method: 'POST',
  path: '/v1/appFiles/address',
  summary: 'Enter the address of an app or of its file; a job fetches it and compares it with the own apps',
  access: 'threats:add',
  status: 202,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    address: wire.oneLine(2000, 1).check(z.refine((text) => isWebAddress(text.trim()), problem('NOT_A_WEB_ADDRESS'))),
  }),
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
