import { SaxesParser } from 'saxes'
import { UnreadableFile } from '../../file-kind.ts'

const depthMax = 1000
const attributesMax = 1000
const chunkLength = 64 * 1024

/** An attribute with the namespace it is in; empty for none. */
interface Attribute {
  local: string
  uri: string
  value: string
}

/** An element that has started. Names are without their prefix: the strict and the transitional format differ in namespaces only. */
export class Element {
  readonly name: string
  readonly #attributes: readonly Attribute[]

  constructor(name: string, attributes: readonly Attribute[]) {
    this.name = name
    this.#attributes = attributes
  }

  /** The value of an attribute that is in no namespace or in that of the element. */
  get(name: string): string | undefined {
    return this.#attributes.find(({ local, uri }) => local === name && !uri.endsWith('/relationships'))?.value
  }

  /** The value of an attribute that names a relationship. */
  relation(name: string): string | undefined {
    return this.#attributes.find(({ local, uri }) => local === name && uri.endsWith('/relationships'))?.value
  }
}

/** What is done with the content of an XML part. */
export interface XmlHandlers {
  open?: (element: Element) => void
  /** @param name of the element that ends */
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Reads XML from its start to its end. A document type is refused, because it could define entities.
 *
 * @param name of the part, for the reason of a refusal
 * @throws UnreadableFile
 */
export function readXml(bytes: Uint8Array, name: string, { open, close, text }: XmlHandlers): void {
  const refuse = (what: string) => {
    throw new UnreadableFile('damaged', `${name}: ${what}`)
  }
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let attributes = 0
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('it declares a document type'))
  parser.on('opentagstart', () => {
    attributes = 0
    depth++
    if (depth > depthMax) refuse(`its elements are nested more than ${depthMax} deep`)
  })
  parser.on('attribute', () => {
    attributes++
    if (attributes > attributesMax) refuse(`an element has more than ${attributesMax} attributes`)
  })
  parser.on('opentag', (tag) => open?.(new Element(tag.local, Object.values(tag.attributes))))
  parser.on('closetag', (tag) => {
    depth--
    close?.(tag.local)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let at = 0; at < bytes.length; at += chunkLength)
    parser.write(decoder.decode(bytes.subarray(at, at + chunkLength), { stream: true }))
  parser.write(decoder.decode()).close()
}

/** Office writes UTF-8, and may write UTF-16 (ECMA-376-2, 6.2.5). */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8'
}
