import path from 'node:path'
import { fileTypes, type FileType } from '@signet/contract/threats/file-types'

const nameMax = 120

/**
 * A file name that is safe to store and to offer: no folders, no control or direction characters, and an extension that fits the type of
 * the file, so that `invoice.pdf.exe` with a PDF inside becomes `invoice.pdf.exe.pdf`.
 *
 * @param declared the sender's file name, from any operating system
 */
export function cleanName(declared: string, type: FileType): string {
  const base = (declared.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    // Control, format (including direction marks) and private-use characters, and those that cause problems on Windows and in shells.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const ending = path.extname(base)
  const endings: readonly string[] = fileTypes[type]
  const fits = endings.includes(ending.slice(1).toLowerCase())
  const stem = (fits ? base.slice(0, -ending.length) : base) || 'file'
  return `${stem.slice(0, nameMax).toWellFormed().trim()}.${fits ? ending.slice(1).toLowerCase() : endings[0]}`
}
