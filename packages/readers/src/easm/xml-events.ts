import { SaxesParser } from 'saxes'

export type Attributes = Readonly<Record<string, string>>

/** What happens at the elements and texts of an XML file, in their order. */
export interface XmlEvents {
  open: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close: (name: string) => void
}

const chunkCharacters = 65_536

/** Reports what an XML file has until its first mistake or its end, even in the middle of an element. Entities of a DTD are a mistake. */
export function readXml(xml: string, { open, text, close }: XmlEvents): void {
  const state = { isBroken: false }
  const parser = new SaxesParser()
  parser.on('error', () => (state.isBroken = true))
  parser.on('opentag', ({ name, attributes }) => state.isBroken || open(name, attributes))
  parser.on('closetag', ({ name }) => state.isBroken || close(name))
  if (text) parser.on('text', (piece) => state.isBroken || text(piece))
  for (let at = 0; at < xml.length && !state.isBroken; at += chunkCharacters) {
    parser.write(xml.slice(at, at + chunkCharacters))
  }
}
