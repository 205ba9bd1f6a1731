/**
 * The file types that can be detected by their content, with their possible extensions (the first is appended to a file name that has none
 * of them).
 */
export const fileTypes = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/html': ['html', 'htm', 'xhtml'],
  'text/csv': ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'],
  'text/plain': ['txt', 'log', 'eml', 'json', 'jsonl', 'ndjson', 'csv', 'tsv', 'md', 'xml'],
  'message/rfc822': ['eml'],
  'application/vnd.ms-outlook': ['msg'],
  'application/zip': ['zip', 'aab', 'ipa'],
  'application/vnd.android.package-archive': ['apk', 'xapk', 'apkm', 'apks'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
} as const satisfies Record<string, readonly string[]>
/** A media type the server can recognise by content: a key of `fileTypes`. */
export type FileType = keyof typeof fileTypes

/** Images that are accepted as evidence; the server renders them again before showing them. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const satisfies readonly FileType[]
/** What an image is rendered to before it is shown. */
export const shownPictureTypes = ['image/png', 'image/jpeg'] as const satisfies readonly FileType[]
/** One of `shownPictureTypes`. */
export type ShownPictureType = (typeof shownPictureTypes)[number]
/** Office Open XML files: text, spreadsheets and slides. They are distinguished by the content of the ZIP archive. */
export const officeTypes = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const satisfies readonly FileType[]

/**
 * The address for downloading a file byte for byte as it was sent. For an image that a user sent, the plain address returns a re-rendered
 * copy instead.
 *
 * @param href the `href` of a stored file
 */
export const originalOf = (href: string): string => `${href}&original=1`

/** Bytes in a mebibyte (IEC 80000-13). */
export const mebibyte = 1024 * 1024
