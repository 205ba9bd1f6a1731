import type { Buffer } from 'node:buffer'
import path from 'node:path'
import { UnreadableFile } from '../../file-kind.ts'
import { linksMax, type ExternalLink } from '../document.ts'
import { readXml, type XmlHandlers } from './xml.ts'
import { ZipParts } from './zip-parts.ts'

/** Of one part. */
const relationsMax = 100_000

/** A reference of one part to another, or to a target outside of the package. */
interface Relation {
  id: string
  /** The last word of its type, which the strict and the transitional format share. */
  type: string
  /** A part of this package, unless it is external. */
  target: string
  isExternal: boolean
}

/** A document of Office Open XML: parts and the relations between them (ECMA-376-2). */
export class OfficePackage {
  readonly #parts: ZipParts

  /** @throws UnreadableFile */
  constructor(bytes: Buffer) {
    this.#parts = new ZipParts(bytes)
  }

  get names(): string[] {
    return this.#parts.names
  }

  /** Whether it contains a project of Visual Basic. */
  get hasMacros(): boolean {
    return this.names.some((name) => name.toLowerCase().endsWith('vbaproject.bin'))
  }

  /** The part of the document itself. */
  get main(): string {
    const main = this.related('', 'officeDocument')[0]
    if (main === undefined) throw new UnreadableFile('damaged', 'it has no main part')
    return main
  }

  /** Reads an XML part; one that is missing is empty. */
  readXml(name: string, handlers: XmlHandlers): void {
    const part = this.#parts.read(name)
    if (part) readXml(part, name, handlers)
  }

  /** The parts in this package that a part is related to, by one type or by all. */
  related(from: string, type?: string): string[] {
    return this.relations(from)
      .filter((relation) => !relation.isExternal && (type === undefined || relation.type === type))
      .map(({ target }) => target)
  }

  /** @param from a part; empty for the package itself */
  relations(from: string): Relation[] {
    const { dir, base } = path.posix.parse(from)
    return this.#relationsIn(path.posix.join(dir, '_rels', `${base}.rels`), dir)
  }

  /** What its parts refer to outside of the package, without repetitions. */
  externalLinks(): ExternalLink[] {
    const links = new Map<string, ExternalLink>()
    for (const name of this.names.filter((each) => each.toLowerCase().endsWith('.rels'))) {
      for (const { type, target, isExternal } of this.#relationsIn(name, '')) {
        if (isExternal && links.size < linksMax) links.set(`${type} ${target}`, { type, target })
      }
    }
    return [...links.values()]
  }

  #relationsIn(name: string, folder: string): Relation[] {
    const relations: Relation[] = []
    this.readXml(name, {
      open: (element) => {
        const target = element.get('Target')
        if (element.name !== 'Relationship' || target === undefined) return
        if (relations.length === relationsMax)
          throw new UnreadableFile('tooLarge', `${name} has more than ${relationsMax} relations`)
        const isExternal = element.get('TargetMode')?.toLowerCase() === 'external'
        relations.push({
          id: element.get('Id') ?? '',
          type: (element.get('Type') ?? '').split('/').at(-1) ?? '',
          target: isExternal ? target : path.posix.resolve('/', folder, target).slice(1),
          isExternal,
        })
      },
    })
    return relations
  }
}
