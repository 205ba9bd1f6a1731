import { Readable } from 'node:stream'
import { openFeed, readOpened } from '@signet/connectors'
import { ConnectorError } from '@signet/connectors/connector-error'
import { connectorKinds } from '@signet/connectors/file-kinds'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import {
  compileOwnAssets,
  compileWatches,
  judgeForEach,
  judgeToutForEach,
  ownAssetOf,
  whatsAppPivots,
} from '@signet/detection'
import { pictureHash } from '@signet/detection/lookalike/picture-hash'
import { printsOfKnown, printsOfPicture } from '@signet/detection/pictures/picture-prints'
import { isPlainPicture } from '@signet/detection/pictures/plain-picture'
import { fileKinds, SourceFile, UnreadableFile } from '@signet/readers'
import { readRows } from '@signet/readers/rows/rows'
import { decodedPicture } from '../../apps/server/src/features/evidence/pictures/decoded-picture.ts'
import type { PictureType } from '../../apps/server/src/features/evidence/pictures/picture-head.ts'
import { randomOf } from '../lookalike/random.ts'
import { labelledBrands, labelledObservations } from '../sources/labelled-set.ts'
import { changedFile, changedText } from './changed-files.ts'

const rowsMax = 20_000
const pictureTypes: readonly PictureType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const assets = new Map([...labelledBrands()].map(([key, brand]) => [key, brand.assets]))
const watch = compileWatches(assets, new Date('2026-11-01T12:00:00Z'))
const owned = [...assets.values()].map(compileOwnAssets)
const observations = [...labelledObservations().values()].flatMap((all) =>
  all.flatMap(({ observation }): SourceObservation[] => {
    const { source } = observation
    return source === 'Extension' ? [] : [{ ...observation, source }]
  }),
)
const texts = observations.flatMap(({ text, names, url }) => [text, ...names, url ?? '']).filter((text) => text !== '')

/** Reads one changed file or judges one changed text; what isn't an error of the item itself is thrown. */
export async function readItem(files: readonly Buffer[], seed: string): Promise<void> {
  const random = randomOf(seed)
  if (random.next() < 0.25) {
    judgeText(seed)
    return
  }
  const bytes = changedFile(files, random)
  await readAsFile(bytes)
  await readAsRows(bytes)
  await readAsFeed(bytes)
  readAsPicture(bytes)
}

async function readAsFile(bytes: Buffer): Promise<void> {
  for (const kinds of [fileKinds, connectorKinds]) {
    const file = new SourceFile('file', bytes)
    const kind = kinds.find((each) => each.recognizes(file))
    await orRefused(async () => kind?.read(file))
  }
}

const readAsRows = (bytes: Buffer) =>
  orRefused(async () => {
    const { rows } = await readRows(Readable.from([bytes]))
    let count = 0
    for await (const _row of rows) {
      count += 1
      if (count >= rowsMax) break
    }
  })

const readAsFeed = (bytes: Buffer) =>
  orRefused(async () => {
    const opened = await openFeed('-', { stdin: Readable.from([bytes]), feed: 'fuzz' })
    if (opened) for await (const _names of readOpened(opened));
  })

async function orRefused(read: () => Promise<unknown>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof UnreadableFile) && !(error instanceof ConnectorError)) throw error
  }
}

function readAsPicture(bytes: Buffer): void {
  for (const type of pictureTypes) {
    const picture = decodedPicture(bytes, type, 400)
    if (!picture) continue
    pictureHash(picture)
    isPlainPicture(picture)
    printsOfPicture(picture)
    printsOfKnown(picture)
  }
}

function judgeText(seed: string): void {
  const random = randomOf(`${seed} text`)
  const text = () => changedText(texts, random)
  const observation: SourceObservation = {
    ...random.pick(observations),
    names: [text().slice(0, 2000)],
    handle: random.next() < 0.5 ? text().slice(0, 200) : null,
    text: text(),
    links: [text(), `https://${text()}`],
    phones: [text().slice(0, 40)],
    url: random.next() < 0.5 ? text() : null,
  }
  judgeForEach(watch, observation)
  judgeToutForEach(watch, observation)
  whatsAppPivots(observation)
  for (const own of owned) ownAssetOf(own, observation)
}
