import type { DocumentProperties } from '../document.ts'
import type { OfficePackage } from './package.ts'
import type { XmlHandlers } from './xml.ts'

/** Elements of core properties (ECMA-376-2, 8.3.4), extended properties (ECMA-376-1, 22.2) and OpenDocument metadata (part 3, 4.3). */
const officeNames: Readonly<Record<string, keyof DocumentProperties>> = {
  title: 'title',
  creator: 'author',
  subject: 'subject',
  keywords: 'keywords',
  lastModifiedBy: 'lastModifiedBy',
  created: 'created',
  modified: 'modified',
  Company: 'company',
  Application: 'application',
}
const openDocumentNames: Readonly<Record<string, keyof DocumentProperties>> = {
  title: 'title',
  'initial-creator': 'author',
  subject: 'subject',
  keyword: 'keywords',
  creator: 'lastModifiedBy',
  'creation-date': 'created',
  date: 'modified',
  generator: 'application',
}

const valueMax = 10_000

const noProperties = (): DocumentProperties => ({
  title: null,
  author: null,
  subject: null,
  keywords: null,
  lastModifiedBy: null,
  company: null,
  application: null,
  created: null,
  modified: null,
})

/** What a document of Office Open XML says about itself. */
export function officeProperties(file: OfficePackage): DocumentProperties {
  const properties = noProperties()
  for (const type of ['core-properties', 'extended-properties', 'extendedProperties', 'coreProperties'])
    for (const part of file.related('', type)) file.readXml(part, collect(properties, officeNames))
  return properties
}

/** Reads the metadata of an OpenDocument file. */
export function openDocumentProperties(read: (handlers: XmlHandlers) => void): DocumentProperties {
  const properties = noProperties()
  read(collect(properties, openDocumentNames))
  return properties
}

/** Takes the first value of each name that isn't empty. */
function collect(
  properties: DocumentProperties,
  names: Readonly<Record<string, keyof DocumentProperties>>,
): XmlHandlers {
  let current: keyof DocumentProperties | undefined
  let value = ''
  return {
    open: ({ name }) => {
      current = Object.hasOwn(names, name) ? names[name] : undefined
      value = ''
    },
    text: (text) => {
      if (current && value.length < valueMax) value += text
    },
    close: () => {
      if (current && value.trim()) properties[current] ??= value.trim().slice(0, valueMax)
      current = undefined
    },
  }
}
