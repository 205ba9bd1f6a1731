import { Buffer } from 'node:buffer'
import { deflateRawSync, deflateSync } from 'node:zlib'

/* Small documents for tests, made of their parts. */

/** A ZIP archive. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>, { flags = 0, method = 8 } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const path = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(path.length, 26)
    files.push(local, path, packed)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
    entry.writeUInt16LE(path.length, 28)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, path)
    offset += local.length + path.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const coreType = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'

/** A relation: its id, the last word of its type, its target, and whether that is in another place. */
export type RelationOf = readonly [id: string, type: string, target: string, isExternal?: boolean]

/** The relations of a part. */
export const relations = (...all: readonly RelationOf[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target, isExternal]) =>
        `<Relationship Id="${id}" Type="${type === 'core-properties' ? coreType : `${relationTypes}/${type}`}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

/** The parts of an Office package, whose main part is the first one. */
export const packageOf = (parts: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(
      ['a', 'officeDocument', Object.keys(parts)[0] ?? ''],
      ['b', 'core-properties', 'docProps/core.xml'],
      ['c', 'extended-properties', 'docProps/app.xml'],
    ),
    ...parts,
  })

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A part of a Word document. */
export const wordPart = (name: string, content: string) => `<w:${name} ${word}>${content}</w:${name}>`
/** A paragraph with one run. */
export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
/** The parts of a Word document with a body. */
export const wordOf = (body: string, others: Readonly<Record<string, string | Buffer>> = {}): Buffer =>
  packageOf({ 'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`), ...others })

const sheetSpace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook with a sheet for each content of `sheetData`. */
export function workbookOf(
  sheets: readonly { name: string; state?: string; rows: string }[],
  others: Readonly<Record<string, string>> = {},
): Buffer {
  const list = sheets.map(
    ({ name, state }, at) => `<sheet name="${name}" ${state ? `state="${state}"` : ''} sheetId="${at}" r:id="s${at}"/>`,
  )
  const parts = sheets.map(({ rows }, at) => [
    `xl/worksheets/sheet${at}.xml`,
    `<worksheet ${sheetSpace}><sheetData>${rows}</sheetData></worksheet>`,
  ])
  return packageOf({
    'xl/workbook.xml': `<workbook ${sheetSpace} xmlns:r="${relationTypes}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, at): RelationOf => [`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`]),
      ['t', 'sharedStrings', 'sharedStrings.xml'],
    ),
    ...Object.fromEntries(parts),
    ...others,
  })
}

/** A PDF of objects, of which the first is its catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [at, object] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A stream of a PDF. */
export const pdfStream = (content: string | Buffer, entries = ''): Buffer => {
  const packed = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${entries} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** The objects of a PDF with one page; others can follow as number five and up. */
export const onePage = (content: string | Buffer, catalog = '', page = ''): (string | Buffer)[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> ${page} >>`,
  pdfStream(content),
]
