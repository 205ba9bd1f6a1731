import { sign } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import {
  blockFeedFiles,
  blockFeedNames,
  blockFeedPath,
  blockFeedProofs,
  type BlockFeedFile,
  type BlockFeedProof,
  type getBlockFeeds as contract,
} from '@signet/contract/takedowns/block-feeds'
import { sumsOf } from '@signet/contract/takedowns/evidence-pack'
import type { App } from '../../app/app.ts'
import type { CompanyRef } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { pemOf, signingKey } from '../../secrets/signing-keys.ts'
import { authenticateKey, type KnownKey } from '../api-keys/authenticate-key.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { feedFigures, findFile, putFile, readEntries, recordFetch } from './block-feeds.queries.ts'
import { currentFeeds } from './current-feeds.ts'
import { formats, serialOf } from './feed-formats.ts'
import { companyOf } from '../../db/company-keys.queries.ts'
import { feedState, lockFeeds } from './feed-changes.queries.ts'
import { contentEncodings } from '../../app/content-encodings.ts'

/** Far above one request for each file a minute, and below what would be felt. */
const requestsPerMinute = 60

/** Feeds contain no secret next to text of others. */
const compress: NonNullable<RouteOptions['compress']> = {
  encodings: contentEncodings,
  customTypes: /^(?:text\/|application\/(?:stix\+)?json\b)/,
}

export const getBlockFeeds: Handler<typeof contract> = async ({ tx, company, actor }) => {
  // A view as a client, which can't write, shows the feeds as they were last brought up to date.
  const changedAt = actor.ownRoleInView
    ? ((await feedState(tx, company.id))?.changedAt ?? new Date())
    : await currentFeeds(tx, company.id)
  const { hosts = 0, urls = 0, hasKey = false, fetched } = await feedFigures(tx, company.id)
  return {
    changedAt: changedAt.toISOString(),
    hosts,
    urls,
    hasKey,
    files: blockFeedNames.map((file) => {
      const { fetched_at: at, key_name: keyName } = fetched.find((one) => one.file === file) ?? {}
      return {
        file,
        path: `/api/rest${blockFeedPath(company.key)}/${file}`,
        lastFetch: at && keyName ? { at: at.toISOString(), keyName } : null,
      }
    }),
  }
}

/** Mounts the feeds, and the files that prove their origin. */
export function mountBlockFeeds(server: FastifyInstance, app: App): void {
  const gate = app.gates.gate('block feeds', requestsPerMinute)
  const mount = (file: BlockFeedFile | BlockFeedProof, answer: Answer) => {
    const keys = new WeakMap<FastifyRequest, KnownKey>()
    server.get<{ Params: { company: string } }>(`/api/rest${blockFeedPath(':company')}/${file}`, {
      compress,
      onRequest: async (request, reply) => {
        // Many programs only send a password that was requested: RFC 9110, section 11.6.1.
        reply.header('www-authenticate', 'Basic realm="Signet block feeds"')
        const key = await authenticateKey(app, request, 'feeds')
        reply.removeHeader('www-authenticate')
        if (key.company.key !== request.params.company) throw new AppError('COMPANY_NOT_FOUND')
        request.companyKey = key.company.key
        if (!gate.admits(key.id)) throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: gate.secondsLeft() })
        keys.set(request, key)
      },
      handler: async (request, reply) => {
        const key = keys.get(request)
        if (!key) throw new Error('authenticateKey() did not run')
        const { type } = { ...blockFeedFiles, ...blockFeedProofs }[file]
        reply
          .type(type)
          .header('cache-control', 'private, no-cache')
          .header('content-disposition', `attachment; filename="${file}"`)
        return answer(request, reply, key)
      },
    })
  }
  for (const file of blockFeedNames) mount(file, answerFeed(app, file))
  mount('SHA256SUMS', async (_request, reply, { company }) => reply.send(await sumsOfFeeds(app, company)))
  mount('SHA256SUMS.sig', async (_request, reply, { company }) => {
    const { privateKey } = await keyOf(app)
    return reply.send(sign(null, Buffer.from(await sumsOfFeeds(app, company)), privateKey))
  })
  mount('public-key.pem', async (_request, reply) => reply.send(pemOf((await keyOf(app)).publicKey)))
}

