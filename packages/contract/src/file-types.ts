/**
 * The file types that can be detected by their content, with the endings their names may have (the first is given to a file
 * that has none of them).
 */
export const fileTypes = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/html': ['html', 'htm', 'xhtml'],
  'text/csv': ['csv', 'tsv'],
  'text/plain': ['txt', 'log', 'eml', 'json', 'md', 'xml'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
} as const satisfies Record<string, readonly string[]>
/** A media type the server can recognise by content: a key of `fileTypes`. */
export type FileType = keyof typeof fileTypes

/** Pictures that are accepted as evidence; the server draws them again before showing them. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const satisfies readonly FileType[]
/** Office Open XML files: text, spreadsheets and slides. Told apart by what the ZIP archive holds. */
export const officeTypes = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const satisfies readonly FileType[]

/**
 * Where a file is to be had as it was sent, byte for byte, for saving: the address itself shows a picture drawn anew in place of one that
 * somebody sent.
 *
 * @param href the `href` of a stored file
 */
export const originalOf = (href: string): string => `${href}&original=1`

/** Bytes in a mebibyte (IEC 80000-13). */
export const mebibyte = 1024 * 1024
