import type { Buffer } from 'node:buffer'
import { describeFile, TextCollector, wordsOf, type ReadDocument } from '../document.ts'
import { OfficePackage } from './package.ts'
import { officeProperties } from './properties.ts'
import type { XmlHandlers } from './xml.ts'

/** Parts of a slide with text of their own. */
const partsWithText = ['notesSlide', 'comments', 'diagramData', 'chart']

/**
 * Reads a presentation of PowerPoint (PresentationML, ECMA-376-1, section 19): the text of its slides in their order, hidden ones too, each
 * followed by its notes and comments.
 *
 * @throws UnreadableFile
 */
export function readPptx(bytes: Buffer): ReadDocument {
  const file = new OfficePackage(bytes)
  const text = new TextCollector()
  const slides = slidesOf(file)
  for (const slide of slides) {
    file.readXml(slide, paragraphsInto(text))
    for (const type of partsWithText)
      for (const part of file.related(slide, type)) file.readXml(part, paragraphsInto(text))
    text.add('\n')
  }
  return {
    ...describeFile('pptx', bytes),
    ...officeProperties(file),
    slides: slides.length,
    ...wordsOf(text.toString()),
    hasMacros: file.hasMacros,
    externalLinks: file.externalLinks(),
    text: text.toString(),
  }
}

/** The parts of its slides, in the order of the presentation. */
function slidesOf(file: OfficePackage): string[] {
  const { main } = file
  const parts = new Map(file.relations(main).map(({ id, target }) => [id, target]))
  const slides: string[] = []
  file.readXml(main, {
    open: (element) => {
      const part = element.name === 'sldId' ? parts.get(element.relation('id') ?? '') : undefined
      if (part !== undefined) slides.push(part)
    },
  })
  return slides
}

function paragraphsInto(text: TextCollector): XmlHandlers {
  let inText = false
  return {
    open: ({ name }) => {
      inText = name === 't' || name === 'text'
      if (name === 'br') text.add('\n')
    },
    text: (part) => {
      if (inText) text.add(part)
    },
    close: (name) => {
      inText = false
      if (name === 'p' || name === 'cm') text.add('\n')
    },
  }
}