type Answer = (request: FastifyRequest, reply: FastifyReply, key: KnownKey) => Promise<FastifyReply>

const keyOf = ({ database, keys }: App) => signingKey({ database, sealing: keys.sealing })

const sumsOfFeeds = async (app: App, company: CompanyRef) =>
  sumsOf((await makeFiles(app, company, blockFeedNames)).map(({ file, sha256 }) => ({ path: file, sha256 })))

/** A feed is generated once per change and then read from the file store, so that a slow reader holds no transaction. */
function answerFeed(app: App, file: BlockFeedFile): Answer {
  return async (request, reply, { company, name }) => {
    const known = await app.database.inCompanies([company.id], async (tx) => {
      await recordFetch(tx, company.id, file, name)
      const changedAt = await currentFeeds(tx, company.id)
      return { changedAt, sha256: (await findFile(tx, company.id, file, changedAt))?.sha256 }
    })
    const isUnchanged = isKnown(request, known.changedAt)
    const { changedAt, stream } = isUnchanged ? { ...known, stream: null } : await openFeed(app, company, file, known)
    // Weak, because the compressed bytes differ.
    reply.header('etag', `W/"${serialOf(changedAt)}"`).header('last-modified', changedAt.toUTCString())
    return stream ? reply.send(stream) : reply.code(304).send()
  }
}

/** Whether the caller has this state already: RFC 9110, section 13.2.2. */
function isKnown({ headers }: FastifyRequest, changedAt: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    const known = new Set(tags.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
    return known.has('*') || known.has(`"${serialOf(changedAt)}"`)
  }
  return Date.parse(headers['if-modified-since'] ?? '') >= changedAt.getTime()
}

/** A file with the state of the feeds that it contains. */
interface Made {
  changedAt: Date
  sha256?: string | null | undefined
}

async function openFeed(
  app: App,
  company: CompanyRef,
  file: BlockFeedFile,
  known: Made,
): Promise<{ changedAt: Date; stream: Readable }> {
  const stream = known.sha256 ? await app.files.open(known.sha256) : null
  if (stream) return { changedAt: known.changedAt, stream }
  const [made] = await makeFiles(app, company, [file])
  const opened = made && (await app.files.open(made.sha256))
  if (!opened) throw new AppError('FILE_NOT_KEPT', {}, { retryAfter: 1 })
  return { changedAt: made.changedAt, stream: opened }
}

/** Files with the same state of the feeds. Those that were generated by another request, or in the past, are not generated again. */
function makeFiles(app: App, company: CompanyRef, files: readonly BlockFeedFile[]) {
  return app.database.inCompanies([company.id], async (tx) => {
    await currentFeeds(tx, company.id)
    await lockFeeds(tx, company.id)
    // There may be further changes after waiting for the lock.
    const changedAt = await currentFeeds(tx, company.id)
    const made: { file: BlockFeedFile; changedAt: Date; sha256: string }[] = []
    for (const file of files) {
      const found = (await findFile(tx, company.id, file, changedAt))?.sha256
      const isKept = found ? await app.files.has(found) : false
      made.push({
        file,
        changedAt,
        sha256: found && isKept ? found : await makeFile(app, tx, company, file, changedAt),
      })
    }
    return made
  })
}

async function makeFile(app: App, tx: Tx, company: CompanyRef, file: BlockFeedFile, changedAt: Date): Promise<string> {
  const { created_at: createdAt } = await companyOf(tx, company.id)
  const head = { company: { key: company.key, name: company.name, createdAt }, changedAt }
  const text = formats[file](head, (filter) => readEntries(tx, company.id, filter))
  const { sha256, size } = await app.files.put(bytesOf(text))
  await holdBytes({ tx, files: app.files }, { sha256 })
  await putFile(tx, company.id, file, { changed_at: changedAt, sha256, size })
  return sha256
}

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of text) yield Buffer.from(piece)
}
