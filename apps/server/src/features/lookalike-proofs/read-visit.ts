import { buffer } from 'node:stream/consumers'
import { PageFacts, VisitFacts } from '@signet/contract/takedowns/captures'
import * as z from 'zod/mini'
import type { FileStore } from '../../files/file-store.ts'
import type { ComparedPage } from './compare-pages.ts'

/** A stored file of a visit. */
export interface VisitPiece {
  name: string
  sha256: string
}

const Stored = z.pick(z.extend(VisitFacts, { page: z.nullable(PageFacts) }), { hops: true, page: true, icon: true })

/**
 * What a visit showed, read from its files.
 *
 * @returns null if it showed no page
 */
export async function readVisit(files: FileStore, pieces: readonly VisitPiece[]): Promise<ComparedPage | null> {
  const read = async (end: string) => {
    const piece = pieces.find(({ name }) => name.endsWith(end))
    return piece ? bytesOf(files, piece.sha256) : null
  }
  const record = await read('-visit.json')
  const facts = record && Stored.safeParse(JSON.parse(record.toString()))
  if (!facts?.success || !facts.data.page) return null
  const { page, hops, icon } = facts.data
  return {
    address: hops.at(-1)?.url ?? '',
    title: page.title,
    text: page.text,
    ...(page.texts ? { texts: page.texts } : {}),
    html: (await read('-page.html'))?.toString() ?? '',
    forms: page.forms,
    icons: icon ? [icon.sha256] : [],
    resources: page.resources,
    picture: await read('-view.png'),
    width: page.view.width,
  }
}

/** @returns null if the bytes are gone */
export async function bytesOf(files: FileStore, sha256: string): Promise<Buffer | null> {
  const stream = await files.open(sha256)
  return stream && buffer(stream)
}
